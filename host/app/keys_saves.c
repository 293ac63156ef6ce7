#include "host/app/keys_saves.h"
#include "host/app/actions.h"

static void save_chosen(host_Loop *loop, const char *path)
{
    host_save_picker_hide(&loop->picker);
    host_action_save(loop, path);
}

/// If the load fails, the picker stays open and shows the error.
static void load_chosen(host_Loop *loop, const char *path)
{
    ed_Error error = { .code = ED_OK };
    if (host_action_load(loop, path, &error)) host_save_picker_hide(&loop->picker);
    else host_save_picker_refuse(&loop->picker, error.text);
}

static void use_chosen(host_Loop *loop)
{
    host_SavePicker *picker = &loop->picker;
    const char *path = picker->slots.at[picker->at].path;
    if (picker->purpose == HOST_SAVE_PICKER_SAVE) save_chosen(loop, path);
    else load_chosen(loop, path);
}

static void remove_chosen(host_SavePicker *picker)
{
    ed_Error error = { .code = ED_OK };
    bool removed = ed_save_slots_remove(&picker->slots.at[picker->at], &error);
    host_save_picker_refresh(picker);
    if (!removed) host_save_picker_refuse(picker, error.text);
}

bool host_keys_saves_event(host_Loop *loop, const SDL_Event *event)
{
    host_Pick pick = host_save_picker_event(&loop->picker, event);
    if (pick == HOST_PICK_CHOSEN) use_chosen(loop);
    if (pick == HOST_PICK_DELETE) remove_chosen(&loop->picker);
    return pick != HOST_PICK_PASSED;
}

/// Waits for saves that are still being written, so that the list is complete.
bool host_keys_saves_open(host_Loop *loop, const SDL_Keysym *key)
{
    ed_Error error = { .code = ED_OK };
    bool save = key->sym == SDLK_F5, ours = save || key->sym == SDLK_F9;
    if (!ours || !(key->mod & KMOD_SHIFT)) return false;
    if (loop->rewinding) return true;
    host_action_wait_for_saves(loop);
    loop->overlay.panel = HOST_PANEL_NONE;
    if (!host_save_picker_open(&loop->picker, save ? HOST_SAVE_PICKER_SAVE : HOST_SAVE_PICKER_LOAD,
                               &error))
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "cannot open the save slots: %s",
                         error.text);
    return true;
}
