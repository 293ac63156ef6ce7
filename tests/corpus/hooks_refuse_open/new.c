bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
{
    (void)arena;
    f64 shield = ed_old_f64(old, "shield", 0);
    if (shield < 0) return ed_old_refuse(old, "a shield of %g", shield);
    it->armor = (f32)shield;
    return true;
}
