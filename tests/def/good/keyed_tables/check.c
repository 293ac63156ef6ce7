#include "../check.h"
#include "gen/schema.gen.h"
#include "runtime/types/keyed_table.h"
#include "runtime/types/symbol.h"

static void check(ed_Arena *arena)
{
    static Game game;
    ed_Error error = { .code = ED_OK };
    Game_init(arena, &game);
    CHECK(!game.held && !game.bag_count && !game.deal && items_type.value_count == 1);
    CHECK(eddie_schema.keyed_count == 2);
    for (u32 i = 0; i < 2; i++) CHECK(ed_keyed_table_read(eddie_schema.keyed[i], &error));
    CHECK(items_type.value_count == 3 && deals_type.value_count == 3);
    game.held = &items[1];
    game.deal = &deals[0];
    CHECK(strcmp(ed_symbol_value(&items_type, &game.held)->name, "gun") == 0);
    CHECK(strcmp(ed_symbol_value(&deals_type, &game.deal)->name, "7") == 0);
    ed_symbol_store(&deals_type, ed_value_by_name(&deals_type, "12", 2), &game.deal);
    CHECK(game.deal == &deals[1] && game.deal->discount == 0.25f);
    items_type.value_count = deals_type.value_count = 1;      // as before they were read
    items_type.open_values = deals_type.open_values = true;
}
