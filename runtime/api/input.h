/// The player's input: the state of every device at one update, and what was pressed since the
/// previous update.
#ifndef ED_API_INPUT_H
#define ED_API_INPUT_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_Key {
    ED_KEY_NONE,
    ED_KEY_A,
    ED_KEY_B,
    ED_KEY_C,
    ED_KEY_D,
    ED_KEY_E,
    ED_KEY_F,
    ED_KEY_G,
    ED_KEY_H,
    ED_KEY_I,
    ED_KEY_J,
    ED_KEY_K,
    ED_KEY_L,
    ED_KEY_M,
    ED_KEY_N,
    ED_KEY_O,
    ED_KEY_P,
    ED_KEY_Q,
    ED_KEY_R,
    ED_KEY_S,
    ED_KEY_T,
    ED_KEY_U,
    ED_KEY_V,
    ED_KEY_W,
    ED_KEY_X,
    ED_KEY_Y,
    ED_KEY_Z,
    ED_KEY_0,
    ED_KEY_1,
    ED_KEY_2,
    ED_KEY_3,
    ED_KEY_4,
    ED_KEY_5,
    ED_KEY_6,
    ED_KEY_7,
    ED_KEY_8,
    ED_KEY_9,
    ED_KEY_SPACE,
    ED_KEY_RETURN,
    ED_KEY_ESCAPE,
    ED_KEY_TAB,
    ED_KEY_BACKSPACE,
    ED_KEY_UP,
    ED_KEY_DOWN,
    ED_KEY_LEFT,
    ED_KEY_RIGHT,
    ED_KEY_SHIFT,
    ED_KEY_CTRL,
    ED_KEY_ALT,
    ED_KEY_MINUS,
    ED_KEY_EQUALS,
    ED_KEY_COMMA,
    ED_KEY_PERIOD,
    ED_KEY_COUNT
} ed_Key;

typedef enum ed_Pad {
    ED_PAD_A,
    ED_PAD_B,
    ED_PAD_X,
    ED_PAD_Y,
    ED_PAD_BACK,
    ED_PAD_START,
    ED_PAD_LEFT_SHOULDER,
    ED_PAD_RIGHT_SHOULDER,
    ED_PAD_UP,
    ED_PAD_DOWN,
    ED_PAD_LEFT,
    ED_PAD_RIGHT,
    ED_PAD_COUNT
} ed_Pad;

typedef enum ed_Mouse { ED_MOUSE_LEFT, ED_MOUSE_MIDDLE, ED_MOUSE_RIGHT, ED_MOUSE_COUNT } ed_Mouse;

typedef struct ed_Input {
    bool key_down[ED_KEY_COUNT];
    bool key_pressed[ED_KEY_COUNT];      // pressed since the previous update
    bool pad_down[ED_PAD_COUNT];
    bool pad_pressed[ED_PAD_COUNT];
    bool mouse_down[ED_MOUSE_COUNT];
    bool mouse_pressed[ED_MOUSE_COUNT];
    bool pad_present;
    bool mouse_moved;          // since the previous update
    f32 mouse_x, mouse_y;      // logical units of the view
    f32 wheel;                 // notches; positive away from the user
    f32 left_x, left_y, right_x,
        right_y;      // sticks: -1 to 1; right and down positive; dead zone removed
    f32 left_trigger, right_trigger;      // 0 to 1
} ed_Input;

const char *ed_key_name(ed_Key key);            ///< "a", "7", "space", "left"
ed_Key ed_key_from_name(const char *name);      ///< ignores case; ED_KEY_NONE if unknown

ED_C_END
#endif
