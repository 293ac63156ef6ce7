#include "tests/ui/panel.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"

host_Window panel_window;
host_Inspect panel;
ed_Run panel_run;
f64 panel_now;
char panel_text[1 << 18];
static ed_Text out;

bool panel_opened(void)
{
    ed_Error error = { .code = ED_OK };
    out = ed_text_over(panel_text, sizeof panel_text);
    panel = (host_Inspect){ .open = false };
    panel_now = 1;
    if (!screen_open(&panel_window, WINDOW_WIDTH, WINDOW_HEIGHT)) return false;
    bool good = ed_run_open(&panel_run, &ui_game, 1, &error) && host_inspect_toggle(&panel, &error);
    if (!good) test_fail(__FILE__, __LINE__, "%s", error.text);
    return good;
}

void panel_closed(void)
{
    host_inspect_close(&panel);
    ed_run_close(&panel_run);
    host_window_close(&panel_window);
}

void panel_resize(int width, int height)
{
    SDL_SetWindowSize(panel_window.window, width, height);
    host_window_update(&panel_window, &ui_game);
    panel_frame();
}

void panel_frame(void) { host_inspect_draw(&panel, &panel_window, &panel_run, panel_now); }

void panel_add_frame(const char *title)
{
    panel_frame();
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < 2; i++) {
        screen_list(&out, &panel.plain[i]);
        ed_text_add(&out, "code:\n");
        screen_list(&out, &panel.code[i]);
    }
    ed_text_add(&out, "\n");
}

static void add_items(const ed_Draw *draw, const host_Area *area)
{
    for (u32 i = 0; i < draw->count; i++) {
        ed_Draw item = *draw;
        item.items = &draw->items[i];
        item.count = 1;
        if (host_area_holds(area, item.items->v[0], item.items->v[1])) screen_list(&out, &item);
    }
}

void panel_add_part(const char *title, host_Area area)
{
    panel_frame();
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < 2; i++) {
        add_items(&panel.plain[i], &area);
        add_items(&panel.code[i], &area);
    }
    ed_text_add(&out, "\n");
}

void panel_add_rows(const char *title)
{
    panel_frame();
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < panel.shown_count; i++) {
        const host_Shown *shown = &panel.shown[i];
        bool selected = shown->pin == panel.pin && !strcmp(shown->row.path, panel.selected);
        ed_text_add(&out, "%s%s%s\n", selected ? "> " : "  ", shown->pin < 0 ? "" : "pin ",
                    shown->row.path);
    }
    ed_text_add(&out, "\n");
}

bool panel_key_with(SDL_Keycode sym, int mod)
{
    SDL_Event event = { .key = { .type = SDL_KEYDOWN,
                                 .keysym = { .sym = sym, .mod = (Uint16)mod } } };
    return host_inspect_event(&panel, &event, &panel_run, panel_now);
}

bool panel_key(SDL_Keycode sym) { return panel_key_with(sym, KMOD_NONE); }

void panel_keys(SDL_Keycode sym, u32 count)
{
    for (u32 i = 0; i < count; i++) panel_key(sym);
}

void panel_type(const char *letters)
{
    for (; *letters; letters++) {
        SDL_Event event = { .text = { .type = SDL_TEXTINPUT } };
        event.text.text[0] = *letters;
        if (!host_inspect_event(&panel, &event, &panel_run, panel_now))
            test_fail(__FILE__, __LINE__, "the letter '%c' is not used", *letters);
    }
}

bool panel_button(Uint32 kind, float x, float y)
{
    SDL_Event event = {
        .button = { .type = kind, .button = SDL_BUTTON_LEFT, .clicks = 1, .x = (int)x, .y = (int)y }
    };
    return host_inspect_event(&panel, &event, &panel_run, panel_now);
}

bool panel_motion(float x, float y)
{
    SDL_Event event = { .motion = { .type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y } };
    return host_inspect_event(&panel, &event, &panel_run, panel_now);
}

void panel_wheel(int rows)
{
    SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = rows } };
    host_inspect_event(&panel, &event, &panel_run, panel_now);
}

bool panel_click(float x, float y)
{
    bool taken = panel_button(SDL_MOUSEBUTTONDOWN, x, y);
    panel_button(SDL_MOUSEBUTTONUP, x, y);
    panel_frame();
    return taken;
}

const host_Shown *panel_row_of(const char *path)
{
    static const host_Shown none;
    for (u32 i = 0; i < panel.shown_count; i++)
        if (strcmp(panel.shown[i].row.path, path) == 0) return &panel.shown[i];
    test_fail(__FILE__, __LINE__, "%s is not shown", path);
    return &none;
}

float panel_value_x(const char *path, float right) { return panel_row_of(path)->value.x + right; }
float panel_row_y(const char *path) { return panel_row_of(path)->area.y + 10; }

void panel_select(const char *path)
{
    panel_frame();
    panel_click(panel_row_of(path)->area.x + 60, panel_row_y(path));
}

void panel_click_value(const char *path) { panel_click(panel_value_x(path, 8), panel_row_y(path)); }

void panel_expand_scene(void)
{
    panel_frame();
    panel_key(SDLK_RIGHT);
    panel_frame();
}

void panel_reveal(const char *path)
{
    ed_State state = ed_run_state(&panel_run);
    panel_frame();
    host_inspect_reveal(&panel, &state, path);
    panel_frame();
    if (strcmp(panel.selected, path) != 0) test_fail(__FILE__, __LINE__, "%s is hidden", path);
}
