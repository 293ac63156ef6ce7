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

// --- texts ---------------------------------------------------------------------------------------

typedef struct Words {
    const char *all[5];
} Words;

static const ed_Field words_field = {
    .name = "all", .kind = ED_TEXT_PTR, .shape = ED_FIXED, .size = 8, .count = 5, .dims = { 5 }
};
static const ed_Type words_type = { .name = "Words",
                                    .kind = ED_STRUCT,
                                    .size = sizeof(Words),
                                    .align = 8,
                                    .fields = &words_field,
                                    .field_count = 1 };
static const ed_Type *const words_types[] = { &words_type };
static const ed_Schema words_schema = {
    .types = words_types, .type_count = 1, .states = words_types, .state_count = 1
};

TEST(texts_outside_of_the_states_are_copied_and_neighbors_share_a_copy)
{
    ed_Arena *arena = test_arena();
    ed_Error error = { .code = ED_OK };
    char literal[] = "literal", other[] = "other";
    Words *words = ed_arena_push(arena, sizeof *words, 8);
    const char *inside = ed_text_copy(arena, "inside");
    *words = (Words){ { literal, literal, NULL, inside, other } };
    ed_RootMemory root = { words, arena };
    size_t used = arena->used;
    CHECK(ed_relink(&words_schema, &words_schema, &root, &error));
    CHECK_EQ(arena->used - used, sizeof literal + sizeof other);
    literal[0] = other[0] = '?';
    CHECK_TEXT(words->all[0], "literal");
    CHECK_TEXT(words->all[4], "other");
    CHECK(words->all[1] == words->all[0] && !words->all[2] && words->all[3] == inside);
    used = arena->used;
    CHECK(ed_relink(&words_schema, &words_schema, &root, &error));
    CHECK_EQ(arena->used, used);
}

TEST(texts_that_do_not_fit_are_refused_and_nothing_changes)
{
    ed_Arena *arena = test_arena();
    ed_Error error = { .code = ED_OK };
    const char *const text = "a text that is too long";
    Words *words = ed_arena_push(arena, sizeof *words, 8);
    *words = (Words){ { "a", text, NULL, "b", NULL } };
    ed_RootMemory root = { words, arena };
    size_t used = arena->used;
    arena->limit = used + 10;
    CHECK(!ed_relink(&words_schema, &words_schema, &root, &error));
    CHECK_HAS(error.text, "is full");
    CHECK(arena->used == used && !arena->refused && words->all[1] == text);
}
