#include "runtime/migrate/predict.h"
#include "runtime/snapshot/layout.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

/// A change of schema, and what its report says without any values.
typedef struct Change {
    const char *from, *to, *line;
} Change;

static const char *prediction(const Change *change)
{
    static char text[500];
    ed_Document now, next;
    ed_Schema schema;
    ed_Arena *arena = test_arena();
    ed_Writer w = test_writer();
    if (!migrate_begin(change->from, change->to) || !migrate_pack()) return "invalid";
    migrate.new.roots = NULL;      // writes the defaults
    ed_snapshot_write(&w, &migrate.new);
    ed_Error *error = &migrate.error;
    if (!ed_document_read(migrate.document.bytes, migrate.document.size, arena, &now, error)
        || !ed_document_read(w.bytes, w.size, arena, &next, error)
        || !ed_layout(&next, arena, &schema, error)
        || !ed_predict(&now, &schema, false, arena, &migrate.report, error))
        return migrate.error.text;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&migrate.report, &out);
    return text;
}

TEST(what_a_change_may_lose_is_predicted_from_types_alone)
{
    static const Change changes[] = {
        { "state Game { u8 v; }", "state Game { u8 v; }", "1 field kept" },
        { "state Game { u16 v; }", "state Game { u8 v; }",
          "0 fields kept, converted Game.v u16 -> u8 (may be saturated)" },
        { "state Game { u8 v; u8 w; }", "state Game { u8 w; }",
          "1 field kept, dropped Game.v (may hold values)" },
        { "state Game { u8 v; }", "state Game { u8 v; u8 w; }", "1 field kept, added Game.w = 0" },
        { "state Game { u8 v; } state More { u8 w; }", "state Game { u8 v; }",
          "1 field kept, dropped More (may hold values)" },
        { "state Game { u8 v; }", "state Game { u8 v; } state More { u8 w; }",
          "1 field kept, added More" },
        { "struct Part { u32 a; } state Game { Part v[]; }",
          "struct Part { u8 a; } state Game { Part v[]; }",
          "1 field kept, converted Part.a u32 -> u8 (may be saturated)" },
        { "state Game { u8 x; u8 y; u8 n; }",
          "struct Vec { u8 x; u8 y; } state Game { Vec pos [[was(.x = x, .y = y)]]; u8 n; }",
          "1 field kept, renamed Game.x -> pos.x, renamed Game.y -> pos.y" },
        { "state Game { u16 x; u8 n; }",
          "struct Vec { u8 x; } state Game { Vec pos [[was(.x = x)]]; u8 n; }",
          "1 field kept, renamed Game.x -> pos.x u16 -> u8 (may be saturated)" },
    };
    for (u32 i = 0; i < ED_COUNT(changes); i++)
        CHECK_TEXT(prediction(&changes[i]), changes[i].line);
}

TEST(initializers_that_give_new_fields_a_default_are_named)
{
    static const Change change = {
        "struct Part { u8 a; } state Game { Part v; }",
        "struct Part { u8 a; u8 b; } state Game { Part v = {.b = 7}; }",
        "",
    };
    char text[500];
    prediction(&change);
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&migrate.report, &out);
    CHECK_HAS(text, "added Part.b = 0");
    CHECK_HAS(text, "Game.v");
}
