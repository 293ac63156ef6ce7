bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_Before *before)
{
    (void)arena;
    f64 shield = ed_before_f64(before, "shield", 0);
    if (shield < 0) return ed_before_refuse(before, "a shield of %g", shield);
    it->armor = (f32)shield;
    return true;
}
