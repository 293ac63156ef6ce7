#include "runtime/api/input.h"
#include <string.h>
#include "runtime/base/str.h"

static const char *const names[ED_KEY_COUNT] = {
    [ED_KEY_NONE] = "none",     [ED_KEY_A] = "a",           [ED_KEY_B] = "b",
    [ED_KEY_C] = "c",           [ED_KEY_D] = "d",           [ED_KEY_E] = "e",
    [ED_KEY_F] = "f",           [ED_KEY_G] = "g",           [ED_KEY_H] = "h",
    [ED_KEY_I] = "i",           [ED_KEY_J] = "j",           [ED_KEY_K] = "k",
    [ED_KEY_L] = "l",           [ED_KEY_M] = "m",           [ED_KEY_N] = "n",
    [ED_KEY_O] = "o",           [ED_KEY_P] = "p",           [ED_KEY_Q] = "q",
    [ED_KEY_R] = "r",           [ED_KEY_S] = "s",           [ED_KEY_T] = "t",
    [ED_KEY_U] = "u",           [ED_KEY_V] = "v",           [ED_KEY_W] = "w",
    [ED_KEY_X] = "x",           [ED_KEY_Y] = "y",           [ED_KEY_Z] = "z",
    [ED_KEY_0] = "0",           [ED_KEY_1] = "1",           [ED_KEY_2] = "2",
    [ED_KEY_3] = "3",           [ED_KEY_4] = "4",           [ED_KEY_5] = "5",
    [ED_KEY_6] = "6",           [ED_KEY_7] = "7",           [ED_KEY_8] = "8",
    [ED_KEY_9] = "9",           [ED_KEY_SPACE] = "space",   [ED_KEY_RETURN] = "return",
    [ED_KEY_ESCAPE] = "escape", [ED_KEY_TAB] = "tab",       [ED_KEY_BACKSPACE] = "backspace",
    [ED_KEY_UP] = "up",         [ED_KEY_DOWN] = "down",     [ED_KEY_LEFT] = "left",
    [ED_KEY_RIGHT] = "right",   [ED_KEY_SHIFT] = "shift",   [ED_KEY_CTRL] = "ctrl",
    [ED_KEY_ALT] = "alt",       [ED_KEY_MINUS] = "minus",   [ED_KEY_EQUALS] = "equals",
    [ED_KEY_COMMA] = "comma",   [ED_KEY_PERIOD] = "period",
};

const char *ed_key_name(ed_Key key) { return key < ED_KEY_COUNT ? names[key] : names[ED_KEY_NONE]; }

/// Ignores the case of ASCII letters, in any locale.
static bool is_same(const char *name, const char *typed)
{
    return strlen(name) == strlen(typed) && ed_find_any_case(typed, name) == typed;
}

ed_Key ed_key_from_name(const char *name)
{
    for (u32 key = ED_KEY_NONE + 1; key < ED_KEY_COUNT; key++)
        if (is_same(names[key], name)) return (ed_Key)key;
    return ED_KEY_NONE;
}
