/// Last Ember: survive a fight in the dark for as long as you can. This file exports the module,
/// and nothing else is exported.
#include "game/debug.h"
#include "game/editor.h"
#include "game/game.h"
#include "game/paint.h"
#include "game/roots.h"
#include "gen/tools.gen.h"

#define SHAKE_PIXELS 15.0f
#define ANIMATION_TICKS \
    36000u      // 10 minutes; then View.seconds restarts at 0: large floats are imprecise

static void update(ed_Host *host)
{
    Editor *editor = root_editor(host)->at;
    editor_update(host);
    bool frozen = editor->open && editor->world == EditorWorld_PAUSED;
    game_update(host, frozen, editor->open);
    debug_update(host);
}

/// Returns the top left corner of the view: at the game's camera with its shake, or at the editor's
/// camera.
static Vec2 corner_of(const Game *game, const Editor *editor, f32 seconds)
{
    Vec2 center = editor->open ? editor->camera : game->camera.pos;
    f32 shake = editor->open ? 0 : game->camera.shake * game->camera.shake * SHAKE_PIXELS;
    center.x += shake * sinf(seconds * 71);
    center.y += shake * sinf(seconds * 89 + 2);
    return vec2(floorf(center.x - VIEW_WIDTH * 0.5f), floorf(center.y - VIEW_HEIGHT * 0.5f));
}

static View view_of(ed_Host *host)
{
    View view = { .draw = host->draw,
                  .game = root_game(host)->at,
                  .editor = root_editor(host)->at,
                  .debug = root_debug(host)->at,
                  .assets = root_assets(host)->at };
    view.seconds = (f32)(u32)(view.game->tick % ANIMATION_TICKS) * TICK;
    view.corner = corner_of(view.game, view.editor, view.seconds);
    view.mouse = view.game->mouse;
    return view;
}

static void render(ed_Host *host)
{
    View view = view_of(host);
    paint_world_begin(&view);
    draw_ground(&view);
    draw_actors(&view);
    draw_effects(&view);
    if (view.editor->open) {
        draw_editor(&view);
    } else {
        draw_hud(&view);
        if (view.game->mode == Mode_TITLE) draw_title(&view);
        if (view.game->mode == Mode_OVER) draw_game_over(&view);
    }
    draw_debug(&view, host);
}

static const ed_Module module = { .abi = ED_ABI,
                                  .game = "arena",
                                  .title = "Last Ember",
                                  .view_width = VIEW_WIDTH,
                                  .view_height = VIEW_HEIGHT,
                                  .schema = &eddie_schema,
                                  .load = art_load,
                                  .start = game_start,
                                  .update = update,
                                  .render = render,
                                  .pack = ed_snapshot_write,
                                  .unpack = ed_snapshot_read };

const ed_Module *eddie_module(void) { return &module; }
