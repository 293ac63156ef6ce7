/// Slots: states under a number in the current folder, and the quick saves beside them. What there
/// is, what is told of it, and the picture that goes with each.
#ifndef ED_DEBUG_SAVE_SLOTS_H
#define ED_DEBUG_SAVE_SLOTS_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/debug/quick_save.h"
#include "runtime/msgpack/read.h"

#define ED_SAVE_SLOTS_NUMBERED 9u      // slot-1.state and so on
#define ED_SAVE_SLOT_NAME_MAX 32u      // bytes of a name with the terminator
#define ED_SAVE_SLOTS_MAX (ED_SAVE_SLOTS_NUMBERED + 1 + ED_QUICK_SAVES_KEPT)
#define ED_SAVE_SLOT_READ_MAX ((size_t)64 << 20)      // bytes; larger ones are not looked into
#define ED_SAVE_SLOT_MEMORY_MAX (ED_SAVE_SLOT_READ_MAX * 2)      // of the arena they are read with
#define ED_PICTURE_BYTES_MAX ((size_t)4 << 20)
#define ED_PICTURE_SIDE_MAX 2048u      // pixels

typedef enum ed_SaveSlotStatus {
    ED_SAVE_SLOT_EMPTY,
    ED_SAVE_SLOT_UNREAD,       // there is a file: time and size are known
    ED_SAVE_SLOT_GOOD,         // so is its frame
    ED_SAVE_SLOT_LARGE,        // over ED_SAVE_SLOT_READ_MAX
    ED_SAVE_SLOT_FOREIGN,      // of another game: `why`
    ED_SAVE_SLOT_DAMAGED       // no snapshot, or one that was altered: `why`
} ed_SaveSlotStatus;

typedef struct ed_SaveSlot {
    char name[16];                         // "slot 3", "quick"
    char path[ED_SAVE_SLOT_NAME_MAX];      // "slot-3.state"
    ed_SaveSlotStatus is;
    u64 bytes, time_ns;      // since 1970
    u64 frame;
    char why[320];      // begins with the path
} ed_SaveSlot;

typedef struct ed_SaveSlots {
    ed_SaveSlot at[ED_SAVE_SLOTS_MAX];
    u32 count;
} ed_SaveSlots;

/// The nine, there or not; with `quick` the quick saves that are there behind them, newest first.
void ed_save_slots_list(ed_SaveSlots *slots, bool quick);
/// Reads one that is unread: frame, or why it is none of `game`. `scratch` is emptied.
void ed_save_slots_read(ed_SaveSlot *slot, const char *game, ed_Arena *scratch);
/// Where a choice begins: to save the first that is empty, else the oldest; to load the newest.
u32 ed_save_slots_first(const ed_SaveSlots *slots, bool save);
/// The file goes, and its picture.
bool ed_save_slots_remove(const ed_SaveSlot *slot, ed_Error *error);

/// "just now", "3 min ago", or the day.
void ed_save_slots_ago(u64 now_ns, u64 then_ns, ed_Text *out);

/// "quick-3.state"; of 0 quick.state itself.
void ed_save_slots_quick_name(u32 number, char name[ED_SAVE_SLOT_NAME_MAX]);
/// The name of the picture that lies beside a slot or a quick save: "slot-3.png". False for every
/// other file, which has none.
bool ed_save_slots_picture(const char *path, char picture[ED_SAVE_SLOT_NAME_MAX]);
/// A PNG of a size that is worth decoding, by its first bytes.
bool ed_save_slots_picture_fits(ed_Span png);
/// The frame a snapshot says it is of, by its first bytes. False where it says none.
bool ed_save_slots_frame(ed_Span snapshot, u64 *frame);
#endif
