#include "host/app/actions.h"
#include "host/ui/editor.h"
#include "host/ui/thumbnail.h"
#include "runtime/debug/console.h"

#define OFFER_SECONDS 10      // long enough to be read after the window has opened

void host_action_hide_outdated_messages(host_Loop *loop)
{
    bool undone = loop->strip_topic == HOST_STRIP_FAILURE && !loop->game->run->failed_phase;
    bool passed = loop->strip_topic == HOST_STRIP_LIMIT || loop->strip_topic == HOST_STRIP_ENDED;
    if (undone || passed) host_overlay_set_error(&loop->overlay, "", "");
    loop->limit_shown = false;
    loop->owed = 0;
}

/// Hides the error strip, whatever it shows.
static void clear_error_messages(host_Loop *loop)
{
    host_action_hide_outdated_messages(loop);
    host_overlay_set_error(&loop->overlay, "", "");
}

static void show_not_saved(host_Loop *loop, const ed_Error *error)
{
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "not saved: %s", error->text);
    ed_console_message(loop->game, "not-saved", false, loop->overlay.status);
    loop->game->failed = true;
}

/// Shows the result of a save. Returns false if the save failed.
static bool show_saved(host_Loop *loop, const ed_SaveResult *saved)
{
    if (saved->error.code) {
        show_not_saved(loop, &saved->error);
        return false;
    }
    char changes[256];
    ed_Text text = ed_text_over(changes, sizeof changes);
    if (saved->changes.count) ed_text_add(&text, "; ");
    ed_write_changes_describe(&saved->changes, &text);
    host_overlay_say(&loop->overlay, loop->now,
                     saved->changes.count ? HOST_MOOD_BAD : HOST_MOOD_GOOD,
                     "saved %.300s: frame %llu, %.1f KB%s", saved->path,
                     (unsigned long long)saved->frame, (f64)saved->bytes / 1000, changes);
    ed_console_message(loop->game, "saved", true, loop->overlay.status);
    return true;
}

void host_action_show_saves(host_Loop *loop)
{
    ed_SaveResult saved;
    while (ed_saver_poll(&loop->game->saver, &saved)) show_saved(loop, &saved);
}

void host_action_save(host_Loop *loop, const char *path)
{
    ed_Error error = { 0 };
    host_thumbnail_take(&loop->window, loop->game->run, path);
    if (!ed_saver_save(&loop->game->saver, loop->game->run, path, &error))
        show_not_saved(loop, &error);
}

bool host_action_wait_for_saves(host_Loop *loop)
{
    ed_SaveResult saved;
    bool ok = true;
    while (ed_saver_wait(&loop->game->saver, &saved)) ok &= show_saved(loop, &saved);
    return ok;
}

/// How a message with the latest report is shown.
static host_Mood report_mood(const host_Loop *loop)
{
    return ed_report_loses(&loop->game->run->report) ? HOST_MOOD_LOSS : HOST_MOOD_GOOD;
}

void host_action_show_state(host_Loop *loop, const char *event, const char *path)
{
    host_overlay_say(&loop->overlay, loop->now, report_mood(loop), "%s%s%s: frame %llu, %s", event,
                     *path ? " " : "", path, (unsigned long long)loop->game->run->host.tick,
                     ed_game_report_line(loop->game));
    ed_console_state(loop->game, event, loop->overlay.status);
}

bool host_action_load(host_Loop *loop, const char *path, ed_Error *error)
{
    bool ok = ed_game_load(loop->game, path, error);
    if (ok) {
        host_action_hide_outdated_messages(loop);
        host_action_show_state(loop, "loaded", path);
    } else {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "not loaded: %s", error->text);
        ed_console_message(loop->game, "not-loaded", false, loop->overlay.status);
    }
    return ok;
}

static void load_file(host_Loop *loop, const char *path)
{
    ed_Error error = { 0 };
    host_action_load(loop, path, &error);
}

void host_action_quick_load(host_Loop *loop)
{
    if (host_action_wait_for_saves(loop)) load_file(loop, ED_QUICK_SAVE_FILE);
}

/// Shows why there is no crash to resume: it was already resumed, or no game crashed.
static void show_no_crash(host_Loop *loop)
{
    char text[768] = "";
    ed_Text out = ed_text_over(text, sizeof text);
    ed_source_describe_resumed(&out);
    host_overlay_say(
        &loop->overlay, loop->now, HOST_MOOD_PLAIN, "%s",
        *text ? text : "no crash to resume: no game crashed in this folder within the last hour");
    ed_console_message(loop->game, "no-crash", true, loop->overlay.status);
}

void host_action_resume_crashed(host_Loop *loop)
{
    char path[64] = "";
    ed_Text name = ed_text_over(path, sizeof path);
    ed_source_crash_state(&name);
    ed_Error error = { 0 };
    if (*path && host_action_load(loop, path, &error)) ed_source_mark_resumed(path);
    if (!*path) show_no_crash(loop);
}

void host_action_offer_resume(host_Loop *loop)
{
    char path[64] = "";
    ed_Text name = ed_text_over(path, sizeof path);
    ed_source_crash_state(&name);
    if (!*path) return;
    host_overlay_say(&loop->overlay, loop->now + OFFER_SECONDS - HOST_STATUS_SECONDS,
                     HOST_MOOD_PLAIN, "the last game crashed: F4 resumes it from %s", path);
}

void host_action_show_started(host_Loop *loop)
{
    ed_source_mark_resumed(loop->game->options->state);
    host_overlay_say(&loop->overlay, loop->now, report_mood(loop),
                     "started from %s: frame %llu, %s", loop->game->options->state,
                     (unsigned long long)loop->game->run->host.tick,
                     ed_game_report_line(loop->game));
}

