/// One running game with what was asked for on the command line: what the window, the headless loop
/// and a script share.
/// Every call either does the whole thing or changes nothing and says why.
#ifndef HOST_PLAY_H
#define HOST_PLAY_H
#include "host/options.h"
#include "host/quick.h"
#include "host/source.h"
#include "host/supervise.h"
#include "host/time.h"
#include "runtime/live/ahead.h"
#include "runtime/live/saver.h"

#define HOST_MEMORY_MAX     ((size_t)64 << 20)       // bytes the host keeps for itself
#define HOST_TEXT_BYTES_MAX ((size_t)256 << 20)      // longest text of one value or report

typedef struct host_Play {
    const host_Options *options;
    host_Source *source;
    host_Vault  *vault;        // what outlives this process, or NULL
    ed_Run      *run;
    ed_Saver     saver;        // ed_saver_save(&play->saver, play->run, …) saves
    ed_Ahead     ahead;        // commits memory for the first save
    host_Time    time;         // rewind, loop and recording
    ed_Arena     own;          // lives as long as the game
    ed_Arena     file;         // the snapshot being read
    ed_Arena     text;         // the answer being written
    u64          frames_left;  // of those asked for, in all processes of this run together
    bool         reborn;       // goes on where an earlier process ended, whatever --state says
    bool         failed;       // something went wrong that the exit code tells
} host_Play;

/// HOST_GO_ON, or the exit code where the game could not start and standard error has the reason.
int  host_play_open (host_Play *play, const host_Options *options, host_Vault *vault);
/// A frame is done.
void host_play_count (host_Play *play);
/// Waits for saves that are still being written, and tells those that fail.
void host_play_finish(host_Play *play);
void host_play_close(host_Play *play);

bool host_play_load(host_Play *play, const char *path, ed_Error *error);

/// Writes a text of any length: `fill` runs again with more room until nothing is cut.
/// NULL over HOST_TEXT_BYTES_MAX. Valid until the next one.
const char *host_play_text(host_Play *play, void (*fill)(const void *it, ed_Text *out),
                           const void *it);
const char *host_play_report_line(host_Play *play);
const char *host_play_report_json(host_Play *play);

/// As ed_run_update; every update of the game is made by it. A recording that ends by
/// itself is told.
bool host_play_update(host_Play *play, const ed_Input *input);
#endif
