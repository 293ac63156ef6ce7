#include <stdio.h>
#include "gen/schema.gen.h"

bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_Before *before)
{
    char title[32];
    f64 hp = ed_before_f64(before, "hp", 0);
    if (hp < 0) return ed_before_refuse(before, "hp %g is below zero", hp);
    it->life_percent = (u32)(hp * 10);
    snprintf(title, sizeof title, "Sir %s", ed_before_text(before, "name", "nobody"));
    ed_str_set(arena, &it->title, title);
    for (u32 i = 0; i < ed_before_count(before, "bag"); i++)
        it->riches += (u32)ed_before_u64(before, i ? "bag[1].worth" : "bag[0].worth", 0);
    ed_str_set(arena, &it->mood, ed_before_text(before, "mood", "?"));
    ed_str_set(arena, &it->shape, ed_before_text(before, "shape", "?"));
    it->corner = (i32)ed_before_i64(before, "grid[1][0]", 99);
    it->awake = ed_before_bool(before, "awake", false);
    if (ed_before_has(before, "missing") || ed_before_has(before, "bag[0]")) return false;
    it->missing = (f32)ed_before_f64(before, "pos.x", it->missing + 0.5);
    return true;
}
