#include "host/action.h"
#include "host/editor.h"
#include "host/slotkeys.h"
#include "host/thumb.h"
#include "host/timekeys.h"
#include "runtime/debug/console.h"

#define PAGE_LINES 12
#define WHEEL_LINES 3
#define OFFER_SECONDS 10       // it is not to be missed while a window opens

/// After the state was replaced: a limit the old one met is of no interest,
/// a broken build still is.
static void begin_anew(host_Loop *loop)
{
    if (loop->over_told) host_overlay_strip(&loop->overlay, "", "");
    loop->over_told = false;
    loop->owed = 0;
}

/// Likewise; and what had failed is of no interest either.
static void mend(host_Loop *loop)
{
    begin_anew(loop);
    host_overlay_strip(&loop->overlay, "", "");
}

static void say_not_saved(host_Loop *loop, const ed_Error *error)
{
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "not saved: %s", error->text);
}

/// False where the save failed.
static bool say_saved(host_Loop *loop, const ed_SaveResult *saved)
{
    bool ok = saved->error.code == ED_OK;
    if (ok) host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_GOOD,
                             "saved %.300s: frame %llu, %.1f KB", saved->path,
                             (unsigned long long)saved->frame, (f64)saved->bytes / 1000);
    else say_not_saved(loop, &saved->error);
    ed_console_message(loop->game, ok ? "saved" : "not-saved", ok, loop->overlay.status);
    return ok;
}

void host_action_saved(host_Loop *loop)
{
    ed_SaveResult saved;
    while (ed_saver_poll(&loop->game->saver, &saved)) say_saved(loop, &saved);
}

void host_action_save(host_Loop *loop, const char *path)
{
    ed_Error error = { 0 };
    host_thumb_take(&loop->window, loop->game->run, path);
    if (!ed_saver_save(&loop->game->saver, loop->game->run, path, &error))
        say_not_saved(loop, &error);
}

bool host_action_await(host_Loop *loop)
{
    ed_SaveResult saved;
    bool ok = true;
    while (ed_saver_wait(&loop->game->saver, &saved)) ok &= say_saved(loop, &saved);
    return ok;
}

void host_action_state(host_Loop *loop, const char *event, const char *path)
{
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_GOOD, "%s%s%s: frame %llu, %s", event,
                     *path ? " " : "", path, (unsigned long long)loop->game->run->host.tick,
                     ed_game_report_line(loop->game));
    ed_console_state(loop->game, event, loop->overlay.status);
}

bool host_action_load(host_Loop *loop, const char *path, ed_Error *error)
{
    bool ok = ed_game_load(loop->game, path, error);
    if (ok) {
        begin_anew(loop);
        host_action_state(loop, "loaded", path);
    } else {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "not loaded: %s", error->text);
        ed_console_message(loop->game, "not-loaded", false, loop->overlay.status);
    }
    return ok;
}

static void load(host_Loop *loop, const char *path)
{
    ed_Error error = { 0 };
    host_action_load(loop, path, &error);
}

static void quick_load(host_Loop *loop)
{
    if (host_action_await(loop)) load(loop, ED_QUICK_SAVE_FILE);
}

/// Why there is nothing to load.
static void say_resumed(host_Loop *loop)
{
    char text[768] = "";
    ed_Text out = ed_text_over(text, sizeof text);
    ed_source_describe_resumed(&out);
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "%s",
                     *text ? text : "no game failed in this folder within the last hour");
    ed_console_message(loop->game, "nothing-left", true, loop->overlay.status);
}

/// What a game that failed has left.
static void load_left(host_Loop *loop)
{
    char path[64] = "";
    ed_Text name = ed_text_over(path, sizeof path);
    ed_source_crash_state(&name);
    ed_Error error = { 0 };
    if (*path && host_action_load(loop, path, &error)) ed_source_mark_resumed(path);
    if (!*path) say_resumed(loop);
}

