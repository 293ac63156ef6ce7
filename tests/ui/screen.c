#include "tests/ui/screen.h"
#include "tests/ui/folder.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECTED_MAX ((size_t)1 << 20)

static void nothing(ed_Host *host) { (void)host; }

bool screen_open(host_Window *window, int width, int height)
{
    const ed_Module module = {
        .game = "screen", .view_width = 320, .view_height = 180, .render = nothing
    };
    ed_Error error = { .code = ED_OK };
    folder_leave();      // a failed test may still be in its folder
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    if (!host_window_open(window, &module, &error)) {
        test_fail(__FILE__, __LINE__, "%s", error.text);
        return false;
    }
    host_fonts_close(&window->batch.fonts);
    SDL_SetWindowSize(window->window, width, height);
    host_window_update(window, &module);
    return true;
}

// --- pixels --------------------------------------------------------------------------------------

void screen_clear(host_Window *window)
{
    window->batch.vertex_count = window->batch.index_count = 0;
    SDL_SetRenderDrawColor(window->renderer, 255, 255, 255, 255);
    SDL_RenderClear(window->renderer);
}

u32 screen_count(host_Window *window, SDL_Rect area, ed_Color color)
{
    static u32 pixels[1 << 18];
    u32 count = 0;
    host_batch_flush(&window->batch);
    if (area.w * area.h > (int)ED_COUNT(pixels)
        || SDL_RenderReadPixels(window->renderer, &area, SDL_PIXELFORMAT_RGBA8888, pixels,
                                area.w * (int)sizeof *pixels)
               != 0)
        test_fail(__FILE__, __LINE__, "the pixels cannot be read: %s", SDL_GetError());
    for (int i = 0; i < area.w * area.h; i++) count += (pixels[i] | 0xff) == color;
    return count;
}

// --- as text -------------------------------------------------------------------------------------

static void add_number(ed_Text *out, float value)
{
    f64 rounded = round((f64)value * 100) / 100;
    ed_text_add(out, " %g", rounded == 0 ? 0 : rounded);      // no negative zero
}

void screen_list(ed_Text *out, const ed_Draw *draw)
{
    static const struct {
        const char *name;
        u32 numbers;
    } kinds[] = {
        [ED_DRAW_RECT] = { "rect", 4 },         [ED_DRAW_RECT_OUTLINE] = { "rect outline", 5 },
        [ED_DRAW_LINE] = { "line", 5 },         [ED_DRAW_CIRCLE] = { "circle", 3 },
        [ED_DRAW_TRIANGLE] = { "triangle", 6 }, [ED_DRAW_CIRCLE_OUTLINE] = { "circle outline", 4 },
        [ED_DRAW_TEXT] = { "text", 3 },         [ED_DRAW_SPRITE] = { "sprite", 5 },
        [ED_DRAW_CLIP] = { "clip", 4 },
    };
    static const char *const aligns[] = { "", " centered", " right" };
    for (u32 i = 0; i < draw->count; i++) {
        const ed_DrawItem *item = &draw->items[i];
        ed_text_add(out, "%s", kinds[item->kind].name);
        for (u32 k = 0; k < kinds[item->kind].numbers; k++) add_number(out, item->v[k]);
        if (item->kind != ED_DRAW_CLIP) ed_text_add(out, " #%08x", item->color);
        if (item->kind == ED_DRAW_TEXT)
            ed_text_add(out, "%s '%s'", aligns[item->align], draw->text + item->text_at);
        if (item->kind == ED_DRAW_SPRITE)
            ed_text_add(out, " %ux%u", item->sprite.width, item->sprite.height);
        ed_text_add(out, "\n");
    }
}

void screen_triangles(ed_Text *out, const host_Batch *batch)
{
    for (int i = 0; i < batch->vertex_count; i++) {
        const SDL_Vertex *at = &batch->vertices[i];
        ed_text_add(out, "%d:", i);
        add_number(out, at->position.x);
        add_number(out, at->position.y);
        ed_text_add(out, " #%02x%02x%02x%02x", at->color.r, at->color.g, at->color.b, at->color.a);
        add_number(out, at->tex_coord.x * HOST_ATLAS_SIZE);
        add_number(out, at->tex_coord.y * HOST_ATLAS_SIZE);
        ed_text_add(out, "\n");
    }
    for (int i = 0; i < batch->index_count; i += 3)
        ed_text_add(out, "%d %d %d\n", batch->indices[i], batch->indices[i + 1],
                    batch->indices[i + 2]);
}

// --- expected texts ------------------------------------------------------------------------------

static char expected[EXPECTED_MAX];

static bool read_expected(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(expected, 1, sizeof expected - 1, file) : 0;
    expected[size] = 0;
    if (file) fclose(file);
    return file != NULL;
}

static void write_expected(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (!file) return;
    fputs(text, file);
    fclose(file);
}

static int line_size(const char *text) { return (int)strcspn(text, "\n"); }

const char *screen_differs(const char *name, const char *text)
{
    static char line[1024];
    char path[256];
    int number = 1;
    snprintf(path, sizeof path, "tests/ui/expected/%s.txt", name);
    if (getenv("UPDATE")) write_expected(path, text);
    if (!read_expected(path)) return "1: there is no such file";
    const char *one = expected, *other = text;
    while (*one || *other) {
        int size = line_size(one);
        bool same = size == line_size(other) && memcmp(one, other, (size_t)size) == 0;
        if (!same || !*one || !*other) {
            snprintf(line, sizeof line, "%d\n  %.*s\nnot\n  %.*s", number, size, one,
                     line_size(other), other);
            return line;
        }
        one += size + (one[size] == '\n');
        other += size + (other[size] == '\n');
        number++;
    }
    return NULL;
}