void host_action_start_over(host_Loop *loop)
{
    ed_Error error = { 0 };
    bool ok = ed_run_restart(loop->game->run, loop->game->options->seed, &error);
    if (ok) ed_time_changed(&loop->game->time, true);
    if (ok) clear_error_messages(loop);
    host_overlay_say(&loop->overlay, loop->now, ok ? HOST_MOOD_GOOD : HOST_MOOD_BAD, "%s",
                     ok ? "started over" : error.text);
    ed_console_message(loop->game, ok ? "started-over" : "not-started-over", ok,
                       loop->overlay.status);
}

void host_action_previous_build(host_Loop *loop)
{
    ed_Error error = { 0 };
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    if (!loop->game->run->failed_phase && !ed_source_returns_state(loop->game->source)) return;
    if (ed_source_use_previous_build(loop->game->source, &event, &error)) {
        ed_console_event(loop->game, &event);
        host_action_show_reload(loop, &event);
    } else {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "%s", error.text);
        ed_console_message(loop->game, "refused", false, error.text);
    }
}

void host_action_allow_longer(host_Loop *loop)
{
    ed_Error error = { 0 };
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    if (ed_source_allow_longer(loop->game->source, &event, &error)) {
        host_action_hide_outdated_messages(loop);
        ed_console_event(loop->game, &event);
        host_action_show_reload(loop, &event);
    } else {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "%s", error.text);
    }
}

void host_action_stop_build(host_Loop *loop)
{
    if (!ed_source_stop_build(loop->game->source))
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "no build is running");
}

void host_action_build(host_Loop *loop)
{
    if (ed_source_is_live) ed_source_build(loop->game->source);
    else
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN,
                         "this program has a built-in game: nothing to reload");
}

void host_action_open_editor(host_Loop *loop)
{
    const char *location = loop->overlay.strip_location;
    ed_Error error = { 0 };
    if (!loop->overlay.strip[0] || !*location) return;
    bool ok = host_editor_open(location, &error);
    host_overlay_say(&loop->overlay, loop->now, ok ? HOST_MOOD_PLAIN : HOST_MOOD_BAD,
                     ok ? "opening %s" : "%s", ok ? location : error.text);
}

void host_action_toggle_pause(host_Loop *loop)
{
    if (loop->strip_topic == HOST_STRIP_ENDED) host_overlay_set_error(&loop->overlay, "", "");
    loop->paused = !loop->paused;
    loop->owed = 0;
    loop->steps = 0;
}

void host_action_step(host_Loop *loop)
{
    if (!loop->paused) host_action_toggle_pause(loop);
    loop->steps++;
}

/// What the error strip shows after such an event.
static host_StripTopic topic_of(ed_LiveKind kind)
{
    return kind == ED_LIVE_PAUSED      ? HOST_STRIP_FAILURE
         : kind == ED_LIVE_UNPROTECTED ? HOST_STRIP_PROTECTION
                                       : HOST_STRIP_BUILD;
}

void host_action_show_reload(host_Loop *loop, const ed_LiveEvent *event)
{
    bool lasts = event->kind == ED_LIVE_STALLED || event->kind == ED_LIVE_UNPROTECTED;
    if (ed_event_is_bad(event) || lasts) {
        host_overlay_set_error(&loop->overlay, event->location, event->line);
        loop->strip_topic = topic_of(event->kind);
    } else if (event->kind == ED_LIVE_NOTICE || event->kind == ED_LIVE_PROTECTED) {
        if (loop->strip_topic == HOST_STRIP_PROTECTION && event->kind == ED_LIVE_PROTECTED)
            host_overlay_set_error(&loop->overlay, "", "");
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "%s", event->line);
    } else if (event->kind == ED_LIVE_COMPILED) {
        host_overlay_add(&loop->overlay, loop->now, event->line);
    } else if (ed_event_is_good(event)) {
        if (!loop->game->run->failed_phase) clear_error_messages(loop);
        host_Mood mood = event->kind == ED_LIVE_RELOADED ? report_mood(loop) : HOST_MOOD_PLAIN;
        host_overlay_say(&loop->overlay, loop->now, mood, "%s", event->line);
    }
}

void host_action_pause_ended(host_Loop *loop)
{
    char line[192];
    ed_Text out = ed_text_over(line, sizeof line);
    ed_Run *run = loop->game->run;
    run->host.quit = false;
    if (!loop->paused) host_action_toggle_pause(loop);
    ed_text_add(
        &out,
        "the game ended itself at frame %llu: F10 continues it, Backspace rewinds, F5 saves; "
        "close the window to leave",
        (unsigned long long)run->host.tick);
    host_overlay_set_error(&loop->overlay, "", line);
    loop->strip_topic = HOST_STRIP_ENDED;
    ed_console_message(loop->game, "ended-itself", true, line);
}

void host_action_show_limit(host_Loop *loop)
{
    if (loop->game->dangles && !loop->paused) host_action_toggle_pause(loop);
    if (loop->limit_shown && !loop->game->dangles) return;
    loop->limit_shown = true;
    loop->strip_topic = HOST_STRIP_LIMIT;
    ed_console_limit(loop->game);
    host_overlay_set_error(&loop->overlay, "", loop->game->run->frame_error.text);
}

void host_action_show_trouble(host_Loop *loop)
{
    const ed_Game *game = loop->game;
    if (loop->troubles_shown == game->troubles) return;
    loop->troubles_shown = game->troubles;
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "%s", game->trouble);
}