void host_action_offer(host_Loop *loop)
{
    char path[64] = "";
    ed_Text name = ed_text_over(path, sizeof path);
    ed_source_crash_state(&name);
    if (!*path) return;
    host_overlay_say(&loop->overlay, loop->now + OFFER_SECONDS - HOST_STATUS_SECONDS,
                     HOST_MOOD_PLAIN, "%s is what a game that failed has left: F4 goes on from it",
                     path);
}

void host_action_started(host_Loop *loop)
{
    ed_source_mark_resumed(loop->game->options->state);
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_GOOD, "started from %s: frame %llu, %s",
                     loop->game->options->state, (unsigned long long)loop->game->run->host.tick,
                     ed_game_report_line(loop->game));
}

static void start_over(host_Loop *loop)
{
    ed_Error error = { 0 };
    bool ok = ed_run_restart(loop->game->run, loop->game->options->seed, &error);
    if (ok) ed_time_changed(&loop->game->time, true);
    if (ok) mend(loop);
    host_overlay_say(&loop->overlay, loop->now, ok ? HOST_MOOD_GOOD : HOST_MOOD_BAD, "%s",
                     ok ? "started over" : error.text);
}

/// Goes on with what was there before the code that failed.
static void go_back(host_Loop *loop)
{
    ed_Error error = { 0 };
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    if (!loop->game->run->broken) return;
    if (ed_source_use_previous_build(loop->game->source, &event, &error)) {
        ed_console_event(loop->game, &event);
        host_action_reload(loop, &event);
    } else {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "%s", error.text);
        ed_console_message(loop->game, "refused", false, error.text);
    }
}

static void stop_build(host_Loop *loop)
{
    if (!ed_source_stop_build(loop->game->source))
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "no build runs");
}

static void build_now(host_Loop *loop)
{
    if (ed_source_is_live) ed_source_build(loop->game->source);
    else host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN,
                          "this program has its game inside: nothing to reload");
}

/// Where the strip says that something is wrong.
static void open_editor(host_Loop *loop)
{
    const char *place = loop->overlay.strip_place;
    ed_Error error = { 0 };
    if (!loop->overlay.strip[0] || !*place) return;
    bool ok = host_editor_open(place, &error);
    host_overlay_say(&loop->overlay, loop->now, ok ? HOST_MOOD_PLAIN : HOST_MOOD_BAD,
                     ok ? "opening %s" : "%s", ok ? place : error.text);
}

static void pause_or_go_on(host_Loop *loop)
{
    loop->paused = !loop->paused;
    loop->owed = 0;
    loop->steps = 0;
}

static void single_step(host_Loop *loop)
{
    if (!loop->paused) pause_or_go_on(loop);
    loop->steps++;
}

/// Keys that change time or state; a script has these to itself.
static bool on_state_key(host_Loop *loop, const SDL_Keysym *key)
{
    switch (key->sym) {
    case SDLK_F4:  load_left(loop); return true;
    case SDLK_F5:  host_action_save(loop, ED_QUICK_SAVE_FILE); return true;
    case SDLK_F6:
        if (key->mod & KMOD_SHIFT) stop_build(loop);
        else build_now(loop);
        return true;
    case SDLK_F7:  start_over(loop); return true;
    case SDLK_F8:  go_back(loop); return true;
    case SDLK_F9:  quick_load(loop); return true;
    case SDLK_F10: pause_or_go_on(loop); return true;
    case SDLK_F11: single_step(loop); return true;
    default:       return false;
    }
}

static void toggle_inspector(host_Loop *loop)
{
    ed_Error error = { 0 };
    if (!host_inspect_toggle(&loop->inspect, &error))
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "no inspector: %s", error.text);
}

