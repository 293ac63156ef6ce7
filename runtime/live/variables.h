/// The variables of a module: globals, and static ones in files and functions. They are no state: a
/// reload does not take their values over. This finds the ones that had changed, so that a person
/// learns what starts again.
#ifndef ED_LIVE_VARIABLES_H
#define ED_LIVE_VARIABLES_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/live/watch.h"
ED_C_BEGIN

#define ED_VARIABLE_NAME_MAX 64u
#define ED_VARIABLES_MAX 4096u           // of a module; further ones are ignored
#define ED_VARIABLES_NAMED_MAX 256u      // different names; further ones are not reported
// Only this much of a variable is compared: a swap has to stay short.
#define ED_VARIABLE_BYTES_MAX 65536u

typedef struct ed_Variable {
    char name[ED_VARIABLE_NAME_MAX];      // as in the source
    char file[ED_VARIABLE_NAME_MAX];      // "main.c", or ""
    u64 tag;                              // hash of the name
    u64 offset, size;
    u64 initial, now;      // hashes of the value: after loading, and when ed_variables_look was
                           // called
    bool unique;           // shared with the module that defined it first
} ed_Variable;

typedef struct ed_Variables {
    ed_Arena arena;      // holds `at`
    ed_Variable *at;
    u32 count;
    const u8 *base;      // where the module begins in memory; NULL: it is not loaded
} ed_Variables;

/// Reads the variables of a checked library. Those of the compiler and of eddie do not count.
/// Without memory for them, no variable is found.
void ed_variables_read(ed_Variables *variables, ed_Span library);
void ed_variables_close(ed_Variables *variables);
/// Notes the initial values of the loaded module. `entry`: an address in it. Before its `load`.
void ed_variables_loaded(ed_Variables *variables, const void *entry);
void ed_variables_look(ed_Variables *variables);      ///< notes the values of now

/// The variables that started again at the last swap.
typedef struct ed_VariablesReset {
    u32 count;             // different names
    bool fresh;            // one was not reported before
    char text[640];        // "stars, enemies (main.c), seed"
    char shared[256];      // those that keep their values: see ed_LibraryVariable.unique
    /// Tags of the variables that were reported at any swap.
    u64 reported[ED_VARIABLES_NAMED_MAX];
    u32 reported_count;
} ed_VariablesReset;

/// Finds the variables that had changed in the old module and that the `load` of the next one has
/// not set. Both were looked at. The text names files as `watch` does.
void ed_variables_reset(const ed_Variables *old, const ed_Variables *next, const ed_Watch *watch,
                        ed_VariablesReset *reset);

ED_C_END
#endif
