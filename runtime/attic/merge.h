/// Merges the values of three states that have the same layout: each value of `now` that equals that
/// of `base` becomes that of `old`. attic.h says which states these are.
///
/// Structs are merged field by field. Items of lists are matched as `eddie diff` does. Everything
/// else is one value: a number, a text, a union whose alternatives differ, a list of values that are
/// not records.
#ifndef ED_ATTIC_MERGE_H
#define ED_ATTIC_MERGE_H
#include "runtime/migrate/plan.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef enum ed_MatchBy { ED_BY_INDEX, ED_BY_HANDLE, ED_BY_KEY } ed_MatchBy;

typedef struct ed_MergeField {
    const ed_Field *field;
    ed_Field element;                // a single element of it
    struct ed_MergeType *inner;      // of its records, or NULL
    bool differs;                    // `base` and `old` may differ in it
    bool lacks;                      // the document may lack something of it
    bool has_source;                 // a retained state has values for it
    bool had_records;                // the newer document has records for it
    bool touched;                    // this merge took or kept values in it
    bool was_merged;                 // an earlier merge did, in it or in a record of it
    bool has_new_elements;           // which the retained field may have no value for
    ed_MatchBy by;                   // how its items are matched in this merge
    ed_ReportRow *row;               // of the load of `old`, or NULL
    ed_Tally losses;                 // of the merges before, where a value was taken
    u64 taken;                       // records of this merge in which a value was taken
    u64 kept;                        // or in which the old value is the same
    u8 *element_default;             // by its type alone; NULL: not made yet
} ed_MergeField;

typedef struct ed_MergeType {
    const ed_Type *type;
    ed_MergeField *fields;
    u32 *walked;      // indices of the fields that differ, or contain one that does
    u32 walked_count;
    bool reaches;         // there is one
    bool was_merged;      // any of its fields
    void *initial;        // of a state: its default, or NULL: not made yet
} ed_MergeType;

typedef struct ed_Merge {
    const ed_Schema *schema;       // of the three states
    ed_MergeType *types;           // one for each of schema->types
    bool whole[ED_ROOTS_MAX];      // states that differ as a whole: they were removed in between
    ed_Arena scratch, keys, written;
    ed_Writer w;
    ed_Arena *arena;      // of the state that is being merged
    ed_Error error;
    bool base_is_now;      // the newer document has none of the fields that differ
    bool again;            // the same states were merged before: what was kept is counted
    bool pointers;         // values of pointers are copied
    bool taken, kept;      // in the field that is being merged
    bool any;              // a value was taken in any field
} ed_Merge;

/// Returns false if memory is full. The caller closes it in any case.
bool ed_merge_open(ed_Merge *merge, const ed_Schema *schema);
void ed_merge_close(ed_Merge *merge);
/// Returns what the merge knows of a type or of a field, or NULL if the schema does not have it.
ed_MergeType *ed_merge_type(const ed_Merge *merge, const ed_Type *type);
ed_MergeField *ed_merge_field(const ed_Merge *merge, const ed_Field *field);
/// Finds the fields to walk through after fields were marked. Returns false if memory is full.
bool ed_merge_find_walked(ed_Merge *merge);
/// Merges a state. `differs`: all of it may. Returns whether a value was taken, or is the same, in a
/// state that differs.
bool ed_merge_state(ed_Merge *merge, const ed_Type *type, ed_RootMemory *now,
                    const ed_RootMemory *base, const ed_RootMemory *old, bool differs);

ED_C_END
#endif
