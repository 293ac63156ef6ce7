/// One running game and its command line options, shared by the window, the headless loop and
/// scripts. A load that fails returns an error and changes nothing. The exception is a failure of
/// the game's own load function: then the game is paused, and its state is that of the last good
/// checkpoint. (If the game is linked into the program, such a failure ends the program.)
#ifndef ED_DEBUG_GAME_H
#define ED_DEBUG_GAME_H
#include "runtime/debug/exit_code.h"
#include "runtime/debug/game_options.h"
#include "runtime/debug/game_source.h"
#include "runtime/debug/pointer_check.h"
#include "runtime/debug/quick_save.h"
#include "runtime/debug/supervise.h"
#include "runtime/debug/time_travel.h"
#include "runtime/live/commit_memory.h"
#include "runtime/live/saver.h"

#define ED_GAME_MEMORY_MAX ((size_t)64 << 20)           // memory of the host itself
#define ED_GAME_TEXT_BYTES_MAX ((size_t)256 << 20)      // longest text of one value or report

typedef struct ed_Game {
    const ed_GameOptions *options;
    ed_GameSource *source;
    ed_SharedGame *shared;      // memory that outlives this process, or NULL
    ed_Run *run;
    ed_Saver saver;             // saves by ed_saver_save(&game->saver, game->run, …)
    ed_MemoryCommit ahead;      // commits memory for the first save, reload and checkpoint
    ed_TimeTravel time;         // rewind, input loop and recording
    ed_Arena memory;            // lives as long as the game
    ed_Arena file;              // the snapshot being read
    ed_Arena text;              // the text returned by ed_game_text
    u64 frames_left;            // updates that remain of options.frames, across all processes
    bool restarted;      // continues from the checkpoint of an earlier process; --state is ignored
    bool failed;         // a failure that the exit code reports
    ed_PointerCheck pointers;
    bool dangles;           // the last update left a dangling pointer
    char trouble[600];      // the last error of a task that runs beside the game
    u32 troubles;           // how many there were
} ed_Game;

/// Returns ED_EXIT_NOT_YET if the game started. Otherwise the reason is printed on standard error,
/// and the exit code is returned.
int ed_game_open(ed_Game *game, const ed_GameOptions *options, ed_SharedGame *shared);
/// Counts down frames_left. Call it once per update.
void ed_game_count(ed_Game *game);
/// Waits for saves that are still being written, and ends the recording. Reports what fails.
void ed_game_finish(ed_Game *game);
void ed_game_close(ed_Game *game);

bool ed_game_load(ed_Game *game, const char *path, ed_Error *error);

/// Formats a text of any length: calls `fill` with larger buffers until nothing is truncated. NULL
/// if the text exceeds ED_GAME_TEXT_BYTES_MAX. Valid until the next call.
const char *ed_game_text(ed_Game *game, void (*fill)(const void *it, ed_Text *out), const void *it);
const char *ed_game_report_line(ed_Game *game);
const char *ed_game_report_json(ed_Game *game);

/// Like ed_run_update. Every update of the game must use this function. Prints an error, and
/// sets `trouble`, if the recording stopped because of a failure, or if states can no longer be
/// kept for rewinding. Also returns false if --check-pointers finds a dangling pointer.
bool ed_game_update(ed_Game *game, const ed_Input *input);
#endif
