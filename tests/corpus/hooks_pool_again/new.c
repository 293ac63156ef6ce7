bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_Before *before)
{
    (void)arena;
    it->armor = (f32)ed_before_f64(before, "shield", 0) * 2;
    for (u32 i = 0; i < ed_before_count(before, "bag"); i++)
        it->total += (u32)ed_before_u64(before, i ? "bag[1].worth" : "bag[0].worth", 0);
    return true;
}

bool game_upgrade(ed_Arena *arena, Game *it, const ed_Before *before)
{
    (void)arena;
    it->actors_seen = ed_before_count(before, "actors") * 100
                    + (u32)ed_before_u64(before, "actors[1].bag[0].worth", 0);
    return true;
}
