/// Slots: states under a number in the current folder, and the quick saves beside them. What there
/// is, what is told of it, and the picture that goes with each.
#ifndef HOST_SLOTS_H
#define HOST_SLOTS_H
#include "host/quick.h"
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
#include "runtime/msgpack/read.h"

#define HOST_SLOTS_NUMBERED  9u                       // slot-1.state and so on
#define HOST_SLOT_NAME_MAX   32u                      // bytes of a name with the terminator
#define HOST_SLOTS_MAX       (HOST_SLOTS_NUMBERED + 1 + HOST_QUICK_KEPT)
#define HOST_SLOT_READ_MAX   ((size_t)64 << 20)       // bytes; larger ones are not looked into
#define HOST_SLOT_MEMORY_MAX (HOST_SLOT_READ_MAX * 2) // of the arena they are read with
#define HOST_PICTURE_BYTES_MAX ((size_t)4 << 20)
#define HOST_PICTURE_SIDE_MAX  2048u                  // pixels

typedef enum host_SlotIs {
    HOST_SLOT_EMPTY,
    HOST_SLOT_UNREAD,        // there is a file: time and size are known
    HOST_SLOT_GOOD,          // so is its frame
    HOST_SLOT_LARGE,         // over HOST_SLOT_READ_MAX
    HOST_SLOT_FOREIGN,       // of another game: `why`
    HOST_SLOT_DAMAGED        // no snapshot, or one that was altered: `why`
} host_SlotIs;

typedef struct host_Slot {
    char        name[16];        // "slot 3", "quick"
    char        path[HOST_SLOT_NAME_MAX];        // "slot-3.state"
    host_SlotIs is;
    u64         bytes, time_ns;  // since 1970
    u64         frame;
    char        why[320];        // begins with the path
} host_Slot;

typedef struct host_Slots {
    host_Slot at[HOST_SLOTS_MAX];
    u32       count;
} host_Slots;

/// The nine, there or not; with `quick` the quick saves that are there behind them, newest first.
void host_slots_list(host_Slots *slots, bool quick);
/// Reads one that is unread: frame, or why it is none of `game`. `scratch` is emptied.
void host_slots_read(host_Slot *slot, const char *game, ed_Arena *scratch);
/// Where a choice begins: to save the first that is empty, else the oldest; to load the newest.
u32  host_slots_first(const host_Slots *slots, bool save);
/// The file goes, and its picture.
bool host_slots_remove(const host_Slot *slot, ed_Error *error);

/// "just now", "3 min ago", or the day.
void host_slots_ago(u64 now_ns, u64 then_ns, ed_Text *out);

/// "quick-3.state"; of 0 quick.state itself.
void host_slots_quick_name(u32 number, char name[HOST_SLOT_NAME_MAX]);
/// The name of the picture that lies beside a slot or a quick save: "slot-3.png". False for every
/// other file, which has none.
bool host_slots_picture(const char *path, char picture[HOST_SLOT_NAME_MAX]);
/// A PNG of a size that is worth decoding, by its first bytes.
bool host_slots_picture_fits(ed_Span png);
/// The frame a snapshot says it is of, by its first bytes. False where it says none.
bool host_slots_frame(ed_Span snapshot, u64 *frame);
#endif
