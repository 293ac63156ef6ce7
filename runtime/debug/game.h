/// One running game with what was asked for on the command line: what the window, the headless loop
/// and a script share.
/// Every call either does the whole thing or changes nothing and says why.
#ifndef ED_DEBUG_GAME_H
#define ED_DEBUG_GAME_H
#include "runtime/debug/game_options.h"
#include "runtime/debug/game_source.h"
#include "runtime/debug/quick_save.h"
#include "runtime/debug/supervise.h"
#include "runtime/debug/time_travel.h"
#include "runtime/live/precommit.h"
#include "runtime/live/saver.h"

#define ED_GAME_MEMORY_MAX ((size_t)64 << 20)           // bytes the host keeps for itself
#define ED_GAME_TEXT_BYTES_MAX ((size_t)256 << 20)      // longest text of one value or report

typedef struct ed_Game {
    const ed_GameOptions *options;
    ed_GameSource *source;
    ed_SharedState *shared;      // what outlives this process, or NULL
    ed_Run *run;
    ed_Saver saver;          // ed_saver_save(&play->saver, play->run, …) saves
    ed_Precommit ahead;      // commits memory for the first save
    ed_TimeTravel time;      // rewind, loop and recording
    ed_Arena own;            // lives as long as the game
    ed_Arena file;           // the snapshot being read
    ed_Arena text;           // the answer being written
    u64 frames_left;         // of those asked for, in all processes of this run together
    bool restarted;          // goes on where an earlier process ended, whatever --state says
    bool failed;             // something went wrong that the exit code tells
} ed_Game;

/// ED_EXIT_NOT_YET, or the exit code where the game could not start and standard error has the reason.
int ed_game_open(ed_Game *game, const ed_GameOptions *options, ed_SharedState *shared);
/// A frame is done.
void ed_game_count(ed_Game *game);
/// Waits for saves that are still being written, and tells those that fail.
void ed_game_finish(ed_Game *game);
void ed_game_close(ed_Game *game);

bool ed_game_load(ed_Game *game, const char *path, ed_Error *error);

/// Writes a text of any length: `fill` runs again with more room until nothing is cut.
/// NULL over ED_GAME_TEXT_BYTES_MAX. Valid until the next one.
const char *ed_game_text(ed_Game *game, void (*fill)(const void *it, ed_Text *out), const void *it);
const char *ed_game_report_line(ed_Game *game);
const char *ed_game_report_json(ed_Game *game);

/// As ed_run_update; every update of the game is made by it. A recording that ends by
/// itself is told.
bool ed_game_update(ed_Game *game, const ed_Input *input);
#endif
