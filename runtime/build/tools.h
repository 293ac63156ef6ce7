/// The programs and files that a build needs: compilers, and eddie's own programs and files. The
/// latter are beside the program that runs, as they were built or installed.
#ifndef ED_BUILD_TOOLS_H
#define ED_BUILD_TOOLS_H
#include "runtime/build/config.h"
ED_C_BEGIN

typedef struct ed_BuildTool {
    const char *path;      // of the program; NULL: not there
    u64 version;           // differs after the program was replaced
    bool is_tcc;           // understands the options of tcc, not those of gcc and clang
} ed_BuildTool;

typedef struct ed_BuildTools {
    ed_BuildTool eddiec, cc, cxx, early;
    const char *include;      // the folder that has runtime/eddie.h
    const char *library;      // libeddie.a; NULL: not there, and not needed
    /// The same for tcc: eddie.o, on Windows eddie-rt.def. NULL: there is no early module.
    const char *object;
    bool gold;      // a linker that needs half the time
} ed_BuildTools;

/// Finds everything. `cpp`: there are C++ sources, so a C++ compiler is needed and there is no
/// early module. It is no error if the early compiler is missing. If there is no `cc`, build.cfg
/// names none, and the early compiler is tcc, tcc is used as `cc`.
bool ed_build_tools_find(ed_BuildTools *tools, const ed_BuildConfig *config, bool cpp,
                         ed_Arena *arena, ed_Error *error);

ED_C_END
#endif
