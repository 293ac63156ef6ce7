bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
{
    (void)arena;
    it->armor = (f32)ed_old_f64(old, "shield", 0) * 2;
    for (u32 i = 0; i < ed_old_count(old, "bag"); i++)
        it->total += (u32)ed_old_u64(old, i ? "bag[1].worth" : "bag[0].worth", 0);
    return true;
}

bool game_upgrade(ed_Arena *arena, Game *it, const ed_OldRecord *old)
{
    (void)arena;
    it->actors_seen =
        ed_old_count(old, "actors") * 100 + (u32)ed_old_u64(old, "actors[1].bag[0].worth", 0);
    return true;
}
