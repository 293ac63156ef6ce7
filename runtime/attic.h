/// What reloads dropped or cut, kept while the host runs, so that it can come back when its name
/// comes back.
///
/// A value is kept under its place: a hash of the way to it, root, field, element, field…, where an
/// element goes by its key, in a pool by its handle, else by its index and the count of its list.
/// So a record that is gone finds nothing, and one without a key finds nothing once the list has
/// another length. What was cut off waits behind its array, see behind.h, until there is room for
/// it. A value that was cut or changed, not dropped, also remembers what it was turned
/// into: it comes back only where that still stands.
///
/// An edit that is undone at once restores everything, but for: transient and fresh fields and
/// handles into such pools; what an upgrade function made; what a part that moved lost on its way;
/// a field whose name both schemas have while one of them calls it the `was` of another (each goes
/// by its name); the handles of a pool that became a list or smaller; that nothing was there
/// (absent, an empty list), through an array that always has its elements; addresses, through a
/// field of another kind.
///
/// One layer a reload, with the types its values were written by. Bounded: the oldest layers go
/// first, and it is counted.
#ifndef ED_ATTIC_H
#define ED_ATTIC_H
#include "runtime/tables.h"
ED_C_BEGIN

#define ED_ATTIC_LAYERS_MAX  64u
#define ED_ATTIC_COLUMNS_MAX 1024u                   // of one layer
#define ED_ATTIC_ALIASES_MAX 1024u

typedef struct ed_AtticColumn {      // the values of one field that one reload kept
    u32             type_tag;        // of the record's type; 0 for a root
    u32             field_tag;
    u32             place_tag;       // by which its places go: of a renamed field the first name
    const ed_Field *from;            // as it was written; NULL for a root
    const ed_Type  *root;            // of a root
    u64             count;           // values
    bool            parts;           // some are of elements, not of the whole field
    bool            inside;          // records that have it wait in the attic themselves
    bool            visited;         // by the present reload: what does not wait on goes at its end
} ed_AtticColumn;

typedef struct ed_AtticKey {         // what a value is found by
    u64 place;
    u64 residue;                     // hash of what the value was turned into; 0: it was dropped
    u64 list;                        // place of the list that it waits behind; 0: of none
} ed_AtticKey;

typedef struct ed_AtticEntry {       // then `size` packed bytes, then padding to 8
    ed_AtticKey key, next;           // `next` of what waits: after the reload that is going on
    u32  column;
    u32  size;
    u32  level;                      // arrays of its field it lies inside of
    bool gone;                       // two records with one key, or past
    bool past;                       // brought back, or no longer true: nobody's twin
    bool taken;                      // by the reload that is going on
    bool met;                        // was looked for by it
    bool waits;                      // behind that reload: it was met and has no room yet
} ed_AtticEntry;

/// One field of all rows of a table, as it lay in memory. Most of what is dropped is never asked
/// for: so it is kept at the speed of memory, and turned into entries only when somebody looks for
/// one.
typedef struct ed_AtticRows ed_AtticRows;
struct ed_AtticRows {
    u32            column;
    u32            count, size;    // rows; bytes of each: the value and the count or bool before it
    u64            list;           // place of the list the rows were in, by whose index they go
    u32            list_count;     //   and how many it had then
    const u64     *places;         // of each row, where they go by key or handle; else NULL
    u8            *values;
    bool           taken;          // by the reload that is going on
    ed_AtticRows  *next;
};

typedef struct ed_AtticLayer {
    ed_Arena        arena;           // entries, then the index
    ed_Arena        names;           // types and columns
    ed_Arena        memory;          // of `rows`
    ed_AtticRows   *rows;            // what lies there as it lay in memory
    ed_Span         types;           // as the document had them; `tables` are made of it
    ed_Tables       tables;
    ed_AtticColumn *columns;
    u32             column_count;
    u64             count;           // entries
    size_t          first, end;      // of the entries in the arena
    u64            *index;           // open addressing over places: offset of the entry + 1
    u64             index_size;      // a power of two; 0 while the layer is being filled
    bool            from_file;       // pointers in it are nobody's
} ed_AtticLayer;

