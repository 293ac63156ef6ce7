/// Migrates values between two schemas, for tests of runtime/migrate. The schemas are written as in
/// a .def file, with ' instead of ".
///
/// A table of cases has a field of the old struct Item, the same field of the new one, and values.
/// Each case is tried in each place (MigratePlace), as the code for them differs.
#ifndef TEST_MIGRATE_VALUES_H
#define TEST_MIGRATE_VALUES_H
#include "runtime/attic/snapshot.h"

/// Where the records of a document are.
typedef enum MigratePlace {
    PLACE_ALONE,      // one record in a state, in open form
    PLACE_LIST,       // a list of records in open form
    PLACE_TABLE,      // a list as a row table
    PLACE_ARRAY,      // a fixed array as a row table
    PLACES
} MigratePlace;

typedef struct MigrateCase {
    const char *from, *to;      // the fields of Item: "u8 v", "u8 v; u8 w"
    const char *value,
        *becomes;            // of the field v, as JSON; of all of Item if they begin with =
    const char *counts;      // what the report has for one record: see migrate_counts
} MigrateCase;

/// `before` and `after`: other declarations of the old and the new schema. Returns "" if the value
/// and the counts are the same in all places, and otherwise how they differ. If they declare a
/// state Pools, each of its pools has an item for each record.
const char *migrate_differs(const char *before, const char *after, const MigrateCase *one);

#define CHECK_MIGRATED(before, after, cases) \
    for (u32 i_ = 0; i_ < ED_COUNT(cases); i_++) \
    CHECK_TEXT(migrate_differs(before, after, &(cases)[i_]), "")

/// A change of the states of a game.
typedef struct MigrateStates {
    const char *from, *to;            // the schemas
    const char *path, *value;         // an old value that is set
    const char *after, *becomes;      // the path of a new value, and that value
    const char *line;                 // the report; NULL: any
} MigrateStates;

/// Returns "" if the value and the report are the same whether the document is in open form or not.
const char *migrate_states_differ(const MigrateStates *one);

#define CHECK_STATES(cases) \
    for (u32 i_ = 0; i_ < ED_COUNT(cases); i_++) CHECK_TEXT(migrate_states_differ(&(cases)[i_]), "")

// --- step by step --------------------------------------------------------------------------------

typedef struct Migrate {
    ed_State old, new;       // `old` may be changed before migrate_pack, `new` before migrate_load
    ed_Writer document;      // may be changed before migrate_load
    ed_Report report;
    ed_Error error;
} Migrate;
extern Migrate migrate;

/// Compiles both schemas and makes the old states at their defaults. False, with the errors on
/// standard error, if a schema is not valid.
bool migrate_begin(const char *from, const char *to);
bool migrate_set(const char *path, const char *json);      ///< an old value
bool migrate_pack(void);                                   ///< writes the old states
bool migrate_load(void);                                   ///< reads them into the new ones
/// A new value as JSON, with ' instead of ". It is valid until the next call.
const char *migrate_get(const char *path);
/// A type of the new schema, which the test may change.
ed_Type *migrate_type(const char *name);
/// The report as one line. It is valid until the next call.
const char *migrate_line(void);

/// Changes bytes of row `row` of the first table, at an offset in the row. The document then has no
/// hash. False if there are no such bytes.
bool migrate_poke(u32 row, u32 offset, const void *bytes, u32 size);

/// The rows of the report without those of the states Game and Pools, separated by "; ". Each has its counts,
/// such as "1 exact, 2 cut", divided by `records`. A row of another field than Item.v begins with
/// its name, and with its type unless that is Item. An added field has the number of its records if
/// that is not `records`.
const char *migrate_counts(u32 records);

#endif
