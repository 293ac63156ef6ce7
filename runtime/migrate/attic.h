/// The attic: what reloads dropped or reduced, retained while the host runs, so that it returns
/// when its field returns.
///
/// One layer for each reload, with the types its values were written by. A layer has columns: one
/// for each field, by the path of names from the record that has a key to the value (`Item.pos.y`),
/// whatever types lie between. An item is the value of one record, in open form:
///   key      of the record: which list, and there its declared key, its handle, or its index and
///            the count of the list; in a fixed array its index
///   became   0: the field was dropped; else the hash of what the value became, which has to stand
///            for it to return
/// A dropped state is a column too: the path of its own name.
/// A return is the ordinary step from the column's field to the new one. The newest column comes
/// first. Bounded in bytes: the oldest layers go first, and that is counted.
///
/// A layer that a reload has filled is never changed again, so a copy of the attic shares it. While
/// a reload runs, the items that it took are marked; a commit puts a layer of what is left in
/// the place of a marked one, an abort takes the marks away.
///
/// Nothing is found again of: transient and fresh fields and handles into such pools; what an
/// upgrade function made; what a part that moved lost on its way; the handles of a pool that became
/// a list or smaller; addresses, through a field of another kind; what an alternative of a union
/// lost, once the field is no union.
#ifndef ED_MIGRATE_ATTIC_H
#define ED_MIGRATE_ATTIC_H
#include "runtime/base/str.h"
#include "runtime/migrate/attic_layer.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_COLUMN_LAYERS_MAX 64u
#define ED_COLUMN_ALIASES_MAX 1024u

/// An item that returned in part, as it is retained from then on.
typedef struct ed_ItemMove {
    struct ed_ItemMove *next;
    ed_ColumnLayer *layer;
    const ed_Item *item;
    u64 key, became;
} ed_ItemMove;

typedef struct ed_ColumnAlias {      // a field that was renamed: paths continue with its first name
    u32 type_tag, field_tag, first_tag;      // type_tag 0: of a root
} ed_ColumnAlias;

typedef struct ed_Attic {
    ed_ColumnLayer *layers[ED_COLUMN_LAYERS_MAX];      // oldest first
    u32 count;
    ed_ColumnLayer *pending;      // of the current reload; NULL until it retains something
    ed_ItemMove *moves;           // of that reload; the memory is the caller's
    ed_Span types;                // of the document it reads
    size_t limit;
    ed_Arena *spare;      // of the rows of a layer that is gone: committed memory; or NULL
    ed_ColumnAlias aliases[ED_COLUMN_ALIASES_MAX];
    u32 alias_count, alias_kept;      // behind alias_kept: of that reload
    u64 refused;                      // values that did not fit
    u64 forgotten;                    // values that went with their layer
    bool left_out;                    // a document's attic was in a form this version does not read
} ed_Attic;

/// `spare`: memory that is used again, or NULL. The caller closes it; copies of the attic share it.
void ed_attic_init(ed_Attic *columns, size_t limit, ed_Arena *spare);
/// Returns the bytes that the rows of the newest layer occupy, or 0 if the attic has no layer.
size_t ed_attic_row_bytes(const ed_Attic *columns);
void ed_attic_clear(ed_Attic *columns);      ///< usable again
/// Into an empty one; layers are shared. Between two reloads.
void ed_attic_copy(ed_Attic *to, const ed_Attic *from);
u64 ed_attic_count(const ed_Attic *columns);         ///< values
size_t ed_attic_bytes(const ed_Attic *columns);      ///< that the limit is of
/// The displayed name of a column ("Enemy.hp"), and how many values it has. False if the layer or
/// the column does not exist.
bool ed_attic_about(const ed_Attic *columns, u32 layer, u32 column, ed_Text *name, u64 *count);

/// Around one reload: begin, then commit or abort. `types` is borrowed until then.
void ed_attic_begin(ed_Attic *columns, ed_Span types);
void ed_attic_commit(ed_Attic *columns);
void ed_attic_abort(ed_Attic *columns);

/// The column of this reload for the field that `wanted` describes, by its indices in the document's
/// types. NULL where there is no room.
ed_Column *ed_attic_pending(ed_Attic *columns, const ed_Column *wanted);

/// Retains one value. NULL where there is no room, which is counted; `column` may be NULL.
ed_Item *ed_attic_keep(ed_Attic *columns, ed_Column *column, u64 key, u64 became, ed_Span value);

/// Retains the same field of some records, plain values that lie `stride` bytes apart. Their keys
/// differ.
void ed_attic_keep_rows(ed_Attic *columns, ed_Column *column, const ed_RowKeys *keys,
                        const u8 *values, size_t stride);

/// The item was restored, or cannot be restored any more. If it was restored in part, `move` says
/// under which key it stays retained.
void ed_attic_take(ed_Attic *columns, ed_Column *column, ed_Item *item, ed_ItemMove *move);
/// The field is back. At commit, values whose record was not found are dropped.
void ed_attic_returned(ed_Column *column);
/// Its bytes are no value. It is gone, whatever becomes of the reload.
void ed_attic_remove(ed_Column *column, ed_Item *item);

/// A dropped field of that type has values under one of its names.
const ed_Column *ed_attic_has(const ed_Attic *columns, u32 type_tag, u32 field_tag);
/// It is one of the types of a layer.
bool ed_attic_own(const ed_Attic *columns, const ed_Type *type);

/// The name by which paths go: the first one of a field that was renamed since.
u32 ed_attic_first_tag(const ed_Attic *columns, u32 type_tag, u32 field_tag);
/// From the next reload on.
void ed_attic_alias(ed_Attic *columns, u32 type_tag, u32 field_tag, u32 first_tag);

// --- in a snapshot: attic_file.c ---------------------------------------------------------------

/// { "form": 2, "aliases": [[type, field, first]…], "layers": [layer…] }, tags all three
/// layer  = { "types": as in the document, "columns": [column…] }
/// column = [path, type tag, field tag, place tag, reduced, type, field or nil,
///           [key, became, value, key, became, value…]]
/// A root has no field. Columns with pointers in them stay out.
void ed_attic_write(ed_Writer *w, ed_Attic *columns);
/// Into an empty one. Fails in `r`. One of another form is left out.
void ed_attic_read(ed_Reader *r, ed_Attic *columns);

ED_C_END
#endif
