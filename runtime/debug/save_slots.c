#include "runtime/debug/save_slots.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/target.h"
#include "runtime/snapshot/document.h"

#define NS_PER_SECOND 1000000000u
#define MINUTE 60u
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define RELATIVE_DAYS_MAX 30u      // older saves show their date
#define JUST_NOW 5u                // seconds

// --- slots ---------------------------------------------------------------------------------------

void ed_save_slots_quick_name(u32 number, char name[ED_SAVE_SLOT_NAME_MAX])
{
    if (number) snprintf(name, ED_SAVE_SLOT_NAME_MAX, "quick-%u.state", number);
    else snprintf(name, ED_SAVE_SLOT_NAME_MAX, "%s", ED_QUICK_SAVE_FILE);
}

static void set_reason(ed_SaveSlot *slot, ed_SaveSlotStatus status, const char *why)
{
    ed_Text out = ed_text_over(slot->why, sizeof slot->why);
    slot->status = status;
    ed_text_add(&out, "%s: %s", slot->path, ed_without_path(why, slot->path));
}

static void read_status(ed_SaveSlot *slot)
{
    ed_FileInfo info;
    if (ed_file_info(slot->path, ED_LINK_ITSELF, &info) != 0) return;
    if (info.kind == ED_FILE_LINK && ed_file_info(slot->path, ED_LINK_FOLLOW, &info) != 0) {
        set_reason(slot, ED_SAVE_SLOT_DAMAGED, "is a link to a file that does not exist");
        return;
    }
    slot->time_ns = info.mark.written_ns;
    slot->bytes = info.mark.size;
    slot->status = slot->bytes > ED_SAVE_SLOT_READ_MAX ? ED_SAVE_SLOT_LARGE : ED_SAVE_SLOT_UNREAD;
    if (info.kind != ED_FILE_REGULAR) set_reason(slot, ED_SAVE_SLOT_DAMAGED, "is not a file");
}

static void add_numbered(ed_SaveSlots *slots, u32 number)
{
    ed_SaveSlot *slot = &slots->at[slots->count++];
    snprintf(slot->name, sizeof slot->name, "slot %u", number);
    snprintf(slot->path, sizeof slot->path, "slot-%u.state", number);
    read_status(slot);
}

static void add_quick(ed_SaveSlots *slots, u32 number)
{
    ed_SaveSlot *slot = &slots->at[slots->count];
    snprintf(slot->name, sizeof slot->name, number ? "quick %u" : "quick", number);
    ed_save_slots_quick_name(number, slot->path);
    read_status(slot);
    if (slot->status == ED_SAVE_SLOT_EMPTY) memset(slot, 0, sizeof *slot);
    else slots->count++;
}

static int newest_first(const void *left, const void *right)
{
    u64 a = ((const ed_SaveSlot *)left)->time_ns, b = ((const ed_SaveSlot *)right)->time_ns;
    return a == b ? strcmp(((const ed_SaveSlot *)left)->path, ((const ed_SaveSlot *)right)->path)
         : a < b  ? 1
                  : -1;
}

void ed_save_slots_list(ed_SaveSlots *slots, bool quick)
{
    memset(slots, 0, sizeof *slots);
    for (u32 i = 1; i <= ED_SAVE_SLOTS_NUMBERED; i++) add_numbered(slots, i);
    for (u32 i = 0; quick && i <= ED_QUICK_SAVES_KEPT; i++) add_quick(slots, i);
    qsort(slots->at + ED_SAVE_SLOTS_NUMBERED, slots->count - ED_SAVE_SLOTS_NUMBERED,
          sizeof slots->at[0], newest_first);
}

void ed_save_slots_read(ed_SaveSlot *slot, const char *game, ed_Arena *scratch)
{
    ed_Span bytes;
    ed_Document about;
    ed_Error error = { .code = ED_OK };
    if (slot->status != ED_SAVE_SLOT_UNREAD) return;
    ed_arena_reset(scratch);
    bool whole = ed_file_read(slot->path, ED_SAVE_SLOT_READ_MAX, scratch, &bytes, &error)
              && ed_document_read(bytes.at, bytes.size, scratch, &about, &error);
    if (!whole) {
        set_reason(slot, ED_SAVE_SLOT_DAMAGED, error.text);
        return;
    }
    slot->frame = about.frame;
    slot->status = ED_SAVE_SLOT_GOOD;
    if (strcmp(about.game, game) == 0) return;
    ed_fail(&error, ED_ERR_GAME,
            "the snapshot belongs to the game '%.*s', but this game is '%.48s'",
            (int)ed_utf8_cut(about.game, strlen(about.game), 48), about.game, game);
    set_reason(slot, ED_SAVE_SLOT_FOREIGN, error.text);
}

