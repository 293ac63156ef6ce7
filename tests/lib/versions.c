#include "tests/lib/versions.h"
#include <stdlib.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/types/pool.h"
#include "tests/lib/test.h"

#define FIELDS_MAX 16
#define NAMES_BYTES 512      // with room for defaults at their end

static void nothing(ed_Host *host) { (void)host; }

static u32 rounded(u32 size, u32 align) { return (size + align - 1) / align * align; }

static ed_Kind kind_of(const char *word, size_t size)
{
    for (ed_Kind kind = ED_BOOL; kind <= ED_F64; kind = (ed_Kind)(kind + 1))
        if (strlen(ed_kind_name(kind)) == size && !memcmp(ed_kind_name(kind), word, size))
            return kind;
    return ED_STRUCT;
}

/// Parses `[4]`, `[2][3]`, `[..4]`, `[]` or `[20]pool`.
static void set_shape(ed_Field *field, const char *at)
{
    bool bounded = strncmp(at, "[..", 3) == 0, pool = strstr(at, "pool") != NULL;
    field->count = 1;
    if (*at != '[') return;
    if (bounded || pool) field->count = (u32)atoi(at + (bounded ? 3 : 1));
    field->shape = pool ? ED_POOL : bounded ? ED_BOUNDED : at[1] == ']' ? ED_DYNAMIC : ED_FIXED;
    for (u32 d = 0; field->shape == ED_FIXED && *at == '['; at = strchr(at, ']') + 1, d++) {
        field->dims[d] = (u32)atoi(at + 1);
        field->count *= field->dims[d];
    }
}

/// Packs the default of `=300` in `room`.
static void set_default(ed_Field *field, const char *word, u8 *room)
{
    const char *number = strchr(word, '=');
    if (!number) return;
    u32 value = (u32)atoi(number + 1);
    *room = 0xce;      // 32 bits follow
    for (u32 i = 0; i < 4; i++) room[1 + i] = (u8)(value >> (24 - 8 * i));
    field->packed_default = room;
    field->packed_default_size = 5;
}

static u32 bytes_of(const ed_Field *field)
{
    if (field->shape == ED_POOL) return sizeof(ed_Pool);
    if (field->shape == ED_DYNAMIC) return sizeof(ed_Array);
    return field->size * field->count;
}

/// The offset of `field` if the previous field ends at `offset`, with room for a count.
static u32 offset_of(const ed_Field *field, u32 offset)
{
    bool bounded = field->shape == ED_BOUNDED;
    u32 align = ed_field_is_record(field) || ed_field_is_list(field) ? 8 : field->size;
    return rounded(offset + (bounded ? 4 : 0), bounded && align < 4 ? 4 : align);
}

ed_Type *test_type(const char *name, const char *words, const ed_Type *item, const char *key)
{
    size_t bytes = sizeof(ed_Type) + FIELDS_MAX * sizeof(ed_Field) + NAMES_BYTES;
    ed_Type *type = ed_arena_push(test_arena(), bytes, 8);
    ed_Field *fields = (ed_Field *)(void *)(type + 1);
    char *names = (char *)(fields + FIELDS_MAX);
    u32 offset = 0, count = 0;
    strcpy(names, words);
    for (char *word = strtok(names, " "); word; word = strtok(NULL, " ")) {
        char *colon = strchr(word, ':');
        *colon++ = 0;
        ed_Field *field = &fields[count++];
        ed_Kind kind = kind_of(colon, strcspn(colon, "[="));
        bool inner = kind == ED_STRUCT;
        *field = (ed_Field){ .name = word,
                             .tag = ed_tag(word, strlen(word)),
                             .kind = inner ? item->kind : kind,
                             .size = inner ? item->size : ed_kind_size(kind),
                             .type = inner ? item : NULL };
        set_shape(field, colon + strcspn(colon, "["));
        set_default(field, colon, (u8 *)names + NAMES_BYTES - 8 * count);
        field->offset = offset_of(field, offset);
        offset = field->offset + bytes_of(field);
    }
    *type = (ed_Type){ .name = name,
                       .kind = ED_STRUCT,
                       .tag = ed_tag(name, strlen(name)),
                       .size = rounded(offset, 8),
                       .align = 8,
                       .fields = fields,
                       .field_count = count };
    if (key) type->key = ed_field_by_name(type, key, strlen(key));
    return type;
}

ed_Field *test_field(const ed_Type *type, const char *name)
{
    return (ed_Field *)(uintptr_t)ed_field_by_name(type, name, strlen(name));
}

const u32 *test_was(const char *name)
{
    u32 *tag = ed_arena_push(test_arena(), sizeof *tag, 4);
    *tag = ed_tag(name, strlen(name));
    return tag;
}

test_Version *test_version(const char *state, const char *words, const ed_Type *item)
{
    test_Version *v = ed_arena_push(test_arena(), sizeof *v, 8);
    u32 count = 0;
    if (item) v->types[count++] = item;
    v->types[count++] = v->states[0] = test_type(state, words, item, NULL);
    v->schema = (ed_Schema){
        .types = v->types, .type_count = count, .states = v->states, .state_count = 1
    };
    v->module = (ed_Module){ .abi = ED_ABI,
                             .game = "versions",
                             .title = "versions",
                             .view_width = 1,
                             .view_height = 1,
                             .schema = &v->schema,
                             .update = nothing,
                             .render = nothing,
                             .pack = ed_snapshot_write,
                             .unpack = ed_snapshot_read };
    return v;
}