typedef struct ed_AtticAlias {       // a field that was renamed: places go on by its first name
    u32 type_tag, field_tag, first_tag;
} ed_AtticAlias;

typedef struct ed_Attic {
    ed_AtticLayer layers[ED_ATTIC_LAYERS_MAX];       // oldest first
    u32           count;
    size_t        limit;             // bytes of values, in all layers
    ed_AtticAlias aliases[ED_ATTIC_ALIASES_MAX];
    u32           alias_count, alias_kept;           // behind alias_kept: of the present reload
    ed_AtticLayer pending;           // of the reload that is going on
    ed_Span       types;             // "types" of the document it reads
    ed_Arena      spare;             // memory of a layer that went, for the next: with its pages
    ed_Arena      late;              // values out of older layers that did not fit this time either
    struct ed_AtticLate *lates;      //   newest first
    ed_Arena      lists;             // places of those that were looked behind by it, u64 each
    bool          lists_sorted, lists_full;
    u64           refused;           // values that did not fit
    u64           forgotten;         // values that went with their layer since the last begin
} ed_Attic;

void ed_attic_init (ed_Attic *attic, size_t limit);
void ed_attic_clear(ed_Attic *attic);                ///< empties and closes it; usable again
/// Into an empty one; what may change with a reload is the copy's own. The spare memory goes along.
/// False, and `to` is empty, where memory is refused.
bool ed_attic_copy (ed_Attic *to, ed_Attic *from);

/// Around one reload: begin, then commit or abort. `types` is borrowed until then.
void ed_attic_begin (ed_Attic *attic, ed_Span types);
void ed_attic_commit(ed_Attic *attic);
void ed_attic_abort (ed_Attic *attic);

/// Keeps one value of field `field` of type `type` of the document's tables (indices), for the
/// reader's type `type_tag`.
void ed_attic_keep(ed_Attic *attic, u32 type_tag, u32 type, u32 field, u32 place_tag, u32 level,
                   ed_AtticKey key, ed_Span value);
void ed_attic_keep_root(ed_Attic *attic, u32 tag, u32 type, ed_Span value);

/// Keeps what came out of the attic and did not fit: in the layer that `field` is of, once the
/// reload is done. Nothing where no layer has that field.
void ed_attic_keep_late(ed_Attic *attic, const ed_Field *field, ed_AtticColumn wanted, u32 level,
                        ed_AtticKey key, ed_Span value);

/// Keeps a field of `rows->count` rows at once: fills in the column and the memory for the values,
/// which the caller writes. `rows` says size, list and places, which are copied. NULL where there
/// is no room: they are refused.
ed_AtticRows *ed_attic_keep_rows(ed_Attic *attic, u32 type_tag, u32 type, u32 field, u32 place_tag,
                                 const ed_AtticRows *rows);
/// All that a column holds, if it lies in rows still; else NULL.
ed_AtticRows *ed_attic_rows(ed_Attic *attic, const ed_AtticColumn *column);
/// They were brought back, all of them.
void ed_attic_take_rows(ed_AtticColumn *column, ed_AtticRows *rows);
/// Makes entries of what lies in rows, in every layer.
void ed_attic_settle_rows(ed_Attic *attic);

/// What a field may have been called when it was kept.
typedef struct ed_AtticName {
    const ed_Type  *from, *to;       // the record's types; `from` may be NULL
    u32             tags[3];         // any of these: of the field's name then, or of its place
    u32             tag_count;
    bool            by_place;        // places count, too
} ed_AtticName;

/// The newest column older than `below` (NULL: of all) that holds values of the field.
ed_AtticColumn *ed_attic_column(ed_Attic *attic, const ed_AtticName *name,
                                const ed_AtticColumn *below);
ed_AtticColumn *ed_attic_root  (ed_Attic *attic, const ed_Type *root);

