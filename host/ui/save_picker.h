/// The save picker: slots in the middle of the window, for saving or loading. It returns the
/// choice; the caller saves or loads.
#ifndef HOST_UI_SAVE_PICKER_H
#define HOST_UI_SAVE_PICKER_H
#include "host/inspect/inspect.h"
#include "runtime/debug/save_slots.h"

typedef enum host_SavePickerPurpose {
    HOST_SAVE_PICKER_CLOSED,
    HOST_SAVE_PICKER_SAVE,
    HOST_SAVE_PICKER_LOAD
} host_SavePickerPurpose;

typedef enum host_Pick {      // the result of an event
    HOST_PICK_PASSED,         // not for the picker
    HOST_PICK_TAKEN,
    HOST_PICK_CHOSEN,      // save into, or load, the slot `at`
    HOST_PICK_REMOVED      // it is to be removed
} host_Pick;

typedef struct host_SavePicker {
    ed_Arena arena;        // opened with the first picker
    ed_Arena scratch;      // a file that is being read
    ed_Draw draw;
    host_SavePickerPurpose purpose;
    ed_SaveSlots slots;
    u32 read;              // so many are read: one a picture, so that none comes late
    ed_Color *pixels;      // of the pictures, one after the other
    ed_Sprite thumbs[ED_SAVE_SLOTS_MAX];      // width 0: no picture

    u32 at;                 // selected
    bool doomed;            // Delete was pressed once
    bool text_follows;      // the last event was a key that went down
    char said[320];         // at the foot, why something was refused; else ""

    u32 columns, rows, seen;                        // rows that there are, and that have room
    u32 first;                                      // row
    bool into_sight;                                // the selected one, at the next picture
    host_Area panel, cells[ED_SAVE_SLOTS_MAX];      // of the last picture; w 0: out of sight
} host_SavePicker;

bool host_save_picker_open(host_SavePicker *picker, host_SavePickerPurpose purpose,
                           ed_Error *error);
void host_save_picker_close(
    host_SavePicker *picker);      ///< its memory too, at the end of the host
void host_save_picker_hide(host_SavePicker *picker);
/// Looks at the files again.
void host_save_picker_look(host_SavePicker *picker);
void host_save_picker_refuse(host_SavePicker *picker, const char *why);
/// HOST_PICK_PASSED while it is closed.
host_Pick host_save_picker_event(host_SavePicker *picker, const SDL_Event *event);

/// Draws nothing while it is closed. `game`: the game whose states can be loaded.
void host_save_picker_draw(host_SavePicker *picker, host_Window *window, const char *game);
#endif
