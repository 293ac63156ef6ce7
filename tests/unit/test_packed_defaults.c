#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/packed_defaults.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/snapshot/state_mask.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"
#include "runtime/value/compare.h"
#include "tests/lib/test.h"

extern const ed_Schema rows_schema, later_schema;      // of tests/rows

typedef struct Memory {
    ed_Arena *record, *type_list, *packed, *made;
} Memory;

static ed_Writer writer_of(ed_Arena *arena)
{
    ed_Writer w;
    ed_arena_reset(arena);
    ed_write_init(&w, arena);
    return w;
}

static bool is_zero(const ed_Writer *w, bool absent)
{
    ed_Reader r;
    ed_read_init(&r, w->bytes, w->size);
    return ed_read_is_zero(&r, absent);
}

/// Whether the value is what a field without a default starts with.
static bool is_nothing(const ed_Field *field, const void *it)
{
    ed_ValueRef value = ed_value_at(field, (const u8 *)it + field->offset);
    return ed_value_is_nothing(&value);
}

/// The definition: a default is what packing a record at its defaults gives for the field. The type
/// tables contain the default of every list and optional field. They omit any other default if it
/// holds only zeros and empty texts, and the defaults of the field's type are zero too.
static bool is_told_by_value(const Memory *m, const ed_Field *field, const void *it)
{
    ed_Writer value = writer_of(m->packed), element = writer_of(m->made);
    ed_pack_field(&value, field, it);
    if (field->shape > ED_FIXED) return true;
    if (!is_zero(&value, false) || !is_nothing(field, it)) return true;
    void *at = ed_arena_push(m->record, field->size, 16);
    ed_init_element(field, m->record, at);
    ed_pack_element(&element, field, at);
    return field->type && field->kind != ED_REF && !is_zero(&element, true);
}

static ed_TypeList all_types(const Memory *m, const ed_Schema *schema)
{
    ed_TypeList type_list = { .count = schema->type_count, .scratch = m->type_list };
    size_t size = schema->type_count * sizeof *type_list.types;
    type_list.types = ed_arena_push(m->type_list, size, 8);
    memcpy(type_list.types, schema->types, size);
    return type_list;
}

static bool same_default(const Memory *m, const ed_PackedDefaults *defaults, const ed_Field *field,
                         const void *it)
{
    ed_Writer packed = writer_of(m->packed), made = writer_of(m->made);
    ed_pack_field(&packed, field, it);
    ed_packed_default_write(defaults, &made, field);
    return packed.size == made.size && memcmp(packed.bytes, made.bytes, made.size) == 0;
}

static bool is_large(const ed_Field *field) { return ed_field_bytes(field) > ED_DEFAULT_FULL_MAX; }

static void check_defaults(const ed_Schema *schema)
{
    const Memory m = { test_arena(), test_arena(), test_arena(), test_arena() };
    ed_PackedDefaults defaults;
    ed_TypeList type_list = all_types(&m, schema);
    CHECK(ed_packed_defaults_make(&type_list, &defaults));
    for (u32 t = 0; t < schema->type_count; t++) {
        const ed_Type *type = schema->types[t];
        if (type->kind != ED_STRUCT) continue;
        void *it = ed_state_init(type, m.record);
        for (u32 i = 0; i < type->field_count; i++) {
            const ed_Field *field = &type->fields[i];
            if ((field->flags & ED_FIELD_TRANSIENT) || is_large(field)) continue;
            if (ed_packed_default_is_needed(&defaults, field) != is_told_by_value(&m, field, it)
                || !same_default(&m, &defaults, field, it))
                test_fail(__FILE__, __LINE__, "the default of %s.%s differs", type->name,
                          field->name);
        }
    }
}

TEST(a_default_from_type_tables_equals_the_packed_default_record)
{
    check_defaults(&eddie_schema);
    check_defaults(&rows_schema);
    check_defaults(&later_schema);
}

/// The default of a type, as made from the type tables in a document.
static const u8 *read_back(const ed_Type *type)
{
    static ed_Document document;
    static ed_Schema schema;
    ed_Error error = { .code = ED_OK };
    ed_Writer w = test_writer();
    ed_Schema one = { .types = eddie_schema.types,
                      .type_count = eddie_schema.type_count,
                      .states = &type,
                      .state_count = 1 };
    ed_RootMemory block = { ed_state_init(type, test_arena()), test_arena() };
    ed_snapshot_write(&w, &(ed_State){ .game = "unit", .schema = &one, .roots = &block });
    bool good = ed_document_read(w.bytes, w.size, test_arena(), &document, &error)
             && ed_layout(&document, test_arena(), &schema, &error)
             && schema.states[0]->size == type->size;
    return good ? ed_state_init(schema.states[0], test_arena()) : NULL;
}

TEST(a_large_default_is_read_back_whole)
{
    const ed_Type *types[] = { &Large_type, &Nested_type };
    for (u32 i = 0; i < ED_COUNT(types); i++) {
        const u8 *made = ed_state_init(types[i], test_arena()), *back = read_back(types[i]);
        CHECK(made && back);
        u32 at = 0;
        while (at < types[i]->size && made[at] == back[at]) at++;
        CHECK_EQ(at, types[i]->size);
    }
}

TEST(types_with_large_arrays_take_little_room)
{
    ed_Writer w = test_writer();
    const ed_Type *state = &Nested_type;
    ed_document_types_write_all(&w, &(ed_Schema){ .types = eddie_schema.types,
                                                  .states = &state,
                                                  .type_count = eddie_schema.type_count,
                                                  .state_count = 1 });
    CHECK(ed_write_ok(&w) && w.size < 4096);
}

/// A type of 1 GiB with a default for every element. No memory is allocated for its records.
TEST(types_of_the_largest_arrays_are_written)
{
    static const ed_Field fields[] = { { .name = "points",
                                         .tag = 1,
                                         .size = 8,
                                         .count = 1u << 27,
                                         .dims = { 1u << 27 },
                                         .kind = ED_STRUCT,
                                         .shape = ED_FIXED,
                                         .type = &Point_type } };
    static const ed_Type type = { .name = "Field",
                                  .kind = ED_STRUCT,
                                  .size = 1u << 30,
                                  .align = 4,
                                  .fields = fields,
                                  .field_count = 1 };
    static const ed_Type *const types[] = { &Point_type, &type }, *const state = &type;
    ed_Writer w = test_writer();
    ed_document_types_write_all(
        &w, &(ed_Schema){ .types = types, .states = &state, .type_count = 2, .state_count = 1 });
    CHECK(ed_write_ok(&w) && w.size < 4096);
}
