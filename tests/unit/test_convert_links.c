#include <string.h>
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

#define POOLS \
    " struct Other { u8 n; } state Pools { Thing things[] [[pool]]; Other others[] [[pool]]; }"
#define ITEMS "Thing.n: 1 exact; Other.n: 1 exact; "

TEST(a_handle_keeps_its_item_unless_it_refers_to_another_type)
{
    static const MigrateCase cases[] = {
        { "ref(Thing) v", "ref(Thing) v", "[0,1]", "[0,1]", ITEMS "1 exact" },
        { "ref(Thing) v", "ref(Thing) v", "null", "null", ITEMS "1 exact" },
        { "ref(Thing) v", "ref(Other) v", "[0,1]", "null", ITEMS "1 defaulted" },
        { "ref(Thing) v", "ref(Other) v", "null", "null", ITEMS "1 exact" },
        { "ref(Thing) v", "u32 v = 5", "[0,1]", "5", ITEMS "1 defaulted" },
        { "u32 v", "ref(Thing) v", "1", "null", ITEMS "1 defaulted" },
    };
    CHECK_MIGRATED("struct Thing { u8 n; }" POOLS, "struct Thing { u8 n; }" POOLS, cases);
}

TEST(a_handle_keeps_its_item_if_the_type_was_renamed)
{
    static const MigrateCase cases[] = {
        { "ref(Old) v", "ref(Thing) v", "[0,1]", "[0,1]", "Thing.n: 1 exact; 1 exact" },
    };
    CHECK_MIGRATED("struct Old { u8 n; } state Pools { Old things[] [[pool]]; }",
                   "struct Thing [[was(Old)]] { u8 n; }" POOLS, cases);
}

TEST(a_pointer_is_kept_by_a_reload_and_is_null_in_another_run)
{
    for (u32 live = 0; live < 2; live++) {
        u64 pointers[2] = { 0, 0x1234 }, found;      // of an item, and its other bytes
        CHECK(migrate_begin("struct Item { u8 n; ptr at [[live]]; } state Game { Item all[1]; }",
                            "struct Item { ptr at [[live]]; u16 n; } state Game { Item all[1]; }"));
        memcpy(migrate.old.roots[0].at, pointers, sizeof pointers);
        migrate.old.live = true;      // the row table has the pointer
        migrate.new.live = live;
        CHECK(migrate_pack() && migrate_load());
        memcpy(&found, migrate.new.roots[0].at, sizeof found);
        CHECK_EQ(found, live ? pointers[1] : 0);
    }
}
