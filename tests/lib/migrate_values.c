#include "tests/lib/migrate_values.h"
#include <stdio.h>
#include "runtime/snapshot/defaults.h"
#include "runtime/value/value.h"
#include "tests/lib/rows.h"
#include "tests/lib/schema_text.h"

#define STATES_MAX 4u
#define RECORDS 3u      // in a list or an array

Migrate migrate;

static char text[8000];

// --- schemas and states --------------------------------------------------------------------------

enum { OLD_SCHEMA, NEW_SCHEMA, DOCUMENT, REPORT, OLD_STATES, NEW_STATES = OLD_STATES + STATES_MAX };

/// One of the arenas that all tests reuse, emptied.
static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[NEW_STATES + STATES_MAX];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "values", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

static ed_State state_of(const ed_Schema *schema, ed_RootMemory *roots, u32 arena)
{
    for (u32 i = 0; i < STATES_MAX; i++) roots[i] = (ed_RootMemory){ NULL, arena_at(arena + i) };
    return (ed_State){ .game = "", .schema = schema, .roots = roots };
}

bool migrate_begin(const char *from, const char *to)
{
    static ed_RootMemory old[STATES_MAX], new[STATES_MAX];
    const ed_Schema *before = test_schema(arena_at(OLD_SCHEMA), from),
                    *after = test_schema(arena_at(NEW_SCHEMA), to);
    migrate = (Migrate){ .error = { .code = ED_OK } };
    if (!before || !after || before->state_count > STATES_MAX || after->state_count > STATES_MAX)
        return false;
    migrate.old = state_of(before, old, OLD_STATES);
    migrate.new = state_of(after, new, NEW_STATES);
    for (u32 i = 0; i < before->state_count; i++)
        old[i].at = ed_state_init(before->states[i], old[i].arena);
    return true;
}

ed_Type *migrate_type(const char *name)
{
    const ed_Schema *schema = migrate.new.schema;
    for (u32 i = 0; i < schema->type_count; i++)
        if (strcmp(schema->types[i]->name, name) == 0)
            return (ed_Type *)(uintptr_t)schema->types[i];
    return NULL;
}

// --- documents -----------------------------------------------------------------------------------

bool migrate_set(const char *path, const char *json)
{
    ed_ValueRef ref;
    ed_Arena *arena = arena_at(DOCUMENT);
    bool good = ed_value_find(&migrate.old, path, &ref, &migrate.error)
             && ed_value_set(&ref, test_quoted(arena, json), &migrate.error);
    if (!good) printf("%s\n", migrate.error.text);
    return good;
}

bool migrate_pack(void)
{
    ed_write_init(&migrate.document, arena_at(DOCUMENT));
    return ed_snapshot_write(&migrate.document, &migrate.old);
}

bool migrate_load(void)
{
    return ed_snapshot_read(migrate.document.bytes, migrate.document.size, &migrate.new,
                            arena_at(REPORT), &migrate.report, &migrate.error);
}

bool migrate_poke(u32 row, u32 offset, const void *bytes, u32 size)
{
    ed_Table table;
    if (!rows_tables(&migrate.document, &table, 1) || row >= table.count) return false;
    size_t row_size = table.rows.size / table.count;
    if (offset + size > row_size) return false;
    size_t rows = (size_t)(table.rows.at - migrate.document.bytes);
    memcpy(migrate.document.bytes + rows + row * row_size + offset, bytes, size);
    const u8 *end = migrate.document.bytes + migrate.document.size;
    if (memcmp(end - 6, "xxh64\xc0", 6) != 0) rows_unseal(&migrate.document);
    return true;
}

// --- results -------------------------------------------------------------------------------------

/// Replaces each ".
static const char *with_apostrophes(char *words)
{
    for (char *c = words; *c; c++)
        if (*c == '"') *c = '\'';
    return words;
}

const char *migrate_get(const char *path)
{
    ed_ValueRef ref;
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_value_find(&migrate.new, path, &ref, &migrate.error)) ed_value_json(&ref, &out);
    else ed_text_add(&out, "%s", migrate.error.text);
    return with_apostrophes(text);
}

const char *migrate_line(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&migrate.report, &out);
    return text;
}

static void add_count(ed_Text *out, u64 count, u32 records, const char *what, bool *first)
{
    if (!count) return;
    ed_text_add(out, "%s%llu", *first ? "" : ", ", (unsigned long long)(count / records));
    if (count % records) ed_text_add(out, ".%llu", (unsigned long long)(count % records));
    ed_text_add(out, " %s", what);
    *first = false;
}

/// Returns whether the row has counts, or is about a field of one side only.
static bool is_shown(const ed_ReportRow *row)
{
    bool one_side = row->outcome == ED_ADDED || row->outcome == ED_DROPPED;
    return one_side || row->outcome == ED_UPGRADE || row->tally.exact || row->tally.cleared
        || ed_tally_losses(&row->tally);
}

