#include "gen/schema.gen.h"

bool profile_upgrade(ed_Arena *arena, Profile *it, const ed_OldRecord *old)
{
    if (ed_old_has(old, "rank")) return ed_old_refuse(old, "a new state has no old values");
    it->rank += (u32)ed_old_u64(old, "Game.score", 0);
    it->third = (u32)ed_old_u64(old, "Game.wins[2]", 0);
    it->started = ed_old_has(old, "Game.score") && !ed_old_has(old, "Other.score");
    return ed_str_set(arena, &it->name, ed_old_text(old, "Game.name", "?"));
}
