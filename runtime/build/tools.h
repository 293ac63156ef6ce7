/// The programs and files that a build needs: compilers, and what belongs to eddie. Those are
/// beside the program that runs, as they were built or installed.
#ifndef ED_BUILD_TOOLS_H
#define ED_BUILD_TOOLS_H
#include "runtime/build/config.h"
ED_C_BEGIN

typedef struct ed_BuildTool {
    const char *path;      // of the program; NULL: not there
    u64 version;           // differs after the program was replaced
} ed_BuildTool;

typedef struct ed_BuildTools {
    ed_BuildTool eddiec, cc, cxx, early;
    const char *include;      // the folder that has runtime/eddie.h
    const char *library;      // libeddie.a
    const char
        *object;      // eddie.o, the same for the early compiler; NULL: there is no early module
    bool gold;        // a linker that needs half the time
} ed_BuildTools;

/// Finds everything. `cpp`: there are C++ sources, so a C++ compiler is needed and there is no
/// early module. It is no error if the early compiler is missing.
bool ed_build_tools_find(ed_BuildTools *tools, const ed_BuildConfig *config, bool cpp,
                         ed_Arena *arena, ed_Error *error);

ED_C_END
#endif
