#include "game/editor.h"
#include "game/roots.h"
#include "game/sim.h"
#include "gen/tools.gen.h"

#define LOOK_SPEED 11.0f      // pixels per update
#define BRUSH_MAX 9u
#define PALETTE_X 14.0f
#define PALETTE_Y 62.0f
#define PALETTE_EACH 50.0f
#define PALETTE_SIZE 42.0f
#define TILE_KINDS 6u
#define NO_STROKE INT32_MIN      // value of Editor.last_x outside of a stroke

static const char *tile_names[TILE_KINDS] = { "floor", "wall", "portal", "grate", "rune", "crack" };
static const ed_Color tile_colors[TILE_KINDS] = { GROUND_LIGHT, WALL_TOP_LIT, VIOLET,
                                                  GROUND_DARK,  AMBER_DEEP,   GROUND_LINE };

typedef struct Work {
    Editor *editor;
    Map *map;
    ed_Arena *arena;      // of Editor
    const ed_Input *input;
} Work;

// --- Painting and undo ---------------------------------------------------------------------------

/// Drops the oldest quarter of the edits when the list is full.
static void undo_shorten(Editor *editor)
{
    u32 gone = UNDO_MAX / 4;
    if (editor->undo.count < UNDO_MAX) return;
    for (u32 i = gone; i < editor->undo.count; i++)
        editor->undo.items[i - gone] = editor->undo.items[i];
    editor->undo.count -= gone;
}

static void paint_tile(Work *work, i32 x, i32 y, Tile tile)
{
    bool inside = x >= 1 && y >= 1 && x < (i32)MAP_WIDTH - 1 && y < (i32)MAP_HEIGHT - 1;
    if (!inside || work->map->tiles[y][x] == tile) return;
    undo_shorten(work->editor);
    TileEdit *edit = TileEdit_array_add(work->arena, &work->editor->undo);
    if (!edit) return;
    edit->x = (u16)x;
    edit->y = (u16)y;
    edit->before = work->map->tiles[y][x];
    edit->stroke = work->editor->stroke;
    work->map->tiles[y][x] = tile;
}

static void paint_brush(Work *work, i32 x, i32 y, Tile tile)
{
    i32 size = (i32)work->editor->brush_size;
    for (i32 row = 0; row < size; row++) {
        for (i32 column = 0; column < size; column++) {
            paint_tile(work, x - size / 2 + column, y - size / 2 + row, tile);
        }
    }
}

/// Paints a line from the last position of the mouse to x, y.
static void paint_line(Work *work, i32 x, i32 y, Tile tile)
{
    Editor *editor = work->editor;
    i32 from_x = editor->last_x, from_y = editor->last_y;
    i32 wide = x - from_x, high = y - from_y;
    i32 across = wide < 0 ? -wide : wide, down = high < 0 ? -high : high;
    i32 steps = across > down ? across : down;
    for (i32 i = 0; i <= steps; i++) {
        i32 at_x = steps ? from_x + wide * i / steps : x;
        i32 at_y = steps ? from_y + high * i / steps : y;
        paint_brush(work, at_x, at_y, tile);
    }
    editor->last_x = x;
    editor->last_y = y;
}

static void undo(Work *work)
{
    TileEdit_array *edits = &work->editor->undo;
    if (!edits->count) return;
    u32 stroke = edits->items[edits->count - 1].stroke;
    while (edits->count && edits->items[edits->count - 1].stroke == stroke) {
        TileEdit *edit = &edits->items[--edits->count];
        work->map->tiles[edit->y % MAP_HEIGHT][edit->x % MAP_WIDTH] = edit->before;
    }
}

// --- Input ---------------------------------------------------------------------------------------

static void mouse_tile(const Work *work, i32 *x, i32 *y)
{
    *x = map_tile_index(work->input->mouse_x + work->editor->camera.x - VIEW_WIDTH * 0.5f);
    *y = map_tile_index(work->input->mouse_y + work->editor->camera.y - VIEW_HEIGHT * 0.5f);
}

