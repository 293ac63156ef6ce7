#include "runtime/migrate/attic_retain.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

/// The hash of what a retained value became. It is computed after all of the state was loaded,
/// because handles in it may still be cleared.
typedef struct PendingHash {
    struct PendingHash *next;
    u64 *became;
    const ed_Field *to;
    const u8 *at;
} PendingHash;

struct ed_Retaining {
    ed_Writer w;      // a value on its way into the attic
    PendingHash *pending;
};

void *ed_attic_push(ed_Load *load, size_t size)
{
    void *at = ed_arena_push(load->plan->arena, size, 8);
    if (!at)
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at, "%s: memory limit reached",
                     load->plan->arena->name);
    return at;
}

static struct ed_Retaining *retaining_of(ed_Load *load)
{
    if (!load->shared->retaining)
        load->shared->retaining =
            (struct ed_Retaining *)ed_attic_push(load, sizeof *load->shared->retaining);
    return load->shared->retaining;
}

void ed_retain_became(ed_Load *load, u64 *became, const ed_Field *to, const u8 *at)
{
    struct ed_Retaining *retaining = retaining_of(load);
    PendingHash *hash = retaining ? (PendingHash *)ed_attic_push(load, sizeof *hash) : NULL;
    if (!hash) return;
    *hash = (PendingHash){ retaining->pending, became, to, at };
    retaining->pending = hash;
}

static bool is_known(const ed_Plan *plan, const ed_Type *type)
{
    return type >= plan->types && type < plan->types + plan->type_count;
}

static ed_AtticColumn column_of(const ed_Load *load, const ed_TypePlan *pair, u32 field, u64 path)
{
    return (ed_AtticColumn){ .path = path,
                             .type = (u32)(pair->from - load->plan->types),
                             .field = field,
                             .type_tag = pair->to->tag,
                             .field_tag = pair->from->fields[field].tag,
                             .path_tag = pair->fields[field].path_tag };
}

static ed_AtticItem *retain(ed_Load *load, const ed_TypePlan *pair, u32 field, ed_OldValue *value,
                            const ed_Elements *one, bool reduced)
{
    struct ed_Retaining *retaining = retaining_of(load);
    if (!retaining || !is_known(load->plan, pair->from) || value->state == ED_OLD_MISSING)
        return NULL;
    ed_AtticColumn wanted = column_of(load, pair, field, one->path);
    wanted.reduced = reduced;
    ed_Writer *w = &retaining->w;
    if (!w->arena) ed_write_init(w, load->d->arena);
    w->live = load->d->live;
    w->size = 0;
    ed_old_write(load->d, w, value);
    if (ed_write_ok(w))
        return ed_attic_retain(load->attic, ed_attic_pending(load->attic, &wanted), one->key.to, 0,
                               (ed_Span){ w->bytes, w->size });
    load->attic->refused++;
    *w = (ed_Writer){ .arena = NULL };
    return NULL;
}

ed_RowKeys ed_attic_keys(const ed_Elements *rows, bool from, u64 memory[ED_BLOCK_ROWS])
{
    ed_RecordKey first = ed_elements_key(rows, 0);
    ed_RowKeys keys = { from ? first.from : first.to, NULL, rows->count };
    if (!rows->keys) return keys;
    keys.all = memory;
    for (u32 i = 0; i < rows->count; i++) memory[i] = from ? rows->keys[i].from : rows->keys[i].to;
    return keys;
}

bool ed_retain_rows(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Elements *rows)
{
    const ed_Field *from = &pair->from->fields[field];
    bool plain = from->kind <= ED_CHARS || ed_field_is_named(from);
    bool always = from->shape == ED_ONE || from->shape == ED_FIXED;
    if (!plain || !always || ed_field_bytes(from) > ED_ROW_VALUE_BYTES_MAX) return false;
    if (!rows->block || rows->declared || !is_known(load->plan, pair->from)) return false;
    u64 memory[ED_BLOCK_ROWS];
    ed_AtticColumn wanted = column_of(load, pair, field, rows->path);
    ed_RowKeys keys = ed_attic_keys(rows, false, memory);
    ed_attic_retain_rows(load->attic, ed_attic_pending(load->attic, &wanted), &keys,
                         rows->from + from->offset, rows->from_stride);
    return true;
}

void ed_retain_dropped(ed_Load *load, const ed_TypePlan *pair, u32 field, ed_OldValue *value,
                       const ed_Elements *one)
{
    retain(load, pair, field, value, one, false);
}

void ed_retain_reduced(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Field *to,
                       ed_OldValue *value, const ed_Elements *one)
{
    ed_AtticItem *item = retain(load, pair, field, value, one, true);
    if (item) ed_retain_became(load, &item->became, to, one->to + to->offset);
}

bool ed_retain_root(ed_Load *load, const ed_Type *from, ed_Span value)
{
    u32 path_tag = ed_attic_first_tag(load->attic, 0, from->tag);
    ed_AtticColumn wanted = { .path = path_tag,
                              .type = (u32)(from - load->plan->types),
                              .field = ED_ROOT_FIELD,
                              .field_tag = from->tag,
                              .path_tag = path_tag };
    ed_AtticColumn *column = ed_attic_pending(load->attic, &wanted);
    return ed_attic_retain(load->attic, column, path_tag, 0, value) != NULL;
}

void ed_retain_finish(ed_Load *load)
{
    const PendingHash *hash = load->shared->retaining ? load->shared->retaining->pending : NULL;
    for (; hash; hash = hash->next) {
        ed_OldValue now = ed_old_of_memory(hash->to, hash->at);
        *hash->became = ed_old_hash(load->d, &now) | 1;
    }
}
