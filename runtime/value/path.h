/// The syntax of a path into state, read one step at a time: "Game.enemies[id=17].pos.x". It begins
/// with a name; behind that stand `.name`, `[index]` and `[field=value]`. Nothing is allocated, and
/// what a step leads to is not looked at.
#ifndef ED_VALUE_PATH_H
#define ED_VALUE_PATH_H
#include "runtime/base/err.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PATH_STEPS_MAX 256u      // of one path

typedef enum ed_PathStepKind {
    ED_PATH_FIELD,      // `name`, of a root or field
    ED_PATH_INDEX,      // `index`
    ED_PATH_KEY         // the list item whose field `name` has `value`
} ed_PathStepKind;

typedef struct ed_PathStep {
    ed_PathStepKind kind;
    char name[ED_NAME_MAX];
    size_t name_size;       // without the terminator
    u64 index;              // UINT64_MAX for all that is larger, too
    const char *value;      // inside the path, as JSON; a text in quotes may hold . [ and ]
    size_t value_size;
} ed_PathStep;

typedef struct ed_Path {
    const char *text;      // all of it
    const char *rest;      // the steps that are left; "" at the end
    u32 steps;             // read so far
} ed_Path;

ed_Path ed_path(const char *text);
/// Reads the next step. False where the rest does not begin with one, as at the path's end; `error`
/// then says what was expected, and where. `error` may be NULL.
bool ed_path_next(ed_Path *path, ed_PathStep *step, ed_Error *error);
/// Cuts the last step off a path. False where the path has only one step: it stays.
bool ed_path_up(char *text);

ED_C_END
#endif
