/// The attic: values that reloads dropped, or converted with loss ("reduced"). They are retained
/// until a new game or a load replaces the attic, and in snapshots that include it. They are
/// restored when their field returns.
///
/// Each reload that retains a value adds a layer, with the type tables of the state that the reload
/// read. A layer has a column for each field, identified by the names from the root to the value
/// (`Game.items.pos.y`). Types are not part of this path, so the types that contain the value may
/// change. An item of a column is the value of one record, in open form:
///   key      a hash that identifies the record. It is computed from the key of the record that
///            contains it, and one of these: its handle (in a pool), its declared key, its index
///            and the length of its list, or in a fixed array only its index
///   became   0 if the field was dropped; else the hash of what the value became, with bit 0 set,
///            so that it is not 0. A reduced value is restored only if the field still has a value
///            with that hash, or if no value of the field's current type can be converted to the
///            new type. A dropped alternative of a union counts as a reduced union
///
/// A dropped state is a column, too: its path is the name of the state. A restore runs the ordinary
/// step from the column's field to the new one. The newest column is tried first. The size is
/// bounded: the oldest layers are discarded first, and their values are counted.
///
/// A reload does not change the values of older layers, so copies of the attic share them. It only
/// marks the items that it takes. A commit replaces each marked layer with a layer of the remaining
/// items; an abort removes the marks. The exception is an invalid item, which is removed at once.
///
/// These are not restored:
///   - transient and fresh fields, and handles into transient or fresh pools
///   - results of upgrade functions
///   - what a part of a record lost in the reload that moved this part (`[[was(pos.x)]]`)
///   - if two old fields became one new field: what either of them lost. For example A.x and B.y,
///     if types A and B both became C, and x and y both became C.z
///   - handles that were cleared because their pool became a list or got smaller
///   - pointers, if their field had another kind in between
#ifndef ED_MIGRATE_ATTIC_H
#define ED_MIGRATE_ATTIC_H
#include "runtime/base/str.h"
#include "runtime/migrate/attic_layer.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_ATTIC_LAYERS_MAX 64u
#define ED_ATTIC_ALIASES_MAX 1024u

/// An item that stays in the attic after this reload, with a new key and hash. Either it was
/// restored only in part, or its field has the reduced value, which this reload converted without
/// further loss.
typedef struct ed_RetainedAgain {
    struct ed_RetainedAgain *next;
    ed_AtticLayer *layer;
    const ed_AtticItem *item;
    u64 key, became;
} ed_RetainedAgain;

/// A renamed field. Its paths keep its first name: the one that it had before all renames.
typedef struct ed_AtticAlias {
    u32 type_tag, field_tag, first_tag;      // type_tag is 0 for a root
} ed_AtticAlias;

typedef struct ed_Attic {
    ed_AtticLayer *layers[ED_ATTIC_LAYERS_MAX];      // oldest first
    u32 count;
    ed_AtticLayer *pending;       // the current reload's layer; NULL until it retains a value
    ed_RetainedAgain *again;      // of the current reload; the caller owns the memory
    ed_Span types;                // of the document that the current reload reads
    size_t limit;
    ed_Arena *spare;      // row memory of a closed layer, to reuse; or NULL
    ed_AtticAlias aliases[ED_ATTIC_ALIASES_MAX];
    u32 alias_count, alias_committed;      // from alias_committed on: of the current reload
    u64 refused;                           // values that there was no room for
    u64 forgotten;                         // values that were discarded with their layer
    bool left_out;      // a document's attic was ignored: another version wrote it
} ed_Attic;

/// `spare`: row memory to reuse, or NULL. The caller closes it; copies of the attic share it.
void ed_attic_init(ed_Attic *attic, size_t limit, ed_Arena *spare);
/// Returns the bytes that the rows of the newest layer occupy, or 0 if the attic has no layer.
size_t ed_attic_row_bytes(const ed_Attic *attic);
void ed_attic_clear(ed_Attic *attic);      ///< removes all values
/// Copies to an empty attic, which then shares the layers. Not allowed during a reload.
void ed_attic_copy(ed_Attic *to, const ed_Attic *from);
u64 ed_attic_count(const ed_Attic *attic);         ///< values
size_t ed_attic_bytes(const ed_Attic *attic);      ///< counted against the limit
/// The displayed name of a column ("Enemy.hp"), and how many values it has. False if the layer or
/// the column does not exist.
bool ed_attic_describe_column(const ed_Attic *attic, u32 layer, u32 column, ed_Text *name,
                              u64 *count);

/// A reload calls begin, and at its end commit or abort. `types` is borrowed until then.
void ed_attic_begin(ed_Attic *attic, ed_Span types);
void ed_attic_commit(ed_Attic *attic);
void ed_attic_abort(ed_Attic *attic);

/// The current reload's column for the field that `wanted` describes by indices in the document's
/// types. NULL if there is no room.
ed_AtticColumn *ed_attic_pending(ed_Attic *attic, const ed_AtticColumn *wanted);

/// Retains one value. If there is no room, or `column` is NULL, counts it in `refused` and returns
/// NULL.
ed_AtticItem *ed_attic_retain(ed_Attic *attic, ed_AtticColumn *column, u64 key, u64 became,
                              ed_Span value);

/// Retains one field of several records: plain values that are `stride` bytes apart. The keys
/// must be distinct.
void ed_attic_retain_rows(ed_Attic *attic, ed_AtticColumn *column, const ed_RowKeys *keys,
                          const u8 *values, size_t stride);

/// Marks an item that was restored, or that cannot be restored anymore. If it stays in the attic,
/// `again` retains it, with a key and hash that the caller may set until the commit.
void ed_attic_take(ed_Attic *attic, ed_AtticColumn *column, ed_AtticItem *item,
                   ed_RetainedAgain *again);
/// Marks a column whose field was restored. At commit, values whose record was not found are
/// discarded.
void ed_attic_mark_returned(ed_AtticColumn *column);
/// Removes an item whose bytes are invalid. An abort does not bring it back.
void ed_attic_remove(ed_AtticColumn *column, ed_AtticItem *item);

/// The newest column of a dropped field of that type whose name or first name has the tag; NULL if
/// there is no such column.
const ed_AtticColumn *ed_attic_find_dropped(const ed_Attic *attic, u32 type_tag, u32 field_tag);
/// Returns whether `type` belongs to the types of a layer.
bool ed_attic_owns_type(const ed_Attic *attic, const ed_Type *type);

/// The tag that paths use for a field: that of its first name, if it was renamed.
u32 ed_attic_first_tag(const ed_Attic *attic, u32 type_tag, u32 field_tag);
/// Adds an alias, which is used from the next reload on.
void ed_attic_alias(ed_Attic *attic, u32 type_tag, u32 field_tag, u32 first_tag);

// --- attic_file.c: the attic in a snapshot -------------------------------------------------------

/// { "form": 2, "aliases": [[type tag, field tag, first tag]…], "layers": [layer…] }
/// layer  = { "types": as in the document, "columns": [column…] }
/// column = [path, type tag, field tag, path tag, reduced, type, field or nil,
///           [key, became, value, key, became, value…]]
/// The field of a root is nil. Columns whose values contain pointers are not written.
void ed_attic_write(ed_Writer *w, ed_Attic *attic);
/// Reads into an empty attic. Errors are set in `r`. An attic of another form is ignored.
void ed_attic_read(ed_Reader *r, ed_Attic *attic);

ED_C_END
#endif
