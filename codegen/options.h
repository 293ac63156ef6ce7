/// Parses the command line.
#ifndef CG_OPTIONS_H
#define CG_OPTIONS_H
#include "runtime/types/types.h"

#define CG_WORDS_MAX 20000u

typedef struct cg_Options {
    const char *dir;           // the argument of -o, or its default
    const char *snapshot;      // where to write a snapshot, or NULL
    bool check;
    bool json;      // --diag=json
    bool fmt;       // `eddiec fmt`
    bool explain;
    const char *word;                     // the code for --explain, or NULL for all codes
    const char *files[CG_WORDS_MAX];      // from argv
    u32 file_count;
} cg_Options;

/// Returns -1 to continue; otherwise the exit code, after printing a message, the help or the
/// version.
int cg_options_read(cg_Options *options, int argc, char **argv);

#endif
