// A game that calls engine_present in update and render, also in trials. The macro NUMBER makes
// each build different.
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

void engine_present(void);      // of the program that loads this

static void update(ed_Host *host)
{
    ((Game *)host->states[Game_root].at)->tick += NUMBER > 0;
    engine_present();
}

static void render(ed_Host *host)
{
    ed_draw_rect(host->draw, 0, 0, 1, 1, NUMBER);
    engine_present();
}

static const ed_Module module = { .abi = ED_ABI,
                                  .game = "engine",
                                  .title = "Engine",
                                  .view_width = 100,
                                  .view_height = 100,
                                  .schema = &eddie_schema,
                                  .update = update,
                                  .render = render,
                                  .pack = ed_snapshot_write,
                                  .unpack = ed_snapshot_read };

const ed_Module *eddie_module(void) { return &module; }
