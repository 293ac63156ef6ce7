#include "runtime/build/compile_commands.h"
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/start_folder.h"

#define FILE_BYTES_MAX ((size_t)64 << 20)
#define ESCAPED_MAX 6u      // bytes of a byte in JSON, at most: \u001f
#define ROOM 64u            // for the names and punctuation around a text

static void add_json(ed_Text *to, const char *text) { ed_text_json(to, text, strlen(text)); }

static void add_step(ed_Text *to, const ed_BuildStep *step)
{
    ed_text_add(to, "  {\"directory\": ");
    add_json(to, ed_start_folder());
    ed_text_add(to, ", \"file\": ");
    add_json(to, step->subject);
    ed_text_add(to, ", \"arguments\": [");
    for (u32 i = 0; i < step->arguments.count; i++) {
        if (i) ed_text_add(to, ", ");
        add_json(to, step->arguments.at[i]);
    }
    ed_text_add(to, "]}");
}

static size_t room_for(const ed_BuildStep *step)
{
    size_t size = strlen(ed_start_folder()) + strlen(step->subject) + ROOM;
    for (u32 i = 0; i < step->arguments.count; i++) size += strlen(step->arguments.at[i]) + ROOM;
    return size * ESCAPED_MAX;
}

/// True if the file has this text, or was not made by a build. A file that cannot be read was not.
static bool is_current_or_foreign(const char *path, const ed_Text *text, ed_Arena *arena)
{
    static const char start[] = "[\n  {\"directory\": ";
    ed_Span found;
    ed_Error unused = { .code = ED_OK };
    if (ed_file_kind(path) != ED_FILE_REGULAR) return false;
    if (!ed_file_read(path, FILE_BYTES_MAX, arena, &found, &unused)) return true;
    if (!found.size) return false;
    if (found.size < strlen(start) || memcmp(found.at, start, strlen(start)) != 0) return true;
    return found.size == text->size && memcmp(found.at, text->at, text->size) == 0;
}

bool ed_compile_commands_write(const char *folder, const ed_BuildStep *steps, u32 count,
                               ed_Arena *arena, ed_Error *error)
{
    size_t room = ROOM;
    for (u32 i = 0; i < count; i++) room += room_for(&steps[i]);
    char *buffer = (char *)ed_arena_push_raw(arena, room, 1);
    if (!buffer) return ed_arena_check(arena, error);
    ed_Text text = ed_text_over(buffer, room);
    ed_text_add(&text, "[\n");
    for (u32 i = 0; i < count; i++) {
        if (i) ed_text_add(&text, ",\n");
        add_step(&text, &steps[i]);
    }
    ed_text_add(&text, "\n]\n");
    const char *path = ed_words_format(arena, "%s/compile_commands.json", folder);
    return is_current_or_foreign(path, &text, arena)
        || ed_file_write_atomic(path, text.at, text.size, error);
}
