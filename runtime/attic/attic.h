/// The attic: the states from before the last reloads that lost something. Each is kept as the
/// document that the reload read, with a list of what the current layout lacks of it. Nothing else is
/// stored.
///
/// After a document was loaded, what a retained state has and the current one has not is brought
/// back by a three-way merge (restore.c, merge.c):
///
///   base   the retained state, loaded into the layout of the next newer document, and from that into
///          the new layout: what the game would have now if it had changed nothing in between
///   now    that newer document in the new layout
///   old    the retained state, loaded into the new layout directly
///
/// A value of `now` that equals that of `base` was not changed by the game, so it becomes that of
/// `old`. All three are made by the ordinary load, so there are no conversion rules here. The oldest
/// state is merged into the next newer one, the result into the next, and so on, up to the state that
/// was just loaded:
///
///   retained 1 ──▶ retained 2 ──▶ … ──▶ the state that was loaded
///
/// So a value that several reloads reduced is followed back as far as nobody changed it.
///
/// After each merge, the lists of what the layout lacks are made again. A state that lacks nothing is
/// removed, unless it shows what the game changed since an older state. For the same reason, the
/// first document after a merge is retained too. If the attic is full, the oldest state is given up,
/// and its values are counted.
///
/// The names of types and fields may change after a state was retained. The renames of each later
/// load are kept, and applied to the types of a retained document when it is read (renames.c). So
/// its fields go where those of the current document go, by whatever rule that is.
#ifndef ED_ATTIC_ATTIC_H
#define ED_ATTIC_ATTIC_H
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/type_tables.h"
ED_C_BEGIN

struct ed_DocumentLoad;      // load_document.h
struct ed_Plan;              // plan.h

#define ED_ATTIC_STATES_MAX 64u
#define ED_TAKEN_NAME "?"      // of a field that was removed, and whose name another field has now

/// A field that the current layout lacks, or in which it lacks values.
typedef struct ed_LostField {
    const char *type,
        *field;      // as they are called today; `field` is NULL for a whole state, and
                     // ED_TAKEN_NAME if another field has the name now
    u64 values;
} ed_LostField;

/// The bytes of a retained document, which copies of the attic share.
typedef struct ed_RetainedBytes {
    u32 users;
    ed_Arena arena;      // holds the document and this struct
} ed_RetainedBytes;

typedef struct ed_Retained {
    ed_RetainedBytes *bytes;
    ed_Span document;
    ed_LostField *lost;      // none: the state shows what the game changed since an older one
    u32 lost_count;
    u32 renames;            // number of ed_Attic.renames that were there before its load
    bool has_pointers;      // it is not written to a file
    bool from_file;         // pointers in it are of another process
} ed_Retained;

typedef struct ed_Rename {      // of one load
    u32 load;                   // renames of one load are made at once, so names can be swapped
    const char *type, *type_now;
    const char *field;          // NULL: of the type itself
    const char *field_now;      // may be the same name
    bool owns_name;             // another field has that as a former name (ED_FIELD_OWNS_NAME)
    const u32 *was;             // former names of the new field or type
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
    ed_Arena *lent;      // holds only the document that is being loaded, and may be taken, if other
                         // memory is left in its place; or NULL
    u64 refused;         // values that there was no room for
    u64 forgotten;       // values that were given up
    u64 unreadable;      // values of damaged states
    bool left_out;       // a document's attic was ignored: another version wrote it
    bool returned;       // the last merge took values: the next document is retained
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
/// Retains the document if its load lost something. `returned`: or if there are older states, since
/// the load before restored values. Returns whether it did; the list has the names from before the
/// load.
bool ed_attic_retain(ed_Attic *attic, const struct ed_DocumentLoad *load, bool returned);

// --- for the other files of this folder ----------------------------------------------------------

/// Memory that lives as long as the attic. NULL if it is full.
void *ed_attic_push(ed_Attic *attic, size_t size);
const char *ed_attic_text(ed_Attic *attic, const char *text);      ///< a copy; NULL for NULL
/// Retains a state. Copies its document, unless that is in memory that was lent. Its list is in the
/// attic's memory.
/// Gives up older states if there are too many. Returns false if the state is too large, and counts
/// its values.
bool ed_attic_add(ed_Attic *attic, ed_Retained state);
void ed_attic_remove(ed_Attic *attic, u32 index);
/// Gives up everything: without its lists, a retained state could give a value to a wrong field.
void ed_attic_give_up(ed_Attic *attic);

/// What a load lost in a field.
typedef struct ed_Loss {
    u32 type, field;      // indices in the types of the plan; ED_WHOLE_STATE: the state was dropped
    u64 values;
} ed_Loss;

typedef struct ed_Losses {
    ed_Loss *all;
    u32 count;
    bool full;      // memory was
} ed_Losses;

#define ED_WHOLE_STATE UINT32_MAX
/// Lists the old fields that a load dropped, even if they held only defaults, which may be others
/// when they return, and those whose values it reduced.
ed_Losses ed_attic_find_losses(ed_Arena *arena, const struct ed_Plan *plan);
/// Sets the list of a retained state. Returns false if memory is full.
bool ed_attic_set_lost(ed_Attic *attic, ed_Retained *retained, const struct ed_Plan *plan,
                       const ed_Losses *losses);
/// Adds to the list, unless it has the field. Returns false if memory is full.
bool ed_attic_add_lost(ed_Attic *attic, ed_Retained *retained, const ed_LostField *lost);

bool ed_attic_add_rename(ed_Attic *attic,
                         const ed_Rename *rename);      ///< false if memory is full

// --- attic_file.c: the attic in a snapshot -------------------------------------------------------

/// { "form": 6, "returned": 0 or 1,
///   "renames": [[load, type, type now, field or nil, field now or nil, owns name, [was…]]…],
///   "states": [[document, renames before it, [[type, field or nil, values]…]]…] }
/// A document is kept as bytes. States with pointers are not written.
void ed_attic_write(ed_Writer *w, const ed_Attic *attic);
/// Reads into an empty attic. Errors are set in `r`. An attic of another form is ignored.
void ed_attic_read(ed_Reader *r, ed_Attic *attic);

ED_C_END
#endif
