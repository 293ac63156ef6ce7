/// The attic: the states from before the last reloads that lost something. Each is kept as the
/// document that the reload read, with a list of what that reload lost: fields that were dropped, or
/// whose values were reduced. Nothing else is stored.
///
/// After a document was loaded, what a retained state has and the current one has not is brought
/// back by a three-way merge (attic_merge.c):
///
///   base   the retained state, loaded into the layout of the document, and from that into the new
///          layout: what the game would have now if it had changed nothing
///   now    the state that was just loaded
///   old    the retained state, loaded into the new layout directly
///
/// A value of `now` that equals that of `base` was not changed by the game, so it becomes that of
/// `old`. All three are made by the ordinary load, so there are no conversion rules here. Records
/// are matched as `eddie diff` does: by declared key, by handle, or by index if both lists have the
/// same length.
///
/// Retained states are merged newest first. Where a newer state gave a value, an older one is
/// compared with that state in place of the document, so a value that several reloads reduced is
/// followed back as far as nobody changed it.
///
/// Where a field returned without a loss, it is whole again, and a state of which everything is
/// whole is removed. If the attic is full, the oldest state is given up, and its values are counted.
///
/// The names of types and fields may change after a state was retained. The renames of each later
/// load are kept, and applied to the types of a retained document when it is read. So its fields go
/// where those of the current document go, by whatever rule that is.
#ifndef ED_MIGRATE_ATTIC_H
#define ED_MIGRATE_ATTIC_H
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/type_tables.h"
ED_C_BEGIN

struct ed_DocumentLoad;      // load_document.h
struct ed_Plan;              // plan.h

#define ED_ATTIC_STATES_MAX 64u
#define ED_WHOLE_STATE UINT32_MAX      // ed_LostField.field

typedef struct ed_LostField {
    u32 type, field;      // indices in the document's types; ED_WHOLE_STATE: the state was removed
    u64 values;           // that were lost
    const char *type_name, *field_name;      // as they are called today; "" for a state
} ed_LostField;

/// The bytes of a retained document, which copies of the attic share.
typedef struct ed_RetainedBytes {
    u32 users;
    ed_Arena arena;      // holds the document and this struct
} ed_RetainedBytes;

typedef struct ed_Retained {
    ed_RetainedBytes *bytes;
    ed_Span document;
    ed_LostField *lost;
    u32 lost_count;
    u64 *whole;      // hashes of the paths where lost fields are whole again (attic_merge.c)
    u32 whole_count;
    u32 renames;            // number of ed_Attic.renames that were there before its load
    bool has_pointers;      // it is not written to a file
    bool from_file;         // pointers in it are of another process
} ed_Retained;

typedef struct ed_Rename {      // of one load
    u32 load;                   // renames of one load are made at once, so names can be swapped
    const char *type, *type_now;
    const char *field, *field_now;      // NULL: of the type itself
    const u32 *was;                     // former names of the new field or type
    u32 was_count;
} ed_Rename;

typedef struct ed_Attic {
    ed_Retained states[ED_ATTIC_STATES_MAX];      // oldest first
    u32 count;
    ed_Rename *renames;
    u32 rename_count, rename_capacity;
    u32 load_renames;      // number of renames before those of the last load
    u32 loads;
    ed_Arena memory;      // lists and names; opened at first use
    size_t limit;         // bytes of all documents
    ed_Arena *spare;      // memory for the next document, to reuse; or NULL
    u64 refused;          // values that there was no room for
    u64 forgotten;        // values that were given up
    u64 unreadable;       // values of damaged states
    bool left_out;        // a document's attic was ignored: another version wrote it
} ed_Attic;

/// `spare`: memory to reuse, or NULL. The caller closes it; copies of the attic share it.
void ed_attic_init(ed_Attic *attic, size_t limit, ed_Arena *spare);
void ed_attic_clear(ed_Attic *attic);      ///< gives up all states
/// Copies to an empty attic, which then shares the documents.
void ed_attic_copy(ed_Attic *to, const ed_Attic *from);
u64 ed_attic_count(const ed_Attic *attic);         ///< values that were lost
size_t ed_attic_bytes(const ed_Attic *attic);      ///< counted against the limit
size_t ed_attic_newest_bytes(const ed_Attic *attic);

/// For ed_Plan.had_values: whether a retained state has a field of that name.
bool ed_attic_had_values(const void *attic, const ed_Type *from, const ed_Field *added);
/// The steps after a load, in this order. The first one keeps its renames.
void ed_attic_note_renames(ed_Attic *attic, const struct ed_Plan *plan);
/// Merges what the new layout has again into the state that was loaded, and counts it in the report.
/// Returns false if memory is full; the error is then in load->r.
bool ed_attic_merge(ed_Attic *attic, struct ed_DocumentLoad *load);
/// Retains the document if its load lost something.
void ed_attic_retain(ed_Attic *attic, const struct ed_DocumentLoad *load);

/// Gives the types of a document the names of today. An ed_RenameTypes; `it` is an ed_NamesToday.
typedef struct ed_NamesToday {
    const ed_Attic *attic;
    u32 renames;      // number of renames that were there before the document was loaded
} ed_NamesToday;
void ed_attic_rename_types(const void *it, ed_DocumentTypes *types);

/// Memory that lives as long as the attic. NULL if it is full.
void *ed_attic_push(ed_Attic *attic, size_t size);
const char *ed_attic_text(ed_Attic *attic, const char *text);      ///< a copy; NULL for NULL
/// Retains a state, of whose document this makes a copy, and whose list is in the attic's memory.
/// Gives up older states if there are too many. Returns false if the state is too large, and counts
/// its values.
bool ed_attic_add(ed_Attic *attic, ed_Retained state);
/// Gives up a state that cannot be read, and counts its values.
void ed_attic_give_up(ed_Attic *attic, ed_Retained *retained);
/// Removes the states that have nothing left to restore.
void ed_attic_remove_empty(ed_Attic *attic);
bool ed_attic_add_rename(ed_Attic *attic,
                         const ed_Rename *rename);      ///< false if memory is full

// --- attic_file.c: the attic in a snapshot -------------------------------------------------------

/// { "form": 3, "renames": [[load, type, type now, field or nil, field now or nil, [was…]]…],
///   "states": [[document, renames before it, [whole…],
///               [[type, field or nil, type name, field name, values]…]]…] }
/// A document is kept as bytes. States with pointers are not written.
void ed_attic_write(ed_Writer *w, const ed_Attic *attic);
/// Reads into an empty attic. Errors are set in `r`. An attic of another form is ignored.
void ed_attic_read(ed_Reader *r, ed_Attic *attic);

ED_C_END
#endif
