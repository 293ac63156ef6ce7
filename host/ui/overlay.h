/// What the host draws over the game: a status line that fades, an error strip while something is
/// broken, and panels opened by keys. It is drawn with draw lists, as the game is, in points of the
/// window.
#ifndef HOST_UI_OVERLAY_H
#define HOST_UI_OVERLAY_H
#include "host/gfx/window.h"

#define HOST_STATUS_SECONDS 2.5
#define HOST_OVERLAY_MEMORY_MAX ((size_t)32 << 20)

typedef enum host_Mood {
    HOST_MOOD_PLAIN,
    HOST_MOOD_GOOD,
    HOST_MOOD_LOSS,      // it worked, but values were lost
    HOST_MOOD_BAD
} host_Mood;
typedef enum host_Panel { HOST_PANEL_NONE, HOST_PANEL_HELP, HOST_PANEL_REPORT } host_Panel;

typedef struct host_Overlay {
    ed_Arena arena;
    /// `plain` has shapes and proportional text, `code` has monospaced text. [0] is for the notes,
    /// [1] for a panel, which covers them.
    ed_Draw plain[2], code[2];
    char status[512];
    host_Mood status_mood;
    f64 status_at;                 // seconds
    char strip_location[192];      // "game/sim.c:12:7", or empty
    char strip[1024];              // empty: no strip
    bool building, paused;
    bool crashed;      // the running code failed, and the game is paused
    bool can_rewind, has_previous_build;
    char time[384];       // what time travel is doing, or empty
    bool inspecting;      // keys go to the inspector; the help lists its keys
    host_Panel panel;
    const char *report;      // the text of HOST_PANEL_REPORT, borrowed for one frame
    int scroll;              // index of the first visible line of the report
} host_Overlay;

bool host_overlay_open(host_Overlay *overlay, ed_Error *error);
void host_overlay_close(host_Overlay *overlay);

void host_overlay_say(host_Overlay *overlay, f64 now, host_Mood mood, const char *format, ...)
    ED_FORMAT(4, 5);
/// Appends `text` to the current message if that is still shown; otherwise, shows `text` alone.
void host_overlay_add(host_Overlay *overlay, f64 now, const char *text);
/// Shows an error in the strip; an empty `text` hides the strip. `location` is where in the sources
/// the error is, or "".
void host_overlay_set_error(host_Overlay *overlay, const char *location, const char *text);
void host_overlay_toggle(host_Overlay *overlay, host_Panel panel);
/// Closes the open panel, otherwise the error strip. False if neither was open.
bool host_overlay_escape(host_Overlay *overlay);
void host_overlay_scroll(host_Overlay *overlay, int lines);
void host_overlay_draw(host_Overlay *overlay, host_Window *window, f64 now);
#endif