u32 ed_save_slots_first(const ed_SaveSlots *slots, bool save)
{
    u32 chosen = 0;
    for (u32 i = 0; i < slots->count; i++) {
        const ed_SaveSlot *slot = &slots->at[i], *best = &slots->at[chosen];
        if (save && slot->status == ED_SAVE_SLOT_EMPTY) return i;
        if (save ? slot->time_ns < best->time_ns : slot->time_ns > best->time_ns) chosen = i;
    }
    return chosen;
}

bool ed_save_slots_remove(const ed_SaveSlot *slot, ed_Error *error)
{
    char picture[ED_SAVE_SLOT_NAME_MAX];
    int failed = ed_target_remove(slot->path);
    if (failed) {
        ed_fail(error, ED_ERR_OS, "%s: cannot be removed: %s", slot->path, ed_errno_text(failed));
        return false;
    }
    if (ed_save_slots_picture(slot->path, picture)) ed_target_remove(picture);
    return true;
}

// --- age of a save -------------------------------------------------------------------------------

static void add_day(u64 then_ns, ed_Text *out)
{
    char text[ED_SAVE_SLOT_NAME_MAX];
    ed_date_text((i64)(then_ns / NS_PER_SECOND), "%Y-%m-%d", text, sizeof text);
    ed_text_add(out, "%s", *text ? text : "unknown date");
}

void ed_save_slots_ago(u64 now_ns, u64 then_ns, ed_Text *out)
{
    u64 seconds = (now_ns - then_ns) / NS_PER_SECOND;
    bool ahead = then_ns > now_ns;
    // The time of a file may be up to a second ahead of the clock.
    if (ahead && then_ns - now_ns < NS_PER_SECOND) seconds = 0;
    else if (ahead || seconds >= RELATIVE_DAYS_MAX * DAY) {
        add_day(then_ns, out);
        return;
    }
    if (seconds < JUST_NOW) ed_text_add(out, "just now");
    else if (seconds < MINUTE) ed_text_add(out, "%u s ago", (u32)seconds);
    else if (seconds < HOUR) ed_text_add(out, "%u min ago", (u32)(seconds / MINUTE));
    else if (seconds < DAY) ed_text_add(out, "%u h ago", (u32)(seconds / HOUR));
    else ed_text_add(out, "%u day%s ago", (u32)(seconds / DAY), seconds < 2 * DAY ? "" : "s");
}

// --- pictures ------------------------------------------------------------------------------------

static bool is_ours(const char *path)
{
    char name[ED_SAVE_SLOT_NAME_MAX];
    for (u32 i = 0; i <= ED_QUICK_SAVES_KEPT; i++) {
        ed_save_slots_quick_name(i, name);
        if (strcmp(path, name) == 0) return true;
    }
    for (u32 i = 1; i <= ED_SAVE_SLOTS_NUMBERED; i++) {
        snprintf(name, sizeof name, "slot-%u.state", i);
        if (strcmp(path, name) == 0) return true;
    }
    return false;
}

bool ed_save_slots_picture(const char *path, char picture[ED_SAVE_SLOT_NAME_MAX])
{
    if (!is_ours(path)) return false;
    snprintf(picture, ED_SAVE_SLOT_NAME_MAX, "%.*s.png", (int)strcspn(path, "."), path);
    return true;
}

static u32 big_endian(const u8 *at)
{
    return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
}

static bool is_side(u32 pixels) { return pixels >= 1 && pixels <= ED_PICTURE_SIDE_MAX; }

/// A PNG starts with 8 bytes of signature and its first chunk: length, "IHDR", width, height, 5
/// more bytes, checksum.
bool ed_save_slots_picture_fits(ed_Span png)
{
    static const u8 start[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n',
                                  0,    0,   0,   13,  'I',  'H',  'D',  'R' };
    if (png.size < 33 || png.size > ED_PICTURE_BYTES_MAX) return false;
    return memcmp(png.at, start, sizeof start) == 0 && is_side(big_endian(png.at + 16))
        && is_side(big_endian(png.at + 20));
}

bool ed_save_slots_frame(ed_Span snapshot, u64 *frame)
{
    ed_Reader r;
    ed_read_init(&r, snapshot.at, snapshot.size);
    u32 count = ed_read_format(&r) == ED_FORMAT_MAP ? ed_read_map(&r) : 0;
    for (u32 i = 0; i < count && ed_read_ok(&r); i++) {
        if (ed_read_format(&r) != ED_FORMAT_STR) return false;
        ed_Span key = ed_read_str(&r);
        if (ed_read_ok(&r) && ed_span_is(key, "frame")) {
            *frame = ed_read_u64(&r);
            return ed_read_ok(&r);
        }
        ed_read_skip(&r);
    }
    return false;
}
