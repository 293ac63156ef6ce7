/// What the arguments of a compiler or linker name: folders that are searched, libraries, and
/// files. The options are those that gcc, clang and tcc share.
#ifndef ED_BUILD_COMPILER_OPTIONS_H
#define ED_BUILD_COMPILER_OPTIONS_H
#include "runtime/build/words.h"
ED_C_BEGIN

typedef struct ed_CompilerOptions {
    ed_Words quoted, include, system,
        after;               // folders of headers: -iquote -I -isystem -idirafter
    ed_Words folders;        // all of these, in the order in which they are searched
    ed_Words linked;         // folders of libraries: -L
    ed_Words libraries;      // names: -l
    bool is_static;          // archives are linked, although there are shared libraries
    ed_Words files;          // existing files that an argument or a part of it names, such as
                             // @flags.rsp, game/more.o and -Wl,--version-script=game/names
} ed_CompilerOptions;

/// Reads the arguments, and those in response files.
void ed_compiler_options_read(ed_CompilerOptions *options, ed_Arena *arena,
                              const ed_Words *arguments);

ED_C_END
#endif
