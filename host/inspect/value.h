/// A value as the inspector shows it: its kind of control, its text, and the texts of other values
/// that keys and mouse can change it to, for ed_value_set. These functions never write to the
/// state. They only read memory of the value's root and, for a handle, of its pool's root. They do
/// not use SDL.
#ifndef HOST_INSPECT_VALUE_H
#define HOST_INSPECT_VALUE_H
#include "host/inspect/tree.h"

#define HOST_COLOR_UNIT "rgba"      // [[unit("rgba")]] on a u32: 0xRRGGBBAA

typedef enum host_Control {
    HOST_CONTROL_NONE,      // a record or a list: each field or element has its own row
    HOST_CONTROL_NUMBER,
    HOST_CONTROL_SLIDER,
    HOST_CONTROL_COLOR,
    HOST_CONTROL_CHECKBOX,      // bool
    HOST_CONTROL_DROPDOWN,      // a list of names, one of which is chosen: enum, union
    HOST_CONTROL_FLAGS,
    HOST_CONTROL_TEXT,
    HOST_CONTROL_REF,
    HOST_CONTROL_ABSENT,      // an absent optional value
    HOST_CONTROL_POINTER      // read-only
} host_Control;

host_Control host_value_control(const ed_ValueRef *ref);

/// Adds the value as one line of text. Handles are looked up in `state`.
void host_value_text(const ed_State *state, const ed_ValueRef *ref, ed_Text *out);
/// Adds a description of the value's type: "f32 optional, 0 to 100, deg".
void host_value_about(const ed_ValueRef *ref, ed_Text *out);

/// Adds the text that makes an absent value present: zero, an empty string, the first choice, or a
/// record with its defaults. Adds nothing for pointers and handles.
void host_value_default(const ed_ValueRef *ref, ed_Text *out);

/// Adds the number that is `steps` steps away from `from`, the bytes of a number of that type. One
/// step is 1/100 of the place value of the number's first digit, so 1 for 345; at least 0.01, or 1
/// for an integer. The result saturates at the limits of the type.
void host_value_moved(const ed_ValueRef *ref, const u8 from[8], f64 steps, ed_Text *out);
/// Adds the number at a fraction of the field's range: 0 gives its low end, 1 its high end.
void host_value_at_fraction(const ed_ValueRef *ref, f64 fraction, ed_Text *out);
/// Returns where the current value is in the field's range, from 0 to 1.
f64 host_value_fraction(const ed_ValueRef *ref);

/// Returns the number of names to choose from: those of an enum, of flags or of a union's
/// alternatives; otherwise 0.
u32 host_value_choices(const ed_ValueRef *ref);
const char *host_value_choice(const ed_ValueRef *ref, u32 i);
/// True if choice `i` is the current one, or a flag that is set.
bool host_value_chosen(const ed_ValueRef *ref, u32 i);
/// Adds the text that selects choice `i`: its name, or for flags, the number with that flag
/// toggled.
void host_value_choose(const ed_ValueRef *ref, u32 i, ed_Text *out);

u32 host_value_u32(const ed_ValueRef *ref);      ///< reads a color

/// Gets the path of the item that a handle refers to. False if the item does not exist.
bool host_value_follow(const ed_State *state, const ed_ValueRef *ref, char *path, size_t capacity);

/// Returns a hash of the text that is shown for the value; for a record or a list, that is a
/// preview.
u64 host_value_hash(const ed_State *state, const ed_ValueRef *ref);
#endif
