#include "runtime/types/link_fields.h"
#include <stdio.h>
#include <string.h>
#include "runtime/snapshot/defaults.h"
#include "runtime/value/value.h"
#include "tests/lib/schema_text.h"
#include "tests/lib/test.h"

static char seen[200];

static bool is_pointer(const ed_Field *field) { return field->kind == ED_RECORD_PTR; }

static void see(void *it, const ed_LinkRun *run)
{
    CHECK(it == seen && run->link->field->kind == ED_RECORD_PTR);
    for (u32 i = 0; i < run->count; i++) {
        u32 size = (u32)strlen(seen);
        CHECK(run->at[i * run->stride] == 0);
        snprintf(seen + size, sizeof seen - size, "%s%s.%s", size ? " " : "", run->owner->name,
                 run->link->field->name);
    }
}

/// Visits the pointers in the default of a schema, after setting a value.
static const char *visit(const char *words, const char *path, const char *value)
{
    const ed_Schema *schema = test_schema(test_arena(), words);
    ed_RootMemory root = { .arena = test_arena() };
    ed_State state = { .schema = schema, .roots = &root };
    ed_ValueRef ref;
    ed_Links links;
    ed_Error error = { .code = ED_OK };
    root.at = ed_state_init(schema->states[0], root.arena);
    if (path && (!ed_value_find(&state, path, &ref, &error) || !ed_value_set(&ref, value, &error)))
        return "not set";
    seen[0] = 0;
    if (!ed_links_find(schema, is_pointer, test_arena(), &links)) return "no memory";
    ed_links_each(&links, &root, see, seen);
    return seen;
}

#define ITEM "struct Item { u32 id; Item *p; } "

TEST(links_are_visited_in_every_shape)
{
    static const struct {
        const char *words, *path, *value, *seen;
    } all[] = {
        { "struct Item { u32 id; } state Game { Item a; Item *p; u8 n; Item *q; }", NULL, NULL,
          "Game.p Game.q" },
        { ITEM "state Game { Item a[2]; }", NULL, NULL, "Item.p Item.p" },
        { ITEM "state Game { Item a[..4]; Item *b[2]; }", "Game.a", "[{},{}]",
          "Item.p Item.p Game.b Game.b" },
        { ITEM "state Game { Item a[]; }", "Game.a", "[{}]", "Item.p" },
        { ITEM "state Game { Item a [[optional]]; }", NULL, NULL, "" },
        { ITEM "state Game { Item a [[optional]]; }", "Game.a", "{}", "Item.p" },
        { ITEM "union U { f32 x; Item *q; } state Game { Item a; U u; }", NULL, NULL, "Item.p" },
        { ITEM "union U { f32 x; Item *q; } state Game { Item a; U u; }", "Game.u", "q",
          "Item.p U.q" },
        { "struct Node { Node *up; Node below[]; } state Game { Node top; }", "Game.top.below",
          "[{}, {}]", "Node.up Node.up Node.up" },
        { "struct Node { Node below[]; Node *up; } state Game { Node top; }", "Game.top.below",
          "[{}, {}]", "Node.up Node.up Node.up" },
        { "struct Item { u32 id; } state Game { Item a; }", NULL, NULL, "" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        CHECK_TEXT(visit(all[i].words, all[i].path, all[i].value), all[i].seen);
}

TEST(each_field_with_links_has_a_number)
{
    ed_Links links;
    const ed_Schema *schema = test_schema(
        test_arena(), "struct Item { Item *p; u8 n; Item *q; } state Game { Item a; Item *r; }");
    CHECK(ed_links_find(schema, is_pointer, test_arena(), &links));
    CHECK_EQ(links.field_count, 3);
    u32 numbers = 0;
    for (u32 t = 0; t < schema->type_count; t++)
        for (u32 i = 0; i < links.types[t].count; i++)
            if (!links.types[t].items[i].inner) numbers |= 1u << links.types[t].items[i].number;
    CHECK_EQ(numbers, 7);
}