/// Selects a tile if the palette is clicked. Returns true if the mouse is on the palette.
static bool use_palette(Work *work)
{
    const ed_Input *input = work->input;
    f32 along = (input->mouse_y - PALETTE_Y) / PALETTE_EACH;
    bool on = input->mouse_x < PALETTE_X + PALETTE_SIZE + 8 && along >= 0 && along < TILE_KINDS;
    if (on && input->mouse_pressed[ED_MOUSE_LEFT]) work->editor->brush = (Tile)along;
    return on;
}

static void use_mouse(Work *work)
{
    const ed_Input *input = work->input;
    Editor *editor = work->editor;
    i32 x, y;
    mouse_tile(work, &x, &y);
    if (input->wheel > 0 && editor->brush_size < BRUSH_MAX) editor->brush_size++;
    if (input->wheel < 0 && editor->brush_size > 1) editor->brush_size--;
    bool begins = input->mouse_pressed[ED_MOUSE_LEFT] || input->mouse_pressed[ED_MOUSE_RIGHT];
    // A short click may have ended before this update, so that only mouse_pressed reports it.
    bool left = input->mouse_down[ED_MOUSE_LEFT] || input->mouse_pressed[ED_MOUSE_LEFT];
    bool right = input->mouse_down[ED_MOUSE_RIGHT] || input->mouse_pressed[ED_MOUSE_RIGHT];
    if (begins || (!left && !right)) editor->last_x = NO_STROKE;
    if (use_palette(work)) return;
    if (begins) {
        editor->stroke++;
        editor->last_x = x;
        editor->last_y = y;
    }
    // The button may have been pressed on the palette, or before the editor was opened.
    if (editor->last_x == NO_STROKE) return;
    if (left) paint_line(work, x, y, editor->brush);
    else if (right) paint_line(work, x, y, Tile_FLOOR);
}

static void look_around(Editor *editor, const ed_Input *input)
{
    Vec2 to = vec2_add(editor->camera, vec2_scale(intent_keys(input), LOOK_SPEED));
    editor->camera.x = clamp(to.x, 0, MAP_WIDTH * TILE_SIZE);
    editor->camera.y = clamp(to.y, 0, MAP_HEIGHT * TILE_SIZE);
}

static void use_keys(Work *work)
{
    const bool *pressed = work->input->key_pressed;
    Editor *editor = work->editor;
    bool runs = editor->world == EditorWorld_RUNNING;
    for (u32 i = 0; i < TILE_KINDS; i++) {
        if (pressed[ED_KEY_1 + (i32)i]) editor->brush = (Tile)i;
    }
    if (pressed[ED_KEY_G]) editor->grid = !editor->grid;
    if (pressed[ED_KEY_R]) editor->world = runs ? EditorWorld_PAUSED : EditorWorld_RUNNING;
    if (pressed[ED_KEY_Z]) undo(work);
    if (pressed[ED_KEY_N]) {
        map_generate(work->map, work->map->seed + 1);
        editor->undo.count = 0;
    }
    look_around(editor, work->input);
}

void editor_update(ed_Host *host)
{
    ed_RootMemory *block = root_editor(host);
    Game *game = root_game(host)->at;
    Work work = {
        .editor = block->at, .map = &game->map, .arena = block->arena, .input = host->input
    };
    if (host->input->key_pressed[ED_KEY_TAB]) {
        work.editor->open = !work.editor->open;
        work.editor->camera = game->camera.pos;
        work.editor->last_x = NO_STROKE;
    }
    if (!work.editor->open) return;
    use_keys(&work);
    use_mouse(&work);
}

// --- Drawing -------------------------------------------------------------------------------------

