#include <stdio.h>
#include "gen/schema.gen.h"

bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
{
    char title[32];
    f64 hp = ed_old_f64(old, "hp", 0);
    if (hp < 0) return ed_old_refuse(old, "hp %g is below zero", hp);
    it->life_percent = (u32)(hp * 10);
    snprintf(title, sizeof title, "Sir %s", ed_old_text(old, "name", "nobody"));
    ed_str_set(arena, &it->title, title);
    for (u32 i = 0; i < ed_old_count(old, "bag"); i++)
        it->riches += (u32)ed_old_u64(old, i ? "bag[1].worth" : "bag[0].worth", 0);
    ed_str_set(arena, &it->mood, ed_old_text(old, "mood", "?"));
    ed_str_set(arena, &it->shape, ed_old_text(old, "shape", "?"));
    it->corner = (i32)ed_old_i64(old, "grid[1][0]", 99);
    it->awake = ed_old_bool(old, "awake", false);
    if (ed_old_has(old, "missing") || ed_old_has(old, "bag[0]")) return false;
    it->missing = (f32)ed_old_f64(old, "pos.x", it->missing + 0.5);
    return true;
}
