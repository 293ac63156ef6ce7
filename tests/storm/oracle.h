/// The rules of migration, implemented a second time: slow, plain, and on value trees. The two
/// implementations share only ed_suggestion, which says whether names are similar.
#ifndef ST_ORACLE_H
#define ST_ORACLE_H
#include "tests/storm/model.h"

typedef struct st_Tally {
    u64 exact, saturated, rounded, truncated, defaulted, cleared;
} st_Tally;

/// A part that moved into a struct is counted apart from the other values of its new field.
typedef struct st_MovedTally {
    u32 type;      // that the path starts from
    char to[ST_PATH_MAX * 2];
    st_Tally tally;
} st_MovedTally;

typedef struct st_Oracle {
    const st_Schema *from, *to;
    u32 features;
    bool live;      // from one running module to the next; else from disk
    st_Tally tally[ST_TYPES_MAX][ST_FIELDS_MAX];      // by type and field of `to`
    u32 moved_count;
    st_MovedTally moved[32];
    st_Value *const *states;      // that are migrated
} st_Oracle;

/// `states` has the old value of each root by its type's index, NULL for other types; `result` gets
/// the new values.
void st_oracle_run(st_Oracle *o, st_Value *const *states, st_Value **result);

// refs.c: clears and counts every handle in `states` whose item does not exist; an optional handle
// becomes absent
void st_settle_refs(st_Oracle *o, st_Value *const *states);

// moves.c
typedef struct st_MovePaths {
    char from[ST_PATH_MAX * 2], to[ST_PATH_MAX * 2];
} st_MovePaths;

typedef struct st_Moves {
    u32 count, parts[ST_FIELDS_MAX];
    st_MovePaths at[16];
    bool from_any[ST_FIELDS_MAX], from_whole[ST_FIELDS_MAX], to_any[ST_FIELDS_MAX],
        to_whole[ST_FIELDS_MAX];
} st_Moves;

typedef struct st_StateMove {
    u32 from, to;      // roots
    char from_path[ST_PATH_MAX * 2], to_path[ST_PATH_MAX * 2];
} st_StateMove;

typedef struct st_StateMoves {
    u32 count;
    st_StateMove at[16];
} st_StateMoves;

void st_find_state_moves(const st_Oracle *o, st_StateMoves *moves);
void st_find_moves(const st_Oracle *o, const st_Type *from, const st_Type *to, st_Moves *moves);
typedef struct st_Place {      // what a path leads to
    st_Value **value;
    const st_Field *field;
    u32 owner;      // the type that has the field
    const char *unit;
} st_Place;

/// Resolves a path in a record of the type `owner`, which is in a field with the unit `unit`.
st_Place st_move_resolve(const st_Schema *schema, u32 owner, const char *unit, st_Value *record,
                         const char *path);

// match.c
typedef struct st_Match {
    u32 source[ST_FIELDS_MAX];      // index of the old field for each new one, or ST_NONE
} st_Match;

void st_match_fields(const st_Oracle *o, const st_Type *from, const st_Type *to,
                     const st_Moves *moves, st_Match *match);
/// The root of that name, or else the one that had it before; ST_NONE if no root has.
u32 st_root_called(const st_Schema *schema, const char *name);
u32 st_match_root(const st_Oracle *o,
                  u32 from);      ///< the new root that an old one feeds, or ST_NONE

// units.c
typedef struct st_Units {      // of an old value and of the new one; NULL: none
    const char *from, *to;
} st_Units;

/// The unit of a field of `type`, which is in a field with the unit `outer`.
const char *st_unit_of(const st_Type *type, const st_Field *field, const char *outer);
f64 st_unit_factor(const char *from, const char *to);      ///< 1 if they do not convert

/// The index of the old element for an element of an array that is indexed by an enum, or ST_NONE.
struct st_Migration;
u32 st_index_before(const struct st_Migration *c, u32 index);

// migrate.c: migrates one old value to one new value
typedef struct st_Migration {
    st_Oracle *o;
    const st_Field *from, *to;
    st_Tally *tally;
    st_Units units;             // own or inherited
    const st_Value *whole;      // the whole value, a part of which is migrated
    bool alternative;           // in a union: a document has no default for it
} st_Migration;

/// `default_value` is the value at the destination; it is returned if nothing can be migrated.
st_Value *st_migrate_element(const st_Migration *c, const st_Value *value, st_Value *default_value);
st_Value *st_migrate_field(const st_Migration *c, const st_Value *value, st_Value *default_value);
st_Value *st_migrate_record(st_Oracle *o, u32 from, u32 to, const st_Value *value,
                            st_Value *default_value, st_Units units);

#endif
