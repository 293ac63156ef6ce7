#include "runtime/attic/merge_fields.h"
#include "runtime/migrate/load_document.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

/// A state was retained when its game was loaded into the next newer layout. Now it is loaded into a
/// new one.
typedef struct Case {
    const char *old, *newer, *now;      // the fields of Game, in declarations that have Part
    const char *path, *value;           // an old value
    const char *differ;      // the new fields that may have more of it, "all" for the state
} Case;

/// The document of the states of the schema `from`, with one value set.
static ed_Span pack(const char *from, const char *to, const char *path, const char *value)
{
    if (!migrate_begin(from, to) || (path && !migrate_set(path, value)) || !migrate_pack())
        return (ed_Span){ NULL, 0 };
    u8 *copy = ed_arena_push(test_arena(), migrate.document.size, 8);
    memcpy(copy, migrate.document.bytes, migrate.document.size);
    return (ed_Span){ copy, migrate.document.size };
}

/// Retained states are loaded with the names of today.
static void no_names(const void *it, ed_DocumentTypes *types)
{
    (void)it;
    (void)types;
}

static bool load(ed_DocumentLoad *load, ed_Span document, ed_State *into, ed_Report *report)
{
    for (u32 i = 0; i < into->schema->state_count; i++) {
        ed_arena_reset(into->roots[i].arena);
        into->roots[i].at = NULL;
    }
    *load = (ed_DocumentLoad){
        .bytes = document, .state = into, .scratch = test_arena(), .report = report
    };
    ed_document_load_open(load);
    return ed_document_load_run(load, no_names, NULL);
}

static void add_marked(const ed_Merge *m, ed_Text *out)
{
    for (u32 t = 0; t < m->schema->type_count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++)
            if (m->types[t].fields[i].differs)
                ed_text_add(out, "%s%s.%s", out->size ? " " : "", m->types[t].type->name,
                            m->types[t].type->fields[i].name);
    for (u32 i = 0; i < m->schema->state_count; i++)
        if (m->whole[i]) ed_text_add(out, "%sall", out->size ? " " : "");
}

static const char *marked(const Case *one)
{
    static char text[300];
    ed_Merge m;
    ed_Report reports[2];
    ed_DocumentLoad newer, now;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_Span document = pack(one->old, one->newer, one->path, one->value);
    if (!document.at || !migrate_begin(one->newer, one->now)
        || !load(&newer, document, &migrate.old, &reports[0])
        || !load(&now, document, &migrate.new, &reports[1])
        || !ed_merge_open(&m, now.state->schema))
        return "it cannot be loaded";
    if (!ed_merge_mark_losses(&m, &now.plan, &newer.plan)) return "memory is full";
    add_marked(&m, &out);
    ed_merge_close(&m);
    return text;
}

TEST(a_field_differs_if_the_newer_layout_lost_what_it_has)
{
    static const Case cases[] = {
        { "state Game { u16 v; u8 w; }", "state Game { u8 v; u8 w; }",
          "state Game { u16 v; u8 w; }", "Game.v", "300", "Game.v" },
        { "state Game { u16 v; u8 w; }", "state Game { u8 v; u8 w; }",
          "state Game { u16 v; u8 w; }", "Game.v", "30", "" },
        { "state Game { u16 v; u8 w; }", "state Game { u8 w; }", "state Game { u16 v; u8 w; }",
          "Game.v", "0", "Game.v" },
        { "state Game { u16 v; u8 w; }", "state Game { u8 w; }", "state Game { u8 w; }", "Game.v",
          "30", "" },
        { "struct Part { u8 a; } state Game { Part v; u8 w; }",
          "struct Part { u8 a; } state Game { u8 w; }",
          "struct Part { u8 a; } state Game { Part v; u8 w; }", "Game.v.a", "7", "Game.v" },
        { "struct Part { u8 a; u8 b; } state Game { Part v; u8 w; }",
          "struct Part { u8 b; } state Game { Part v; u8 w; }",
          "struct Part { u8 a; u8 b; } state Game { Part v; u8 w; }", "Game.v.a", "7", "Part.a" },
        { "struct Part { u8 a; u8 b; } state Game { Part v; u8 w; }",
          "state Game { bool v; u8 w; }",
          "struct Part { u8 a; u8 b; } state Game { Part v; u8 w; }", "Game.v.a", "7", "Game.v" },
        { "state Game { u8 v; } state More { u8 w; }", "state Game { u8 v; }",
          "state Game { u8 v; } state More { u8 w; }", "More.w", "7", "all" },
        { "state Game { u8 v[3]; u8 w; }", "state Game { u8 v[2]; u8 w; }",
          "state Game { u8 other[..4] [[was(v)]]; u8 w; }", "Game.v", "[1,2,3]", "Game.other" },
        { "struct Part { u16 a; } state Game { Part v; u8 w; }",
          "struct Part { u8 a; } state Game { Part v; u8 w; }",
          "state Game { u16 a [[was(v.a)]]; u8 w; }", "Game.v.a", "700", "Game.a" },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) CHECK_TEXT(marked(&cases[i]), cases[i].differ);
}

/// Returns whether the merge of an old state with a document of `newer` needs no base.
static bool needs_no_base(const char *old, const char *newer, const char *now, const char *path)
{
    ed_Merge m;
    ed_Report reports[3];
    ed_DocumentLoad into_newer, into_now, of_newer;
    ed_Span document = pack(old, newer, path, "300"), after = pack(newer, now, NULL, NULL);
    bool good = load(&into_newer, document, &migrate.old, &reports[0])
             && load(&into_now, document, &migrate.new, &reports[1])
             && load(&of_newer, after, &migrate.new, &reports[2])
             && ed_merge_open(&m, migrate.new.schema);
    if (good) ed_merge_describe(&m, &into_now.plan, &of_newer.plan);
    good = good && ed_merge_mark_losses(&m, &into_now.plan, &into_newer.plan);
    if (!good) {
        test_fail(__FILE__, __LINE__, "%s cannot be merged with %s", old, newer);
        return false;
    }
    const bool is_now = ed_merge_base_is_now(&m, &of_newer.plan);
    ed_merge_close(&m);
    return is_now;
}

TEST(a_document_that_has_none_of_the_fields_is_its_own_base)
{
    const char *both = "state Game { u16 v; u8 w; }";
    CHECK(needs_no_base(both, "state Game { u8 w; }", both, "Game.v"));
    CHECK(!needs_no_base(both, "state Game { u8 v; u8 w; }", both, "Game.v"));
    CHECK(!needs_no_base(both, "state Game { u8 old [[was(v)]]; u8 w; }",
                         "state Game { u16 v [[was(old)]]; u8 w; }", "Game.v"));
    // a part of another state moves into it
    CHECK(!needs_no_base(both, "state Game { u8 w; } state More { u16 x; }",
                         "state Game { u16 v [[was(More.x)]]; u8 w; }", "Game.v"));
    CHECK(!needs_no_base("struct Part { u16 v; } state Game { Part a; Part b; }",
                         "struct Part { u8 v; } state Game { Part b; }",
                         "struct Part { u16 v; } state Game { Part a; Part b; }", "Game.b.v"));
}
