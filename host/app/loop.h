/// The main loop: a game in its window at 60 updates per second.
#ifndef HOST_APP_LOOP_H
#define HOST_APP_LOOP_H
#include "host/gfx/screenshot.h"
#include "host/inspect/inspect.h"
#include "host/ui/input.h"
#include "host/ui/overlay.h"
#include "host/ui/save_picker.h"
#include "runtime/debug/game.h"
#include "runtime/debug/script.h"

#define HOST_UPDATE_SECONDS (1.0 / ED_TICKS_PER_SECOND)
#define HOST_STALL_SECONDS 0.25      // a longer time between frames is cut to this; see UPDATES_MAX

/// What the error strip shows, if it shows anything.
typedef enum host_StripTopic {
    HOST_STRIP_BUILD,           // the result of a build
    HOST_STRIP_FAILURE,         // the failure that paused the game
    HOST_STRIP_LIMIT,           // a limit that the game reached
    HOST_STRIP_PROTECTION,      // the state is no longer protected
    HOST_STRIP_ENDED            // the game has ended itself
} host_StripTopic;

typedef struct host_Loop {
    ed_Game *game;
    ed_Script *script;      // or NULL: updates follow the clock
    host_Window window;
    host_Devices devices;
    host_Overlay overlay;
    host_Inspect inspect;
    host_SavePicker picker;      // the game is paused while it is open
    f64 now;                     // seconds
    f64 owed;                    // seconds for which updates are still due
    u32 steps;                   // single updates requested while paused
    u32 script_event_shown;      // number of the last one shown
    u32 troubles_shown;          // how many of game->troubles
    bool paused, ended;
    bool limit_shown;      // the message about a reached limit was shown
    host_StripTopic strip_topic;
    u32 slow;      // the game runs at 1 / 2^slow of normal speed
    bool rewinding;
    f64 rewind_owed;      // seconds still to rewind
} host_Loop;

/// Makes the single updates that were requested, then the updates that are due after `elapsed`
/// seconds.
void host_loop_advance(host_Loop *loop, f64 elapsed);

/// Returns when the game, the script, the user or a signal ends the loop, or after the last
/// requested frame. `script` may be NULL. Sets `shot->window`: screenshots then contain what the
/// game drew with the window's renderer, without the host's panels. Returns false if the window or
/// the overlay could not be opened.
bool host_loop_window(ed_Game *game, ed_Script *script, host_Screenshot *shot, ed_Error *error);
#endif
