#include "runtime/debug/console.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/live/process.h"
#include "runtime/os/process/terminal.h"

#define JSON_MAX 16384u      // for all but the report, even if every byte is escaped

bool ed_event_is_good(const ed_LiveEvent *event)
{
    return event->kind == ED_LIVE_RELOADED || event->kind == ED_LIVE_COMPILED
        || event->kind == ED_LIVE_UNCHANGED;
}

bool ed_event_is_bad(const ed_LiveEvent *event)
{
    return event->kind == ED_LIVE_BUILD_FAILED || event->kind == ED_LIVE_REFUSED
        || event->kind == ED_LIVE_PAUSED;
}

bool ed_event_is_notice(const ed_LiveEvent *event)
{
    return event->kind == ED_LIVE_STALLED || event->kind == ED_LIVE_NOTICE
        || event->kind == ED_LIVE_UNPROTECTED || event->kind == ED_LIVE_PROTECTED;
}

static const char *event_name(ed_LiveKind kind)
{
    switch (kind) {
    case ED_LIVE_NOTHING: return "nothing";
    case ED_LIVE_BUILDING: return "building";
    case ED_LIVE_RELOADED: return "reloaded";
    case ED_LIVE_COMPILED: return "compiled";
    case ED_LIVE_UNCHANGED: return "unchanged";
    case ED_LIVE_BUILD_FAILED: return "build-failed";
    case ED_LIVE_REFUSED: return "refused";
    case ED_LIVE_PAUSED: return "paused";
    case ED_LIVE_STALLED: return "stalled";
    case ED_LIVE_NOTICE: return "notice";
    case ED_LIVE_UNPROTECTED: return "unprotected";
    case ED_LIVE_PROTECTED: return "protected";
    }
    return "nothing";
}

static void print_event_json(ed_Game *game, const ed_LiveEvent *event)
{
    char buffer[JSON_MAX];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&out, "{\"event\":\"%s\",\"line\":", event_name(event->kind));
    ed_text_json(&out, event->line, strlen(event->line));
    ed_text_add(&out, ",\"location\":");
    ed_text_json(&out, event->location, strlen(event->location));
    ed_text_add(&out,
                ",\"frame\":%llu,\"build_ms\":%.3f,\"trial_ms\":%.3f,\"swap_ms\":%.3f,\"early\":%s",
                (unsigned long long)game->run->host.tick, event->build_ms, event->trial_ms,
                event->swap_ms, event->early ? "true" : "false");
    ed_process_check_files();
    fputs(buffer, stdout);
    if (event->kind == ED_LIVE_RELOADED) printf(",\"report\":%s", ed_game_report_json(game));
    puts("}");
    fflush(stdout);
}

static void print_colored(FILE *to, const char *line, const char *color, bool colored)
{
    ed_process_check_files();
    bool shown = colored && ed_is_terminal(to);
    if (shown) fprintf(to, "\x1b[%sm", color);
    ed_print(to, "%s", line);
    fputs(shown ? "\x1b[0m\n" : "\n", to);
    fflush(to);
}

void ed_console_event(ed_Game *game, const ed_LiveEvent *event)
{
    const ed_GameOptions *options = game->options;
    bool bad = ed_event_is_bad(event), notice = ed_event_is_notice(event);
    bool always = bad || event->kind == ED_LIVE_UNPROTECTED;
    if (!always && (options->quiet || !(notice || ed_event_is_good(event)))) return;
    if (options->json && !options->script) print_event_json(game, event);
    else if (notice) print_colored(stderr, event->line, "33", options->color);
    else if (bad) print_colored(stderr, event->line, "31", options->color);
    else
        print_colored(stdout, event->line, event->kind == ED_LIVE_RELOADED ? "32" : "2",
                      options->color);
}

/// Adds "a.state: frame 600, 136 fields kept, added …".
static void add_state(ed_Game *game, ed_Text *out)
{
    ed_text_add(out, "%s: frame %llu, %s", game->options->state,
                (unsigned long long)game->run->host.tick, ed_game_report_line(game));
}

/// Prints an action of the host as a JSON event. `report`: adds the migration report.
static void print_message_json(ed_Game *game, const char *event, const char *line, bool report)
{
    char buffer[JSON_MAX];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&out, "{\"event\":\"%s\",\"line\":", event);
    ed_text_json(&out, line, strlen(line));
    ed_process_check_files();
    printf("%s,\"frame\":%llu", buffer, (unsigned long long)game->run->host.tick);
    if (report) printf(",\"report\":%s", ed_game_report_json(game));
    puts("}");
    fflush(stdout);
}

static bool only_kept(const ed_Report *report)
{
    u64 cleared = 0;      // dangling handles: clearing them loses no value, but it is reported
    for (u32 i = 0; i < report->count; i++) cleared += report->rows[i].tally.cleared;
    return ed_report_count(report, ED_KEPT) == report->count && ed_report_lossless(report)
        && !cleared;
}

static void print_crash_state(const ed_GameOptions *options)
{
    char path[64] = "", line[256];
    ed_Text name = ed_text_over(path, sizeof path), out = ed_text_over(line, sizeof line);
    ed_source_crash_state(&name);
    ed_text_add(&out, "a game crashed and left %s: --state %s resumes it", path, path);
    if (*path) print_colored(stdout, line, "33", options->color);
}

static void print_start_json(ed_Game *game)
{
    char line[2048];
    ed_Text out = ed_text_over(line, sizeof line);
    if (!game->options->state) return;
    add_state(game, &out);
    print_message_json(game, "started", line, true);
}

void ed_console_start(ed_Game *game)
{
    if (game->run->failed_phase || game->restarted) return;      // the reason was already printed
    const ed_GameOptions *options = game->options;
    char line[2048];
    ed_Text out = ed_text_over(line, sizeof line);
    if (options->script) {
        if (!options->state || options->quiet || only_kept(&game->run->report)) return;
        add_state(game, &out);
        print_colored(stderr, line, "2", options->color);
        return;
    }
    if (options->quiet) return;
    if (options->json) {
        print_start_json(game);
        return;
    }
    ed_source_describe(game->source, &out);
    if (!options->headless) ed_text_add(&out, "; F1 lists the keys");
    print_colored(stdout, line, "2", options->color);
    if (!options->state) {
        print_crash_state(options);
        return;
    }
    out = ed_text_over(line, sizeof line);
    add_state(game, &out);
    print_colored(stdout, line, "32", options->color);
}

void ed_console_message(ed_Game *game, const char *event, bool good, const char *line)
{
    const ed_GameOptions *options = game->options;
    if (good && options->quiet) return;
    if (options->json) print_message_json(game, event, line, false);
    else print_colored(good ? stdout : stderr, line, good ? "2" : "31", options->color);
}

void ed_console_state(ed_Game *game, const char *event, const char *line)
{
    const ed_GameOptions *options = game->options;
    if (options->quiet) return;
    if (options->json) print_message_json(game, event, line, true);
    else print_colored(stdout, line, "2", options->color);
}

void ed_console_limit(ed_Game *game)
{
    char line[512];
    ed_Text text = ed_text_over(line, sizeof line);
    ed_text_add(&text, "eddie: frame %llu: %s", (unsigned long long)game->run->host.tick,
                game->run->frame_error.text);
    print_colored(stderr, line, "31", game->options->color);
}
