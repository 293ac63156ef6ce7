/// The save picker: shows the slots in the middle of the window, for saving or loading. It returns
/// the user's choice; the caller saves, loads or deletes.
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
    HOST_PICK_PASSED,         // the picker ignored the event; handle it elsewhere
    HOST_PICK_TAKEN,          // the picker handled the event
    HOST_PICK_CHOSEN,         // the user chose the slot `at` to save to or to load
    HOST_PICK_DELETE          // the user wants to delete the slot `at`
} host_Pick;

typedef struct host_SavePicker {
    ed_Arena arena;        // opened with the first picker
    ed_Arena scratch;      // for reading one file
    ed_Draw draw;
    host_SavePickerPurpose purpose;
    ed_SaveSlots slots;
    u32 read;              // number of slots read so far: one per frame, so that no frame is late
    ed_Color *pixels;      // of all thumbnails, one after the other
    ed_Sprite thumbs[ED_SAVE_SLOTS_MAX];      // width 0: no thumbnail

    u32 at;                 // index of the selected slot
    bool delete_asked;      // Delete was pressed once; a second press deletes the slot
    bool text_follows;      // the last event was a key press; its text event may follow
    char message[320];      // why something was refused, shown at the bottom; or ""

    u32 columns, rows, visible_rows;                // rows: all of them
    u32 first;                                      // index of the first visible row
    bool scroll_to_selected;                        // scroll to the selected slot in the next frame
    host_Area panel, cells[ED_SAVE_SLOTS_MAX];      // as last drawn; w 0: not visible
} host_SavePicker;

bool host_save_picker_open(host_SavePicker *picker, host_SavePickerPurpose purpose,
                           ed_Error *error);
/// Hides the picker, and frees its memory. Call it when the host ends.
void host_save_picker_close(host_SavePicker *picker);
void host_save_picker_hide(host_SavePicker *picker);
/// Reads the list of slots again.
void host_save_picker_refresh(host_SavePicker *picker);
/// Shows why the choice was refused.
void host_save_picker_refuse(host_SavePicker *picker, const char *why);
/// While the picker is closed, returns HOST_PICK_PASSED, except for the text event of the key that
/// closed it.
host_Pick host_save_picker_event(host_SavePicker *picker, const SDL_Event *event);

/// Draws nothing while the picker is closed. `game` is the name of the game whose states can be
/// loaded.
void host_save_picker_draw(host_SavePicker *picker, host_Window *window, const char *game);
#endif