static void draw_grid(const View *view)
{
    f32 left = floorf(view->corner.x / TILE_SIZE) * TILE_SIZE;
    f32 top = floorf(view->corner.y / TILE_SIZE) * TILE_SIZE;
    f32 right = view->corner.x + view->draw->width, bottom = view->corner.y + view->draw->height;
    ed_Color color = color_fade(WHITE, 0.09f);
    for (f32 x = left; x < right; x += TILE_SIZE)
        ed_draw_rect(view->draw, x, top, 1, bottom - top, color);
    for (f32 y = top; y < bottom; y += TILE_SIZE)
        ed_draw_rect(view->draw, left, y, right - left, 1, color);
    ed_draw_rect_outline(view->draw, 0, 0, MAP_WIDTH * TILE_SIZE, MAP_HEIGHT * TILE_SIZE, 2,
                         color_fade(AMBER, 0.6f));
}

static void draw_brush(const View *view)
{
    const Editor *editor = view->editor;
    f32 size = (f32)editor->brush_size * TILE_SIZE;
    i32 half = (i32)editor->brush_size / 2;
    f32 x = (f32)(map_tile_index(view->mouse.x + view->corner.x) - half) * TILE_SIZE;
    f32 y = (f32)(map_tile_index(view->mouse.y + view->corner.y) - half) * TILE_SIZE;
    ed_draw_rect(view->draw, x, y, size, size,
                 color_fade(tile_colors[editor->brush % TILE_KINDS], 0.45f));
    ed_draw_rect_outline(view->draw, x, y, size, size, 2,
                         color_fade(AMBER_PALE, 0.6f + 0.4f * pulse(view->seconds, 1)));
}

static void draw_palette(const View *view)
{
    for (u32 i = 0; i < TILE_KINDS; i++) {
        f32 y = PALETTE_Y + PALETTE_EACH * (f32)i;
        bool chosen = view->editor->brush == (Tile)i;
        char text[4];
        ed_Text out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "%u", i + 1);
        ed_draw_rect(view->draw, PALETTE_X - 5, y - 5, chosen ? 130 : PALETTE_SIZE + 10,
                     PALETTE_EACH - 2, PANEL);
        ed_draw_rect(view->draw, PALETTE_X, y, PALETTE_SIZE, PALETTE_SIZE - 6, tile_colors[i]);
        ed_draw_rect_outline(view->draw, PALETTE_X, y, PALETTE_SIZE, PALETTE_SIZE - 6,
                             chosen ? 3 : 1, chosen ? AMBER_PALE : color_fade(WALL_EDGE, 0.6f));
        paint_text(view, PALETTE_X + 4, y + 2, 12, ED_ALIGN_LEFT, TEXT, text);
        if (!chosen) continue;
        paint_text(view, PALETTE_X + PALETTE_SIZE + 12, y + 9, 15, ED_ALIGN_LEFT, AMBER_PALE,
                   tile_names[i]);
    }
}

void draw_editor(const View *view)
{
    const Editor *editor = view->editor;
    f32 width = view->draw->width, height = view->draw->height;
    bool runs = editor->world == EditorWorld_RUNNING;
    char text[96];
    paint_world_begin(view);
    if (editor->grid) draw_grid(view);
    draw_brush(view);
    paint_screen_begin(view);
    ed_draw_rect_outline(view->draw, 0, 0, width, height, 3, runs ? GREEN : AMBER);
    ed_draw_rect(view->draw, 3, 3, width - 6, 36, PANEL);
    paint_text(view, 14, 11, 18, ED_ALIGN_LEFT, AMBER_PALE, "MAP EDITOR");
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "world %s    brush %u    undo %u", runs ? "running" : "paused",
                editor->brush_size, editor->undo.count);
    paint_text(view, width - 14, 12, 15, ED_ALIGN_RIGHT, runs ? GREEN : TEXT_DIM, text);
    draw_palette(view);
    ed_draw_rect(view->draw, 3, height - 35, width - 6, 32, PANEL);
    paint_text(view, width / 2, height - 27, 14, ED_ALIGN_CENTER, TEXT_DIM,
               "LEFT paint   RIGHT clear   WHEEL brush   1-6 tile   Z undo   "
               "G grid   R run   N new map   WASD look   TAB back");
}
