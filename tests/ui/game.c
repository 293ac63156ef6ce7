#include "tests/ui/game.h"
#include "runtime/attic/snapshot.h"

Scene *ui_scene;
Other *ui_other;

static void load(ed_Host *host)
{
    ui_scene = host->states[Scene_root].at;
    ui_other = host->states[Other_root].at;
}

static void start(ed_Host *host)
{
    ed_Arena *arena = host->states[Scene_root].arena;
    ed_str_set(arena, &ui_scene->note, "a note");
    ui_scene->has_at = true;
    ui_scene->path_count = 2;
    for (u32 i = 0; i < 3; i++) {
        Foe *foe = Foe_pool_add(arena, &ui_scene->foes);
        foe->id = 7 + i;
        if (i == 1) ui_scene->target = Foe_pool_ref(&ui_scene->foes, foe);
    }
}

static void update(ed_Host *host)
{
    (void)host;
    ui_other->longer_than_the_column_of_names++;
}

static void render(ed_Host *host)
{
    ed_draw_rect(host->draw, 0, 0, 160, 180, 0xff0000ff);
    ed_draw_rect(host->draw, 160, 0, 160, 180, 0x0000ffff);
}

const ed_Module ui_game = { .abi = ED_ABI,
                            .game = "ui",
                            .view_width = 320,
                            .view_height = 180,
                            .schema = &eddie_schema,
                            .load = load,
                            .start = start,
                            .update = update,
                            .render = render,
                            .pack = ed_snapshot_write,
                            .unpack = ed_snapshot_read };
