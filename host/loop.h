/// Time: a game in its window at 60 updates a second, or without one as fast as it goes.
#ifndef HOST_LOOP_H
#define HOST_LOOP_H
#include "host/input.h"
#include "host/inspect.h"
#include "host/overlay.h"
#include "host/picker.h"
#include "host/play.h"
#include "host/script.h"

typedef struct host_Loop {
    host_Play    *play;
    host_Script  *script;       // or NULL: then time is the clock's
    host_Window   window;
    host_Devices  devices;
    host_Overlay  overlay;
    host_Inspect  inspect;
    host_Picker   picker;       // while it is open, time stands still
    f64           now;          // seconds
    f64           owed;         // seconds not yet updated
    u32           steps;        // single steps asked for while paused
    u32           shown;        // number of the script's last event that was shown
    bool          paused, over_told, ended;
    u32           slow;         // time goes at 1 to 2^slow
    bool          rewinding;
    f64           owed_back;    // seconds not yet gone back
} host_Loop;

/// Both return when the game, the script or the user ends it;
/// play->failed tells whether all went well.
void host_loop_headless(host_Play *play);
/// False where no window opened.
bool host_loop_window(host_Play *play, host_Script *script, ed_Error *error);
#endif
