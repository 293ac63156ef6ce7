/// Finds the sources of a game.
#ifndef ED_BUILD_SOURCES_H
#define ED_BUILD_SOURCES_H
#include "runtime/build/config.h"
ED_C_BEGIN

typedef struct ed_Sources {
    ed_Words code;        // .c, .cpp, .cc and .cxx files
    ed_Words schema;      // .def files
    bool cpp;             // there is C++ code
} ed_Sources;

bool ed_source_is_cpp(const char *path);      ///< false: it is C

/// Finds the files in the folders of the settings and in their subfolders, sorted by their paths.
/// Names that start with a dot are skipped. So are links to a folder that contains the link, and
/// the folder of the generated code. A file that is in two of the folders is found once. It is an
/// error if there is no code or no schema.
bool ed_sources_find(ed_Sources *sources, const ed_BuildConfig *config, ed_Arena *arena,
                     ed_Error *error);

ED_C_END
#endif
