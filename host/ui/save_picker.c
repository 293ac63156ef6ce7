#include "host/ui/save_picker.h"
#include <stdio.h>
#include <string.h>
#include "host/ui/thumbnail.h"

#define MEMORY_MAX ((size_t)32 << 20)
#define THUMB_PIXELS (HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE)

// --- opening and closing -------------------------------------------------------------------------

static bool make_picker(host_SavePicker *picker, ed_Error *error)
{
    if (picker->pixels) return true;
    if (!ed_arena_open(&picker->arena, "save picker", MEMORY_MAX, error)) return false;
    ed_Color *pixels =
        ed_arena_push_raw(&picker->arena, sizeof *pixels * THUMB_PIXELS * ED_SAVE_SLOTS_MAX, 64);
    bool room = pixels && ed_draw_open(&picker->draw, &picker->arena, 1, 1);
    if (!room) ed_arena_check(&picker->arena, error);
    room = room && ed_arena_open(&picker->scratch, "slot reader", ED_SAVE_SLOT_MEMORY_MAX, error);
    if (room) picker->pixels = pixels;
    else host_save_picker_close(picker);
    return room;
}

void host_save_picker_close(host_SavePicker *picker)
{
    if (picker->scratch.base) ed_arena_close(&picker->scratch);
    if (picker->arena.base) ed_arena_close(&picker->arena);
    *picker = (host_SavePicker){ .purpose = HOST_SAVE_PICKER_CLOSED };
}

bool host_save_picker_open(host_SavePicker *picker, host_SavePickerPurpose purpose, ed_Error *error)
{
    if (!make_picker(picker, error)) return false;
    picker->purpose = purpose;
    host_save_picker_refresh(picker);
    picker->at = ed_save_slots_first(&picker->slots, purpose == HOST_SAVE_PICKER_SAVE);
    picker->first = 0;
    return true;
}

void host_save_picker_hide(host_SavePicker *picker) { picker->purpose = HOST_SAVE_PICKER_CLOSED; }

void host_save_picker_refresh(host_SavePicker *picker)
{
    ed_save_slots_list(&picker->slots, picker->purpose == HOST_SAVE_PICKER_LOAD);
    memset(picker->thumbs, 0, sizeof picker->thumbs);
    memset(picker->cells, 0, sizeof picker->cells);
    picker->read = 0;
    picker->message[0] = 0;
    picker->delete_asked = false;
    picker->scroll_to_selected = true;
    if (picker->at >= picker->slots.count) picker->at = picker->slots.count - 1;
}

void host_save_picker_refuse(host_SavePicker *picker, const char *why)
{
    snprintf(picker->message, sizeof picker->message, "%s", why);
}

// --- moving --------------------------------------------------------------------------------------

static void select_slot(host_SavePicker *picker, u32 at)
{
    picker->at = at;
    picker->delete_asked = false;
    picker->message[0] = 0;
}

static void move_by(host_SavePicker *picker, int steps)
{
    int at = (int)picker->at + steps, count = (int)picker->slots.count;
    if (at >= 0 && at < count) select_slot(picker, (u32)at);
    else if (steps > 1 && (int)picker->at / steps < (count - 1) / steps)
        select_slot(picker, (u32)count - 1);      // the last row is not full
    picker->delete_asked = false;
    picker->scroll_to_selected = true;
}

static void scroll_by(host_SavePicker *picker, int rows)
{
    int last = (int)picker->rows - (int)picker->visible_rows, first = (int)picker->first + rows;
    if (first > last) first = last;
    picker->first = first > 0 ? (u32)first : 0;
}

/// Chooses the selected slot. If it cannot be loaded, the reason is shown and the picker stays
/// open.
static host_Pick choose_slot(host_SavePicker *picker)
{
    const ed_SaveSlot *slot = &picker->slots.at[picker->at];
    picker->delete_asked = false;
    if (picker->purpose == HOST_SAVE_PICKER_SAVE) return HOST_PICK_CHOSEN;
    if (slot->status != ED_SAVE_SLOT_EMPTY && !slot->why[0]) return HOST_PICK_CHOSEN;
    if (slot->why[0]) host_save_picker_refuse(picker, slot->why);
    else snprintf(picker->message, sizeof picker->message, "%s is empty", slot->name);
    return HOST_PICK_TAKEN;
}

