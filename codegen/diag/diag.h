/// Collects the errors of one run, and prints them once, in the order of the files. The first
/// CG_PROBLEMS_MAX errors are kept with their notes; further errors are only counted.
#ifndef CG_DIAG_H
#define CG_DIAG_H
#include <stdarg.h>
#include "codegen/diag/codes.h"
#include "runtime/base/arena.h"

#define CG_PROBLEMS_MAX 20u
#define CG_REMARKS_MAX 4u      // notes and help lines of one problem
#define CG_TEXT_MAX 400u       // bytes of one message

typedef struct cg_Source {      // one .def file in memory
    const char *path;           // from the command line or an #include; "<stdin>" for -
    const char *stem;           // "actor" of "schema/actor.def"
    const char *text;           // followed by a zero byte
    u32 size;
    u32 index;      // in cg_Schema.sources
} cg_Source;

typedef struct cg_Location {      // a range of text; source NULL: no location
    const cg_Source *source;
    u32 at, size;      // bytes
} cg_Location;

typedef struct cg_Remark {      // a note, or a help line without a location
    bool help;
    cg_Location location;
    char text[CG_TEXT_MAX];
} cg_Remark;

typedef struct cg_Problem {
    cg_Code code;
    bool is_warning;
    cg_Location location;
    char text[CG_TEXT_MAX];
    cg_Remark remarks[CG_REMARKS_MAX];
    u32 remark_count;
} cg_Problem;

typedef struct cg_Diag {
    cg_Problem problems[CG_PROBLEMS_MAX];
    u32 count;         // of all problems, including those not kept
    bool dropped;      // the last error was not kept, so its notes are dropped, too
} cg_Diag;

/// Chooses the form of errors on standard error: one JSON object per problem, or text. In
/// diag_print.c.
void cg_diag_use_json(bool json);
/// Adds an error. Returns false if the error is dropped, because the limit is reached or its
/// location already has an error.
bool cg_error(cg_Diag *diag, cg_Code code, cg_Location location, const char *format, ...)
    ED_FORMAT(4, 5);
/// Adds a note to the last error.
void cg_note(cg_Diag *diag, cg_Location location, const char *format, ...) ED_FORMAT(3, 4);
/// Adds a help line to the last error.
void cg_help(cg_Diag *diag, const char *format, ...) ED_FORMAT(2, 3);
/// Prints all problems on standard error, then their number and the outcome, such as "nothing
/// written". As JSON, prints only the problems. In diag_print.c.
void cg_diag_print(cg_Diag *diag, const char *outcome);

/// Immediately prints an error that has no location, for what cannot be collected: memory is full,
/// or the run has ended. In diag_print.c.
void cg_print_error(cg_Code code, const char *format, ...) ED_FORMAT(2, 3);
/// Immediately prints a warning: the run succeeds. In diag_print.c.
void cg_print_warning(cg_Code code, cg_Location location, const char *help, const char *format, ...)
    ED_FORMAT(4, 5);
/// Prints one line without a location on standard error: "eddiec: …".
void cg_print_line(const char *format, ...) ED_FORMAT(1, 2);

typedef struct cg_Line {      // the line that contains the start of a location
    u32 number, column;       // from 1; the column counts bytes
    u32 start, end;           // of the line's text
} cg_Line;

/// Formats the text of a message, without control characters. `text` has CG_TEXT_MAX bytes.
void cg_message_format(char *text, const char *format, va_list args);
cg_Line cg_line_of(cg_Location location);                   ///< the location must have a source
void cg_problem_print_json(const cg_Problem *problem);      ///< in diag_json.c

#endif
