/// Error codes, and the object that keeps the first error. A function that can fail returns false,
/// or leaves its error in a reader or writer. Only ed_fail makes errors; other code may copy them.
#ifndef ED_BASE_ERR_H
#define ED_BASE_ERR_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_Err {
    ED_OK,
    ED_ERR_TYPE,         // a value is of a different kind than expected
    ED_ERR_SHORT,        // the bytes end too early
    ED_ERR_RANGE,        // a number or count is outside of its range
    ED_ERR_DEPTH,        // nested deeper than ED_DEPTH_MAX
    ED_ERR_LIMIT,        // a limit of an arena, file or table was exceeded
    ED_ERR_FORMAT,       // not the expected format, or a newer version of it
    ED_ERR_HASH,         // the hash does not match: the bytes were altered
    ED_ERR_GAME,         // a snapshot or module of another game
    ED_ERR_OS,           // a system call failed
    ED_ERR_MODULE,       // not a module, or one that cannot be loaded
    ED_ERR_ABI,          // a module built against another runtime
    ED_ERR_RIGID,        // the layout of rigid memory changed
    ED_ERR_BUILD,        // the build command failed
    ED_ERR_PATH,         // a path is malformed or leads to no value
    ED_ERR_UPGRADE,      // an upgrade function of the game refused, or is missing
    ED_ERR_CRASH         // the module failed while it was called
} ed_Err;

typedef struct ed_Error {
    ed_Err code;
    u64 at;              // byte offset in the document, for errors of a document
    char path[128];      // of the value that caused the error: "Game.actors[17].hp"
    char text[320];      // what, where, and what to do
} ed_Error;

/// Sets the error, unless one is set already. The text is cut to fit. Control characters except
/// tabs become question marks, because names and files may come from untrusted sources.
void ed_fail(ed_Error *error, ed_Err code, const char *format, ...) ED_FORMAT(3, 4);

/// Returns what an errno value of a failed call means, such as "Permission denied".
const char *ed_errno_text(int why);

ED_C_END
#endif
