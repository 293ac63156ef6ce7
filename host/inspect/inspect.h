/// The inspector (F2): shows every root and field live, on the right side of the window. It knows
/// the game's types only from the type tables. Only paths and numbers are kept between frames;
/// memory addresses are looked up again for each event and each frame.
#ifndef HOST_INSPECT_INSPECT_H
#define HOST_INSPECT_INSPECT_H
#include "host/gfx/brush.h"
#include "host/gfx/window.h"
#include "host/inspect/changed.h"
#include "host/inspect/line_edit.h"
#include "host/inspect/undo.h"
#include "host/inspect/value.h"
#include "runtime/run/run.h"

#define HOST_PINS_MAX 24u
#define HOST_SHOWN_MAX 192u      // rows on the screen
#define HOST_TRAIL_MAX 16u       // followed handles that Backspace can return from

typedef struct host_Shown {      // a row as last drawn, for mouse clicks
    host_Row row;
    host_Area area, value;
    int pin;           // index of the pin; -1: a row of the tree
    bool missing;      // a pin whose path does not exist
} host_Shown;

typedef enum host_Typing { HOST_TYPING_NONE, HOST_TYPING_FILTER, HOST_TYPING_VALUE } host_Typing;
typedef enum host_Drag {
    HOST_DRAG_NONE,
    HOST_DRAG_HELD,      // HELD: pressed on something that cannot be dragged
    HOST_DRAG_EDGE,
    HOST_DRAG_SCROLL,
    HOST_DRAG_NUMBER,
    HOST_DRAG_SLIDER,
    HOST_DRAG_CHANNEL
} host_Drag;

typedef struct host_Popup {      // names to choose from, or the channels of a color
    bool open;
    char path[HOST_PATH_MAX];
    u32 at, first;      // index of the selected row; of the first visible row
    u32 rows;           // visible rows
    host_Area area;
} host_Popup;

typedef struct host_Inspect {
    ed_Arena arena;                     // opened with the first F2
    bool initialized, open, focus;      // focus: keys go to the inspector
    host_Tree tree;
    host_Edits edits;
    host_ChangeMarks changed;
    ed_Draw plain[2], code[2];      // proportional, monospaced; [1] is drawn on top of [0]
    char pins[HOST_PINS_MAX][HOST_PATH_MAX];
    u32 pin_count;

    float width;      // set by the user; 0: the default
    host_Area panel, filter_box, list, scrollbar, thumb, footer;
    float pins_y;
    u32 pins_shown;
    u64 first, total;      // rows of the tree: index of the first visible one; number of all
    u32 page;              // visible rows
    char first_path[HOST_PATH_MAX];
    host_Row *rows;         // HOST_SHOWN_MAX; also takes single rows that are looked up
    host_Shown *shown;      // HOST_SHOWN_MAX
    u32 shown_count;

    char selected[HOST_PATH_MAX];
    u64 selected_at;              // its number in the tree
    bool scroll_to_selected;      // scroll to the selected row in the next frame
    int pin;                      // index of the selected pin; -1: a row of the tree
    char trail[HOST_TRAIL_MAX][HOST_PATH_MAX];
    u32 trail_count;

    host_Typing typing;
    char typing_path[HOST_PATH_MAX];
    host_LineEdit line, filter;
    host_Popup popup;
    /// The x of the first visible character of the line being edited, and the width of a character.
    float line_x, letter;
    size_t line_first;      // byte offset of that character in the line
    char refusal[320];      // why the typed text is refused; shown below its row
    char message[320];      // the message at the bottom, shown for a while
    f64 message_until;

    host_Drag drag;
    char drag_path[HOST_PATH_MAX];
    u8 drag_from[8];      // the number when the drag began
    /// drag_start: the x where the drag began; for HOST_DRAG_SCROLL, the y offset in the thumb
    float drag_start, mouse_x, mouse_y;
    bool drag_moved;
    u32 channel;      // the color channel being changed: 0 red to 3 alpha
    u32 buttons;      // bit set of the mouse buttons that were pressed on the inspector
    f64 now;
} host_Inspect;

void host_inspect_close(host_Inspect *inspect);
bool host_inspect_toggle(host_Inspect *inspect, ed_Error *error);      ///< F2
/// True if the inspector used the event: then neither the host nor the game must see it.
bool host_inspect_event(host_Inspect *inspect, const SDL_Event *event, ed_Run *run, f64 now);
void host_inspect_draw(host_Inspect *inspect, host_Window *window, ed_Run *run, f64 now);
#endif
