/// Loads a document into a state of any layout. snapshot.h is the whole of it; this part knows
/// nothing of retained states, which are documents that it loads, too.
#ifndef ED_MIGRATE_LOAD_DOCUMENT_H
#define ED_MIGRATE_LOAD_DOCUMENT_H
#include "runtime/migrate/load.h"
#include "runtime/snapshot/document.h"
ED_C_BEGIN

typedef struct ed_DocumentLoad {
    ed_Span bytes;          // borrowed
    ed_State *state;        // its roots have empty arenas
    ed_Arena *scratch;      // holds the writer's types, the plan and the report
    ed_Report *report;
    // Set by ed_document_load_open:
    ed_Reader r;      // its error is that of the load
    ed_DocumentParts parts;
    ed_DocumentTypes types;
    u64 frame;
    ed_Plan plan;      // the caller may set its options
    ed_LoadSession loading;
} ed_DocumentLoad;

/// Gives the types of a document, which are in writable memory, the names that they have today.
typedef void ed_RenameTypes(const void *it, ed_DocumentTypes *types);

/// The index of the reader's state for the writer's root `from`, which has that tag: matched by
/// name, then by a former name on either side. state_count if there is no such state. `from` may be
/// NULL.
u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from);

/// Reads all but the values, and makes the new records at their defaults.
bool ed_document_load_open(ed_DocumentLoad *load);
/// Migrates the values. Record pointers stay names, see links.h. `rename`: called after the values
/// were decoded and before types are matched; or NULL. Must be called once, even if
/// ed_document_load_open failed.
bool ed_document_load_run(ed_DocumentLoad *load, ed_RenameTypes *rename, const void *rename_it);

ED_C_END
#endif
