#include <math.h>
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/eddie.h"
#include "gen/schema.globals.h"

const Info infos[] = {
    [Kind_RUNNER] = { 0.5f, 6, wander },
    [Kind_HUNTER] = { 0.8f, 9, hunt },
    [Kind_BOMB] = { 0.1f, 3, burn },
};

static ed_Arena *state_arena;

static u32 roll(u32 sides)
{
    dice = dice * 1664525 + 1013904223;
    return (dice >> 8) % sides;
}

// --- the list of all things, in the order in which they think -----------------------------------

static void link_thing(Thing *thing)
{
    thing->next = first;
    if (first) first->previous = thing;
    first = thing;
}

static void unlink_thing(Thing *thing)
{
    if (thing->next) thing->next->previous = thing->previous;
    if (thing->previous) thing->previous->next = thing->next;
    else first = thing->next;
}

static void remove_thing(Thing *thing)
{
    char line[64];
    snprintf(line, sizeof line, "%s, which %s", thing->name, thing->does);
    news = ed_text_copy(state_arena, line);
    unlink_thing(thing);
    for (Thing *it = first; it; it = it->next) {
        if (it->target == thing) it->target = NULL;
        if (it->owner == thing) it->owner = thing->owner;
    }
    for (u32 i = 0; i < 2; i++)
        if (players[i].held == thing) players[i].held = NULL;
    if (last_hit == thing) last_hit = NULL;
    Thing_pool_free(&things, thing);
    removed++;
}

static void spawn(Thing *owner)
{
    Thing *thing = Thing_pool_add(state_arena, &things);
    if (!thing) return;
    thing->id = spawned++;
    thing->kind = (Kind)roll(3);
    thing->info = &infos[thing->kind];
    thing->health = thing->info->health;
    thing->think = thing->info->begin;
    thing->owner = owner;
    thing->x = (f32)roll(100);
    thing->y = (f32)roll(100);
    snprintf(thing->name, sizeof thing->name, "thing %u", thing->id);
    link_thing(thing);
}

// --- what things do ------------------------------------------------------------------------------

static void step_to(Thing *self, f32 x, f32 y)
{
    f32 dx = x - self->x, dy = y - self->y, far = sqrtf(dx * dx + dy * dy);
    if (far < 0.001f) return;
    self->x += dx / far * self->info->speed;
    self->y += dy / far * self->info->speed;
}

static Thing *pick(const Thing *self)
{
    u32 steps = roll(16);
    Thing *it = first;
    while (it && steps--) it = it->next;
    return it == self ? NULL : it;
}

void wander(Thing *self)
{
    step_to(self, (f32)roll(100), (f32)roll(100));
    self->does = words[0];
    if (roll(50) == 0) self->think = rule;
}

void hunt(Thing *self)
{
    if (!self->target) self->target = pick(self);
    if (!self->target) return;
    self->does = self->target == self->owner ? "hunts its owner" : "hunts";
    step_to(self, self->target->x, self->target->y);
    if (roll(4)) return;
    last_hit = self->target;
    self->target->health--;
    self->target->target = self;
    if (self->target->health <= 0) self->think = wander;
}

void burn(Thing *self)
{
    self->does = words[1];
    if (self->fuse && --self->fuse) return;
    for (Thing *it = first; it; it = it->next) it->health -= it->target == self;
    self->health = 0;
}

// --- squads: pointers in a list of the record's own type ----------------------------------------

static void lead_squad(Squad *it, u32 levels)
{
    it->leader = pick(NULL);
    while (levels && it->parts.count < 2)
        if (!Squad_array_add(state_arena, &it->parts)) return;
    for (u32 i = 0; levels && i < it->parts.count; i++) lead_squad(&it->parts.items[i], levels - 1);
}

// --- the module ----------------------------------------------------------------------------------

static void update_player(u32 i)
{
    Player *player = &players[i];
    if (!player->held && first) player->held = pick(NULL);
    if (!player->held) return;
    player->x += (player->held->x - player->x) * 0.1f;
    player->y += (player->held->y - player->y) * 0.1f;
    player->score += (u32)player->held->info->health + (player->held->owner != NULL);
}

static void update(ed_Host *host)
{
    state_arena = host->states[World_root].arena;
    if (host->tick % 3 == 0) spawn(first);
    for (Thing *it = first, *next; it; it = next) {
        next = it->next;
        it->think(it);
    }
    for (Thing *it = NULL; (it = Thing_pool_next(&things, it)) != NULL;)
        if (it->health <= 0) remove_thing(it);
    for (u32 i = 0; i < 2; i++) update_player(i);
    lead_squad(&squad, 2);
}

static void render(ed_Host *host) { (void)host; }

static const ed_Module module = {
    .abi = ED_ABI,
    .game = "linked",
    .title = "linked",
    .view_width = 16,
    .view_height = 9,
    .schema = &eddie_schema,
    .update = update,
    .render = render,
    .pack = ed_snapshot_write,
    .unpack = ed_snapshot_read,
};

const ed_Module *eddie_module(void) { return &module; }
