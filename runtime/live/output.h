/// What builds make: the module, and what lies beside it.
#ifndef ED_OUTPUT_H
#define ED_OUTPUT_H
#include "runtime/live/watch.h"
ED_C_BEGIN

/// Tells whether a build has made a file anew, by whatever name and time stamp it did so.
typedef struct ed_OutputMark { u64 device, inode, size, changed_ns; } ed_OutputMark;

/// All zero where there is no such file.
ed_OutputMark ed_output_mark(const char *path);
bool          ed_output_is  (const char *path, const ed_OutputMark *mark);

/// True where a module was made before `source_ns`, since 1970, or cannot have been made when it
/// says so.
bool ed_output_is_older(const char *module_path, u64 source_ns);

/// Before a build: make goes by time stamps, and after a clock was set back what it makes is older
/// than what it made before. So where something in the module's folder, or in one in that, is from
/// the future, all files there become old, those that are compiled a little less so: then make
/// makes everything anew, once. True where it did that. `turn` is the open lock (turn.h), by which
/// the file system tells its own time; -1: the system's clock does. A folder that holds the working
/// folder or watched sources is the user's: there it is done to the module alone.
bool ed_output_age(const char *module_path, int turn, const ed_Watch *watch);

ED_C_END
#endif
