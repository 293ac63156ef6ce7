#include <stdio.h>

bool item_upgrade(ed_Arena *arena, Item *it, const ed_OldRecord *old)
{
    (void)arena;
    it->price = ed_old_u64(old, "worth", 0) * 10;
    return true;
}

bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
{
    char title[64];
    it->armor = (f32)ed_old_f64(old, "shield", 0) * 2;
    snprintf(title, sizeof title, "%s the %uth", ed_old_text(old, "name", "?"),
             ed_old_count(old, "bag"));
    ed_str_set(arena, &it->title, title);
    it->worth = (u32)ed_old_u64(old, "held.worth", 1) + (u32)ed_old_u64(old, "bag[1].worth", 100);
    return true;
}

bool team_upgrade(ed_Arena *arena, Team *it, const ed_OldRecord *old)
{
    (void)arena;
    it->count = ed_old_count(old, "members");
    return true;
}

bool game_upgrade(ed_Arena *arena, Game *it, const ed_OldRecord *old)
{
    (void)arena;
    it->silver = (u32)ed_old_u64(old, "gold", 0) * 20 + ed_old_count(old, "teams");
    return true;
}
