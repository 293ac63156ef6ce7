#include "host/app/keys.h"
#include "host/app/actions.h"
#include "host/app/keys_saves.h"
#include "host/app/keys_time.h"
#include "host/inspect/inspect.h"

#define PAGE_LINES 12
#define WHEEL_LINES 3

/// Handles keys that change time or state. They are disabled while a script runs.
static bool on_state_key(host_Loop *loop, const SDL_Keysym *key)
{
    switch (key->sym) {
    case SDLK_F4: host_action_resume_crashed(loop); return true;
    case SDLK_F5: host_action_save(loop, ED_QUICK_SAVE_FILE); return true;
    case SDLK_F6:
        if (key->mod & KMOD_SHIFT) host_action_stop_build(loop);
        else host_action_build(loop);
        return true;
    case SDLK_F7: host_action_start_over(loop); return true;
    case SDLK_F8: host_action_previous_build(loop); return true;
    case SDLK_F9: host_action_quick_load(loop); return true;
    case SDLK_F10: host_action_toggle_pause(loop); return true;
    case SDLK_F11:
        if (key->mod & KMOD_SHIFT) host_action_allow_longer(loop);
        else host_action_step(loop);
        return true;
    default: return false;
    }
}

static void toggle_inspector(host_Loop *loop)
{
    ed_Error error = { 0 };
    if (!host_inspect_toggle(&loop->inspect, &error))
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "cannot open the inspector: %s",
                         error.text);
}

/// Passes the event to the inspector, unless it scrolls or closes a panel drawn over the inspector.
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
    case SDLK_F1: host_overlay_toggle(&loop->overlay, HOST_PANEL_HELP); return true;
    case SDLK_F2: toggle_inspector(loop); return true;
    case SDLK_F3: host_overlay_toggle(&loop->overlay, HOST_PANEL_REPORT); return true;
    case SDLK_F12: host_action_open_editor(loop); return true;
    case SDLK_ESCAPE: return host_overlay_escape(&loop->overlay);
    case SDLK_PAGEUP:
        if (report) host_overlay_scroll(&loop->overlay, -PAGE_LINES);
        return report;
    case SDLK_PAGEDOWN:
        if (report) host_overlay_scroll(&loop->overlay, PAGE_LINES);
        return report;
    default: break;
    }
    bool full = key->sym == SDLK_RETURN && (key->mod & KMOD_ALT);
    if (full) host_window_toggle_fullscreen(&loop->window);
    return full;
}

/// True for keys with which systems close and switch windows, such as Alt F4 and Ctrl Esc. Some
/// systems pass them on. They are no keys of the host, nor of the game.
static bool is_for_system(const SDL_Event *event)
{
    if (event->type != SDL_KEYDOWN) return false;
    const SDL_Keysym *key = &event->key.keysym;
    bool other = key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI);
    return other && ((key->sym >= SDLK_F1 && key->sym <= SDLK_F12) || key->sym == SDLK_ESCAPE);
}

bool host_keys_event(host_Loop *loop, const SDL_Event *event)
{
    if (event->type == SDL_QUIT) {
        loop->ended = true;
        return true;
    }
    if (is_for_system(event)) return true;
    if (host_keys_saves_event(loop, event) || on_inspector(loop, event)) return true;
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
    return !loop->script
        && (host_keys_time_event(loop, key) || host_keys_saves_open(loop, key)
            || on_state_key(loop, key));
}