/// It is the type of a value that is kept.
bool ed_attic_owns(const ed_Attic *attic, const ed_Type *type);

/// The entry of that place in the column, or NULL. Its bytes are behind it.
ed_AtticEntry *ed_attic_find(ed_Attic *attic, const ed_AtticColumn *column, u64 place);
ed_Span ed_attic_value(const ed_AtticEntry *entry);
/// It is kept on behind the present reload, under what that made of its place and value.
void ed_attic_wait(ed_AtticEntry *entry, ed_AtticKey next);
/// The present reload looked for what waits behind the list at that place, if anything does.
void ed_attic_look_behind(ed_Attic *attic, u64 list);
/// The one that it is in.
const ed_AtticLayer *ed_attic_layer(const ed_Attic *attic, const ed_AtticColumn *column);

/// The name by which places go: the first one of a field that was renamed since.
u32  ed_attic_first_tag(const ed_Attic *attic, u32 type_tag, u32 field_tag);
void ed_attic_alias    (ed_Attic *attic, u32 type_tag, u32 field_tag, u32 first_tag);

// --- what the values that are kept have in them: attic_inside.c -----------------------------

#define ED_ATTIC_INSIDE_MAX 4096u    // slots, at most half of them taken

/// The types of the values, and all types in these, in slots by tag.
typedef struct ed_AtticInside {
    const ed_Type *types[ED_ATTIC_INSIDE_MAX];
    u32            count;
    bool           full;             // there are more: then any type may be in there
} ed_AtticInside;

void ed_attic_inside(const ed_Attic *attic, ed_AtticInside *inside);
/// A value is kept that has records of that type in it.
bool ed_inside_has(const ed_AtticInside *inside, u32 type_tag);

// --- in a snapshot: attic_file.c -----------------------------------------------------------------

/// { "aliases": [[type, field, first]…], "layers": [layer…] }, tags all three
/// layer = { "types": as in the document,
///           "columns": [[type tag, field tag, place tag, type, field or nil]…],
///           "values": [[column, level, place, residue, value, list if any]…] }
/// Values with pointers in them stay out.
void ed_attic_write(ed_Writer *w, ed_Attic *attic);
/// Into an empty attic. Fails in `r`.
void ed_attic_read (ed_Reader *r, ed_Attic *attic);

// --- the files of attic to each other ------------------------------------------------------------

/// Opened with the first value; NULL where memory is refused.
ed_AtticLayer  *ed_attic_pending     (ed_Attic *attic);
/// The pending one, empty; false where it cannot.
bool            ed_attic_open_layer  (ed_Attic *attic, ed_Span types);
/// NULL where there are too many.
ed_AtticColumn *ed_attic_column_of   (ed_AtticLayer *layer, ed_AtticColumn wanted);
bool            ed_attic_in_rows     (const ed_AtticLayer *layer, const ed_AtticColumn *column);
/// Its rows; entries stay where they are.
void            ed_attic_settle_layer(ed_Attic *attic, ed_AtticLayer *layer);
/// All entries there are; no index where memory ends.
void            ed_attic_index_layer (ed_AtticLayer *layer);
/// From NULL to NULL.
ed_AtticEntry  *ed_attic_next        (const ed_AtticLayer *layer, const ed_AtticEntry *entry);
/// Counts as refused, and NULL, where there is no room.
ed_AtticEntry  *ed_attic_keep_in     (ed_Attic *attic, ed_AtticLayer *layer, ed_AtticColumn *column,
                                      u32 level, ed_AtticKey key, ed_Span value);
void            ed_attic_keep_column (ed_Attic *attic, ed_AtticColumn wanted, u32 level,
                                      ed_AtticKey key, ed_Span value);
/// ed_attic_look_behind was called for it, or could not note it.
bool            ed_attic_looked_behind(ed_Attic *attic, u64 list);
/// The reload is over.
void            ed_attic_forget_lists (ed_Attic *attic);

ED_C_END
#endif
