#include <stdio.h>

bool item_upgrade(ed_Arena *arena, Item *it, const ed_Before *before)
{
    (void)arena;
    it->price = ed_before_u64(before, "worth", 0) * 10;
    return true;
}

bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_Before *before)
{
    char title[64];
    it->armor = (f32)ed_before_f64(before, "shield", 0) * 2;
    snprintf(title, sizeof title, "%s the %uth", ed_before_text(before, "name", "?"),
             ed_before_count(before, "bag"));
    ed_str_set(arena, &it->title, title);
    it->worth = (u32)ed_before_u64(before, "held.worth", 1)
              + (u32)ed_before_u64(before, "bag[1].worth", 100);
    return true;
}

bool team_upgrade(ed_Arena *arena, Team *it, const ed_Before *before)
{
    (void)arena;
    it->count = ed_before_count(before, "members");
    return true;
}

bool game_upgrade(ed_Arena *arena, Game *it, const ed_Before *before)
{
    (void)arena;
    it->silver = (u32)ed_before_u64(before, "gold", 0) * 20 + ed_before_count(before, "teams");
    return true;
}
