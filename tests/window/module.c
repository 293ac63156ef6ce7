// A module that changes little by itself, so that what the inspector writes can be read back.
#include "gen/schema.gen.h"
#include "runtime/eddie.h"
#include "runtime/types/pool.h"

#define ENEMIES 40
#define DOTS    1000000

static void start(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    ed_Arena *arena = host->states[Game_root].arena;
    Enemy_ref refs[ENEMIES];
    for (unsigned i = 0; i < ENEMIES; i++) {
        Enemy *enemy = Enemy_pool_add(arena, &game->enemies);
        enemy->id = i + 1;
        enemy->pos.x = (float)i * 12.5f;
        refs[i] = Enemy_pool_ref(&game->enemies, enemy);
    }
    for (unsigned i = 1; i < ENEMIES; i++) game->enemies.items[i].target = refs[(i * 7) % ENEMIES];
    Enemy_pool_remove(&game->enemies, refs[14]);
    game->enemies.items[1].held.ammo = 12;
    game->enemies.items[1].has_held = true;
    for (unsigned i = 0; i < DOTS; i++) Dot_array_add(arena, &game->dots)->x = (float)i;
}

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
    for (int i = 0; i < ED_KEY_COUNT; i++) game->keys += host->input->key_pressed[i];
    game->clicks += host->input->mouse_pressed[ED_MOUSE_LEFT];
    if (game->small == 13) *(volatile int *)0 = 1;
}

static void render(ed_Host *host)
{
    ed_draw_rect(host->draw, 0, 0, 640, 360, 0x1d2430ff);
    ed_draw_text(host->draw, 20, 20, 20, ED_ALIGN_LEFT, 0xe0e0e0ff, "frame %llu",
                 (unsigned long long)host->tick);
}

static const ed_Module module = {
    .abi = ED_ABI, .game = "kinds", .title = "kinds", .view_width = 640, .view_height = 360,
    .schema = &eddie_schema,
    .start = start, .update = update, .render = render, .pack = ed_snapshot_write,
    .unpack = ed_snapshot_read,
};

const ed_Module *eddie_module(void) { return &module; }
