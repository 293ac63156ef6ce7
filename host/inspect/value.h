/// A value as the inspector shows it: its kind of control, its text, and the text of nearby values
/// for ed_value_set. Only reads, and only memory of the root. No SDL.
#ifndef HOST_INSPECT_VALUE_H
#define HOST_INSPECT_VALUE_H
#include "host/inspect/tree.h"

#define HOST_COLOR_UNIT "rgba"      // [[unit("rgba")]] on a u32: 0xRRGGBBAA

typedef enum host_Control {
    HOST_CONTROL_NONE,      // a record or a list: its parts are shown below instead
    HOST_CONTROL_NUMBER,
    HOST_CONTROL_SLIDER,
    HOST_CONTROL_COLOR,
    HOST_CONTROL_BOX,       // bool
    HOST_CONTROL_LIST,      // one of several names: enum, union
    HOST_CONTROL_FLAGS,
    HOST_CONTROL_TEXT,
    HOST_CONTROL_REF,
    HOST_CONTROL_ABSENT,      // an absent optional value
    HOST_CONTROL_OPAQUE       // read-only
} host_Control;

host_Control host_value_control(const ed_ValueRef *place);

/// Adds one line. Handles are looked up in `state`.
void host_value_text(const ed_State *state, const ed_ValueRef *place, ed_Text *out);
/// Adds a description of the value's type: "f32, 0 to 100, deg, transient".
void host_value_about(const ed_ValueRef *place, ed_Text *out);

/// The text that sets the default; for an absent value, one that makes it present. "" if it
/// has no default.
void host_value_default(const ed_ValueRef *place, ed_Text *out);

/// The number `steps` away from `from`, which contains its bytes: changed in its last significant
/// digits, within its range.
void host_value_moved(const ed_ValueRef *place, const u8 from[8], f64 steps, ed_Text *out);
/// The number at a fraction, 0 to 1, of its range; and the fraction of the current value.
void host_value_at_part(const ed_ValueRef *place, f64 part, ed_Text *out);
f64 host_value_part(const ed_ValueRef *place);

/// The number of names to choose from: of an enum, of flags, of a union's alternatives.
u32 host_value_choices(const ed_ValueRef *place);
const char *host_value_choice(const ed_ValueRef *place, u32 i, const char **doc);
bool host_value_chosen(const ed_ValueRef *place,
                       u32 i);      // true if it is the current one, or set
/// For flags, the value with the bit of choice `i` toggled; otherwise its name.
void host_value_choose(const ed_ValueRef *place, u32 i, ed_Text *out);

u32 host_value_u32(const ed_ValueRef *place);      ///< of a color

/// The path of the item that a handle refers to. False if it does not exist.
bool host_value_follow(const ed_State *state, const ed_ValueRef *place, char *path,
                       size_t capacity);

/// A hash that changes with the value. For a record or list, with what is visible of it.
u64 host_value_hash(const ed_State *state, const ed_ValueRef *place);
#endif
