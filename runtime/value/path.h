/// Parses a path into state, such as "Game.enemies[id=17].pos.x", one step at a time. A path begins
/// with a name. `.name`, `[index]`, `[NAME]` and `[field=value]` may follow, in any order. The
/// parser allocates nothing and does not look at the state.
#ifndef ED_VALUE_PATH_H
#define ED_VALUE_PATH_H
#include "runtime/base/err.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PATH_STEPS_MAX 256u      // in one path

typedef enum ed_PathStepKind {
    ED_PATH_FIELD,      // the root or field `name`
    ED_PATH_INDEX,      // the list item at `index`
    ED_PATH_NAMED,      // the array element whose index is the enum value `name`
    ED_PATH_KEY         // the list item whose field `name` has the value `value`
} ed_PathStepKind;

typedef struct ed_PathStep {
    ed_PathStepKind kind;
    char name[ED_NAME_MAX];
    size_t name_size;       // without the terminator
    u64 index;              // clamped to UINT64_MAX
    const char *value;      // JSON inside the path's text; a quoted string may contain . [ and ]
    size_t value_size;
} ed_PathStep;

typedef struct ed_Path {
    const char *text;      // the whole path
    const char *rest;      // the steps that are not read yet; "" at the end
    u32 steps;             // number of steps read so far
} ed_Path;

ed_Path ed_path(const char *text);
/// Reads the next step. Returns false if the rest does not begin with a valid step, or is empty.
/// `error` then says what was expected, and where. `error` may be NULL.
bool ed_path_next(ed_Path *path, ed_PathStep *step, ed_Error *error);
/// Removes the last step of a path, in place. Returns false and changes nothing if the path has
/// only one step.
bool ed_path_up(char *text);

ED_C_END
#endif
