/// Save slots: numbered states in the start folder (start_folder.h) and the quick saves beside
/// them, with their descriptions and pictures.
#ifndef ED_DEBUG_SAVE_SLOTS_H
#define ED_DEBUG_SAVE_SLOTS_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/debug/quick_save.h"
#include "runtime/msgpack/read.h"

#define ED_SAVE_SLOTS_NUMBERED 9u      // slot-1.state and so on
#define ED_SAVE_SLOT_NAME_MAX 32u      // bytes including the terminator
#define ED_SAVE_SLOTS_MAX (ED_SAVE_SLOTS_NUMBERED + 1 + ED_QUICK_SAVES_KEPT)
#define ED_SAVE_SLOT_READ_MAX ((size_t)64 << 20)                 // larger files are not read
#define ED_SAVE_SLOT_MEMORY_MAX (ED_SAVE_SLOT_READ_MAX * 2)      // size of the arena for reading
#define ED_PICTURE_BYTES_MAX ((size_t)4 << 20)
#define ED_PICTURE_SIDE_MAX 2048u      // pixels

typedef enum ed_SaveSlotStatus {
    ED_SAVE_SLOT_EMPTY,
    ED_SAVE_SLOT_UNREAD,       // time and size are known
    ED_SAVE_SLOT_GOOD,         // the frame is known, too
    ED_SAVE_SLOT_LARGE,        // larger than ED_SAVE_SLOT_READ_MAX
    ED_SAVE_SLOT_FOREIGN,      // belongs to another game: see `why`
    ED_SAVE_SLOT_DAMAGED       // not a snapshot, or damaged: see `why`
} ed_SaveSlotStatus;

typedef struct ed_SaveSlot {
    char name[16];                         // "slot 3", "quick"
    char path[ED_SAVE_SLOT_NAME_MAX];      // "slot-3.state"
    ed_SaveSlotStatus status;
    u64 bytes, time_ns;      // time_ns: since 1970
    u64 frame;
    char why[320];      // starts with the path
} ed_SaveSlot;

typedef struct ed_SaveSlots {
    ed_SaveSlot at[ED_SAVE_SLOTS_MAX];
    u32 count;
} ed_SaveSlots;

/// Lists the nine numbered slots, whether or not their files exist. With `quick`, the existing
/// quick saves follow, newest first.
void ed_save_slots_list(ed_SaveSlots *slots, bool quick);
/// Reads the file of an unread slot: sets its frame, or why it does not belong to `game`. Clears
/// `scratch`.
void ed_save_slots_read(ed_SaveSlot *slot, const char *game, ed_Arena *scratch);
/// The slot to select first. For saving, that is the first empty slot, otherwise the oldest; for
/// loading, the newest.
u32 ed_save_slots_first(const ed_SaveSlots *slots, bool save);
/// Deletes the file and its picture.
bool ed_save_slots_remove(const ed_SaveSlot *slot, ed_Error *error);

/// Adds "just now", "3 min ago", or the date.
void ed_save_slots_ago(u64 now_ns, u64 then_ns, ed_Text *out);

/// Writes the name "quick-3.state" for 3, and quick.state itself for 0.
void ed_save_slots_quick_name(u32 number, char name[ED_SAVE_SLOT_NAME_MAX]);
/// Gets the name of the picture beside a slot or quick save, such as "slot-3.png". False for any
/// other file, which has no picture.
bool ed_save_slots_picture(const char *path, char picture[ED_SAVE_SLOT_NAME_MAX]);
/// True if the first bytes are those of a PNG of a reasonable size.
bool ed_save_slots_picture_fits(ed_Span png);
/// Reads the frame number at the start of a snapshot. False if there is no frame number.
bool ed_save_slots_frame(ed_Span snapshot, u64 *frame);
#endif
