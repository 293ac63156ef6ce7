/// What a step reads that no list of its compiler names, and where it looks in vain:
///
/// - Files that its arguments name: libraries, objects, scripts of the linker, response files.
/// - Files that assembly code in a source embeds (.incbin, .include). If a source has such code,
///   each name in double quotes that is the name of a file is taken, since it can be the argument
///   of a macro. A name that the preprocessor puts together is not found.
/// - Paths where the compiler looks before it finds a header or a library, and those that it tests
///   with __has_include. A file that appears there changes what the step does. Instead of a path in
///   a folder that does not exist, that folder is taken.
///
/// The lists of compilers name only what was found, so the paths are derived from the options.
#ifndef ED_BUILD_INPUTS_H
#define ED_BUILD_INPUTS_H
#include "runtime/build/words.h"
ED_C_BEGIN

typedef struct ed_InputPath ed_InputPath;

typedef struct ed_Inputs {      // zeroed, but for the first two: nothing is known yet
    ed_Arena *arena;
    const char *build_folder;      // NULL, or where only builds create files
    ed_InputPath **slots;          // what is known about paths in this build: a hash table
    u32 slot_count, count;
    u32 searches;      // so far
} ed_Inputs;

/// Adds to `files`, which has the files that are known to be read, and to `absent`. `begun_ns`:
/// when the step began. A path where a file appeared since then is added to `files`.
void ed_inputs_find(ed_Inputs *inputs, const ed_Words *arguments, u64 begun_ns, ed_Words *files,
                    ed_Words *absent);

/// True if the path belongs to the compiler or the system, and is in none of the folders, which
/// those of the game are.
bool ed_inputs_is_system(const char *path, const ed_Words *folders);

ED_C_END
#endif