static host_Pick ask_to_remove(host_SavePicker *picker)
{
    bool some = picker->slots.at[picker->at].status != ED_SAVE_SLOT_EMPTY,
         again = picker->delete_asked && some;
    picker->message[0] = 0;
    picker->scroll_to_selected = true;
    picker->delete_asked = some && !again;
    return again ? HOST_PICK_DELETE : HOST_PICK_TAKEN;
}

// --- events --------------------------------------------------------------------------------------

/// Returns the digit of a key: by its label, otherwise by its position, since on some layouts the
/// keys of the digit row have other labels. 0 for other keys.
static u32 number_of(const SDL_Keysym *key)
{
    if (key->sym >= SDLK_1 && key->sym <= SDLK_9) return (u32)(key->sym - SDLK_1) + 1;
    if (key->sym >= SDLK_KP_1 && key->sym <= SDLK_KP_9) return (u32)(key->sym - SDLK_KP_1) + 1;
    bool digit = key->scancode >= SDL_SCANCODE_1 && key->scancode <= SDL_SCANCODE_9;
    return digit ? (u32)(key->scancode - SDL_SCANCODE_1) + 1 : 0;
}

static host_Pick on_key(host_SavePicker *picker, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    u32 number = number_of(key);
    switch (key->sym) {
    case SDLK_LEFT: move_by(picker, -1); return HOST_PICK_TAKEN;
    case SDLK_RIGHT: move_by(picker, 1); return HOST_PICK_TAKEN;
    case SDLK_UP: move_by(picker, -(int)picker->columns); return HOST_PICK_TAKEN;
    case SDLK_DOWN: move_by(picker, (int)picker->columns); return HOST_PICK_TAKEN;
    default: break;
    }
    if (event->repeat) return HOST_PICK_TAKEN;
    switch (key->sym) {
    case SDLK_ESCAPE: host_save_picker_hide(picker); return HOST_PICK_TAKEN;
    case SDLK_DELETE: return ask_to_remove(picker);
    case SDLK_RETURN: return key->mod & KMOD_ALT ? HOST_PICK_PASSED : choose_slot(picker);
    case SDLK_KP_ENTER: return choose_slot(picker);
    default: break;
    }
    if (!number) return HOST_PICK_TAKEN;
    select_slot(picker, number - 1);
    picker->scroll_to_selected = true;
    return choose_slot(picker);
}

static bool hover(host_SavePicker *picker, int x, int y)
{
    for (u32 i = 0; i < picker->slots.count; i++) {
        if (!host_area_holds(&picker->cells[i], (float)x, (float)y)) continue;
        if (i != picker->at) select_slot(picker, i);
        return true;
    }
    return false;
}

static host_Pick on_press(host_SavePicker *picker, const SDL_MouseButtonEvent *event)
{
    if (event->button != SDL_BUTTON_LEFT) return HOST_PICK_TAKEN;
    if (hover(picker, event->x, event->y)) return choose_slot(picker);
    bool inside = host_area_holds(&picker->panel, (float)event->x, (float)event->y);
    if (!inside) host_save_picker_hide(picker);
    return HOST_PICK_TAKEN;
}

/// The text event of the key that closed the picker follows the key event and is ignored.
static host_Pick when_closed(host_SavePicker *picker, const SDL_Event *event)
{
    if (event->type == SDL_KEYDOWN) picker->text_follows = false;
    bool rest = picker->text_follows && event->type == SDL_TEXTINPUT;
    return rest ? HOST_PICK_TAKEN : HOST_PICK_PASSED;
}

/// Key releases are passed to the game, since it may have seen the key press.
host_Pick host_save_picker_event(host_SavePicker *picker, const SDL_Event *event)
{
    if (picker->purpose == HOST_SAVE_PICKER_CLOSED) return when_closed(picker, event);
    picker->text_follows = event->type == SDL_KEYDOWN;
    switch (event->type) {
    case SDL_KEYDOWN: return on_key(picker, &event->key);
    case SDL_MOUSEBUTTONDOWN: return on_press(picker, &event->button);
    case SDL_MOUSEMOTION: hover(picker, event->motion.x, event->motion.y); break;
    case SDL_MOUSEWHEEL: scroll_by(picker, -event->wheel.y); break;
    case SDL_TEXTINPUT:
    case SDL_CONTROLLERBUTTONDOWN: break;
    default: return HOST_PICK_PASSED;
    }
    return HOST_PICK_TAKEN;
}
