#include "runtime/debug/script.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/debug/script_commands.h"
#include "runtime/os/process/stop_request.h"
#include "runtime/os/process/stream.h"

#define BUILD_WAIT_MS 5       // time between two polls of a running build
#define IDLE_WAIT_MS 100      // the same without a build, for checkpoints

static bool open_stream(ed_Script *script, const char *path, ed_Error *error)
{
    int failed = ed_stream_open(&script->file, path);
    if (failed == EISDIR)
        ed_fail(error, ED_ERR_OS, "%s: is a folder: name a file of commands", path);
    else if (failed) ed_fail(error, ED_ERR_OS, "%s: %s", path, ed_errno_text(failed));
    return !failed;
}

bool ed_script_open(ed_Script *script, ed_Game *game, const char *path, ed_Error *error)
{
    *script = (ed_Script){ .game = game, .file = ED_STREAM_CLOSED };
    script->line = ed_arena_push(&game->memory, ED_SCRIPT_LINE_MAX, 1);
    if (!script->line) return ed_arena_check(&game->memory, error);
    script->path = strcmp(path, "-") == 0 ? NULL : path;
    return open_stream(script, path, error);
}

void ed_script_close(ed_Script *script) { ed_stream_close(&script->file); }

static char *trim(char *text)
{
    while (*text == ' ' || *text == '\t') text++;
    size_t size = strlen(text);
    while (size && strchr(" \t\r", text[size - 1])) text[--size] = 0;
    return text;
}

/// Adds the file and line to the error of a command in a file.
static void name_line(const ed_Script *script, ed_Reply *given)
{
    ed_Reply named = { 0 };
    ed_reply_error(&named, "%.200s:%u: %s", script->path, script->number, given->text);
    memcpy(given->text, named.text, sizeof given->text);
}

static void send_reply(ed_Script *script, ed_Reply *given, const char *name)
{
    if (!given->ok) script->game->failed = true;
    if (!given->ok && script->path) name_line(script, given);
    if (ed_reply_print(given, name, script->game->options->json)) return;
    script->game->failed = true;
    script->ended = true;
}

static void run_line(ed_Script *script, char *line)
{
    char *text = trim(line);
    if (!*text || *text == '#') return;
    char name[64];
    size_t size = strcspn(text, " \t");
    ed_Text cut = ed_text_over(name, sizeof name);
    ed_text_put(&cut, text, ed_utf8_cut(text, size, sizeof name - 1));
    ed_Reply given = { 0 };
    ed_script_run_command(script, name, trim(text + size), &given);
    send_reply(script, &given, name);
}

static void refuse_line(ed_Script *script, const char *why)
{
    ed_Reply given = { 0 };
    ed_reply_error(&given, "%s", why);
    send_reply(script, &given, "");
}

static void take_line(ed_Script *script, u32 size)
{
    script->number++;
    script->line[size] = 0;
    if (memchr(script->line, 0, size))
        refuse_line(script, "a line contains a zero byte: scripts are text");
    else run_line(script, script->line);
}

/// Runs the first complete line that was read; false if there is no complete line yet.
static bool run_next(ed_Script *script)
{
    char *end = memchr(script->line, '\n', script->line_size);
    if (!end && script->line_size < ED_SCRIPT_LINE_MAX - 1) return false;
    u32 size = end ? (u32)(end - script->line) : script->line_size;
    if (end && !script->line_long) take_line(script, size);
    if (!end && !script->line_long) {
        script->number++;
        refuse_line(script, "the line is too long: the limit is 64 KB");
    }
    script->line_long = !end;
    u32 used = end ? size + 1 : size;
    script->line_size -= used;
    memmove(script->line, script->line + used, script->line_size);
    return true;
}

static void at_end(ed_Script *script)
{
    if (script->line_size && !script->line_long) take_line(script, script->line_size);
    script->line_size = 0;
    script->ended = true;
}

/// Waits for input. If it waits without a limit, it polls a running build meanwhile, and takes
/// checkpoints. True if there is input.
static bool wait_for_bytes(ed_Script *script, int wait_ms)
{
    bool ready, waited = false;
    do {
        bool works = ed_source_is_building(script->game->source);
        if (works || waited) ed_script_poll_build(script);
        int limit_ms = wait_ms >= 0 ? wait_ms : works ? BUILD_WAIT_MS : IDLE_WAIT_MS;
        ready = ed_stream_wait(script->file, limit_ms);
        waited = true;
    } while (!ready && wait_ms < 0 && !ed_stop_requested());
    return ready;
}

static void read_more(ed_Script *script)
{
    size_t room = ED_SCRIPT_LINE_MAX - 1 - script->line_size;
    size_t size;
    bool ended;
    int failed =
        ed_stream_read(script->file, script->line + script->line_size, room, &size, &ended);
    script->line_size += (u32)size;
    if (ended) at_end(script);
    if (failed) {
        ed_print(stderr, "eddie: the script cannot be read: %s\n", ed_errno_text(failed));
        script->game->failed = true;
        script->ended = true;
    }
}

bool ed_script_run(ed_Script *script, int wait_ms)
{
    while (!script->ended && !ed_stop_requested()) {
        if (run_next(script)) return true;
        if (!wait_for_bytes(script, wait_ms)) return false;
        read_more(script);
    }
    return false;
}

void ed_script_run_all(ed_Script *script)
{
    while (!script->ended && !ed_stop_requested()) ed_script_run(script, -1);
}