/// What a panel over it scrolls and closes with is the panel's.
static bool on_inspector(host_Loop *loop, const SDL_Event *event)
{
    SDL_Keycode key = event->type == SDL_KEYDOWN ? event->key.keysym.sym : SDLK_UNKNOWN;
    bool scrolls = event->type == SDL_MOUSEWHEEL || key == SDLK_PAGEUP || key == SDLK_PAGEDOWN
        || key == SDLK_ESCAPE;
    if (scrolls && loop->overlay.panel != HOST_PANEL_NONE) return false;
    u64 writes = loop->inspect.edits.writes;
    bool taken = host_inspect_event(&loop->inspect, event, loop->game->run, loop->now);
    if (loop->inspect.edits.writes != writes) ed_time_changed(&loop->game->time, false);
    return taken;
}

static bool on_view_key(host_Loop *loop, const SDL_Keysym *key)
{
    bool report = loop->overlay.panel == HOST_PANEL_REPORT;
    switch (key->sym) {
    case SDLK_F1:       host_overlay_toggle(&loop->overlay, HOST_PANEL_HELP); return true;
    case SDLK_F2:       toggle_inspector(loop); return true;
    case SDLK_F3:       host_overlay_toggle(&loop->overlay, HOST_PANEL_REPORT); return true;
    case SDLK_F12:      open_editor(loop); return true;
    case SDLK_ESCAPE:   return host_overlay_escape(&loop->overlay);
    case SDLK_PAGEUP:   if (report) host_overlay_scroll(&loop->overlay, -PAGE_LINES); return report;
    case SDLK_PAGEDOWN: if (report) host_overlay_scroll(&loop->overlay, PAGE_LINES); return report;
    default:            break;
    }
    bool full = key->sym == SDLK_RETURN && (key->mod & KMOD_ALT);
    if (full) host_window_full(&loop->window);
    return full;
}

bool host_action_event(host_Loop *loop, const SDL_Event *event)
{
    if (event->type == SDL_QUIT) {
        loop->ended = true;
        return true;
    }
    if (host_slotkeys_event(loop, event) || on_inspector(loop, event)) return true;
    if (event->type == SDL_MOUSEWHEEL && loop->overlay.panel == HOST_PANEL_REPORT) {
        host_overlay_scroll(&loop->overlay, -WHEEL_LINES * event->wheel.y);
        return true;
    }
    if (event->type != SDL_KEYDOWN) return false;
    const SDL_Keysym *key = &event->key.keysym;
    bool again = event->key.repeat && key->sym != SDLK_F11 && key->sym != SDLK_PAGEUP
        && key->sym != SDLK_PAGEDOWN;
    if (again) return false;
    if (on_view_key(loop, key)) return true;
    return !loop->script && (host_timekeys_event(loop, key) || host_slotkeys_open(loop, key)
                             || on_state_key(loop, key));
}

void host_action_reload(host_Loop *loop, const ed_LiveEvent *event)
{
    if (ed_event_is_bad(event)) {
        host_overlay_strip(&loop->overlay, event->place, event->line);
    } else if (event->kind == ED_LIVE_STALLED) {
        host_overlay_strip(&loop->overlay, "", event->line);
    } else if (event->kind == ED_LIVE_NOTICE) {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "%s", event->line);
    } else if (event->kind == ED_LIVE_COMPILED) {
        host_overlay_add(&loop->overlay, loop->now, event->line);
    } else if (ed_event_is_good(event)) {
        if (!loop->game->run->broken) mend(loop);
        host_Mood mood = event->kind == ED_LIVE_RELOADED ? HOST_MOOD_GOOD : HOST_MOOD_PLAIN;
        host_overlay_say(&loop->overlay, loop->now, mood, "%s", event->line);
    }
    host_window_follow(&loop->window, loop->game->run->module);
}

void host_action_over(host_Loop *loop)
{
    if (loop->over_told) return;
    loop->over_told = true;
    ed_console_limit(loop->game);
    host_overlay_strip(&loop->overlay, "", loop->game->run->over.text);
}