static void add_row(ed_Text *out, const ed_ReportRow *row, u32 records)
{
    const ed_Tally *tally = &row->tally;
    bool first = true, item = strcmp(row->type, "Item") == 0;
    if (!item || !*row->field) ed_text_add(out, "%s%s", row->type, *row->field ? "." : "");
    if (row->before) ed_text_add(out, "%s -> ", row->before);
    if (!item || row->before || strcmp(row->field, "v") != 0) ed_text_add(out, "%s: ", row->field);
    if (row->outcome == ED_ADDED)
        ed_text_add(out, "added%s%s", row->default_json ? " " : "",
                    row->default_json ? row->default_json : "");
    if (row->outcome == ED_ADDED && row->records != records)
        ed_text_add(out, " in %llu", (unsigned long long)row->records);
    if (row->outcome == ED_ADDED && row->note) ed_text_add(out, ", %s", row->note);
    if (row->outcome == ED_UPGRADE) add_count(out, row->records, records, "upgraded", &first);
    if (row->outcome == ED_DROPPED) ed_text_add(out, "dropped");
    if (row->lost) ed_text_add(out, " ");
    add_count(out, row->lost, records, "lost", &first);
    add_count(out, tally->exact, records, "exact", &first);
    add_count(out, tally->saturated, records, "saturated", &first);
    add_count(out, tally->rounded, records, "rounded", &first);
    add_count(out, tally->truncated, records, "cut", &first);
    add_count(out, tally->defaulted, records, "defaulted", &first);
    add_count(out, tally->cleared, records, "cleared", &first);
}

const char *migrate_counts(u32 records)
{
    static char counts[2000];
    ed_Text out = ed_text_over(counts, sizeof counts);
    *counts = 0;
    for (u32 i = 0; i < migrate.report.count; i++) {
        const ed_ReportRow *row = &migrate.report.rows[i];
        bool state = strcmp(row->type, "Game") == 0 || strcmp(row->type, "Pools") == 0;
        if (state || !is_shown(row)) continue;
        if (out.size) ed_text_add(&out, "; ");
        add_row(&out, row, records);
    }
    return with_apostrophes(counts);
}

// --- cases ---------------------------------------------------------------------------------------

static const char *const places[] = { "alone", "in a list", "in a table", "in an array" };
static const char *const forms[] = { "at", "at[]", "at[]", "at[3]" };

static bool begin_in(MigratePlace place, const char *before, const char *after,
                     const MigrateCase *one)
{
    static char from[2000], to[2000];
    static const char form[] = "%s struct Item { %s; } state Game { Item %s; }";
    snprintf(from, sizeof from, form, before, one->from, forms[place]);
    snprintf(to, sizeof to, form, after, one->to, forms[place]);
    if (!migrate_begin(from, to)) return false;
    migrate.old.open_form = place == PLACE_LIST;
    return true;
}

/// Writes a record, or an array of `count` equal records. `value`: see MigrateCase.
static void spell(char *out, size_t size, const char *value, u32 count, bool array)
{
    ed_Text words = ed_text_over(out, size);
    bool whole = *value == '=';
    if (array) ed_text_add(&words, "[");
    for (u32 i = 0; i < count; i++)
        ed_text_add(&words, whole ? "%s%s" : "%s{'v':%s}", i ? "," : "", value + whole);
    if (array) ed_text_add(&words, "]");
}

/// Adds `count` items to each pool of the state Pools, if there is one.
static bool fill_pools(u32 count)
{
    const ed_Schema *schema = migrate.old.schema;
    u32 root = ed_root_by_name(schema->states, schema->state_count, "Pools");
    const ed_Type *type = root < schema->state_count ? schema->states[root] : NULL;
    for (u32 i = 0; type && i < type->field_count; i++) {
        char path[80];
        snprintf(path, sizeof path, "Pools.%s", type->fields[i].name);
        if (!migrate_set(path, count == 1 ? "[{}]" : "[{},{},{}]")) return false;
    }
    return true;
}

static const char *differs_in(MigratePlace place, const char *before, const char *after,
                              const MigrateCase *one)
{
    static char words[4000], difference[8000];
    u32 records = place == PLACE_ALONE ? 1 : RECORDS;
    bool array = place != PLACE_ALONE;
    if (!begin_in(place, before, after, one)) return "a schema is not valid";
    spell(words, sizeof words, one->value, records, array);
    if (!fill_pools(records) || !migrate_set("Game.at", words) || !migrate_pack())
        return "the old value is not valid";
    spell(words, sizeof words, one->becomes, records, array);
    bool good = migrate_load();
    const char *value = good ? migrate_get("Game.at") : migrate.error.text,
               *counts = good ? migrate_counts(records) : "";
    if (good && broken_invariant(&migrate.new)) return broken_invariant(&migrate.new);
    if (strcmp(value, words) == 0 && strcmp(counts, one->counts) == 0) return "";
    snprintf(difference, sizeof difference, "%s -> %s, %s %s: %s (%s), not %s (%s)", one->from,
             one->to, one->value, places[place], value, counts, words, one->counts);
    return difference;
}

const char *migrate_differs(const char *before, const char *after, const MigrateCase *one)
{
    const char *differs = "";
    for (u32 place = 0; place < PLACES && !*differs; place++)
        differs = differs_in((MigratePlace)place, before, after, one);
    return differs;
}

// --- states --------------------------------------------------------------------------------------

const char *migrate_states_differ(const MigrateStates *one)
{
    static char value[400], difference[2000];
    for (u32 open = 0; open < 2; open++) {
        bool good = migrate_begin(one->from, one->to) && migrate_set(one->path, one->value);
        migrate.old.open_form = open;
        if (!good || !migrate_pack() || !migrate_load())
            return migrate.error.code ? migrate.error.text : "a schema is not valid";
        snprintf(value, sizeof value, "%s", migrate_get(one->after));
        bool same = !one->line || strcmp(migrate_line(), one->line) == 0;
        if (same && strcmp(value, one->becomes) == 0) continue;
        snprintf(difference, sizeof difference, "%s\n  %s: %s is %s, not %s\n  %s\nnot\n  %s",
                 one->from, one->to, one->after, value, one->becomes, migrate_line(),
                 one->line ? one->line : "any");
        return difference;
    }
    return "";
}
