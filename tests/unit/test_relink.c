#include "runtime/run/relink.h"
#include <string.h>
#include "tests/lib/test.h"

static void old_stand(void) {}
static void old_chase(void) {}
static void unlisted(void) {}
static void new_stand(void) {}
static void new_chase(void) {}

typedef void Function(void);

static Function *const before[] = { NULL, old_stand, old_chase }, *const after[] = { NULL,
                                                                                     new_chase,
                                                                                     new_stand };
static const ed_Value old_values[] = { { .name = "null" },
                                       { .name = "stand", .number = 1 },
                                       { .name = "chase", .number = 2 } },
                      new_values[] = { { .name = "null" },
                                       { .name = "chase", .number = 2 },
                                       { .name = "stand", .number = 1 } };

typedef struct Game {
    Function *think[4];
    u32 count;
} Game;

/// A schema with one state, in the memory of `types`.
static ed_Schema schema_of(ed_Type types[2], ed_Field fields[2], const ed_Type *list[2])
{
    fields[0] = (ed_Field){ .name = "think", .kind = ED_SYMBOL, .shape = ED_FIXED, .type = types };
    fields[0].size = 8;
    fields[0].count = fields[0].dims[0] = 4;
    fields[1] = (ed_Field){ .name = "count", .kind = ED_U32, .size = 4, .count = 1, .offset = 32 };
    types[1] = (ed_Type){ .name = "Game", .kind = ED_STRUCT, .size = sizeof(Game), .align = 8 };
    types[1].fields = fields;
    types[1].field_count = 2;
    list[0] = &types[0];
    list[1] = &types[1];
    return (ed_Schema){ .types = list, .type_count = 2, .states = list + 1, .state_count = 1 };
}

TEST(pointers_into_the_old_module_lead_to_the_same_names_of_the_new_one)
{
    ed_Type types[2][2] = { { { .name = "Think", .kind = ED_SYMBOL, .base = ED_U64 } },
                            { { .name = "Think", .kind = ED_SYMBOL, .base = ED_U64 } } };
    ed_Field fields[2][2];
    const ed_Type *lists[2][2];
    ed_Error error = { .code = ED_OK };
    Game game = { { old_chase, NULL, unlisted, old_stand }, 7 };
    ed_RootMemory root = { .at = &game };
    for (u32 i = 0; i < 2; i++) {
        types[i][0].values = i ? new_values : old_values;
        types[i][0].addresses = i ? after : before;
        types[i][0].value_count = 3;
    }
    ed_Schema from = schema_of(types[0], fields[0], lists[0]),
              to = schema_of(types[1], fields[1], lists[1]);
    CHECK(ed_relink(&from, &to, &root, &error));
    CHECK(game.think[0] == new_chase && !game.think[1] && !game.think[2]
          && game.think[3] == new_stand && game.count == 7);
    CHECK(ed_relink(&to, &from, &root, &error));
    CHECK(game.think[0] == old_chase && game.think[3] == old_stand);
}
