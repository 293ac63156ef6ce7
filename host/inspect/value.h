/// One value as the inspector shows it: what kind of control it gets, its text, and the text of its
/// neighbours, which ed_value_set takes. Reads only, and nothing that is not the root's own memory.
/// No SDL.
#ifndef HOST_INSPECT_VALUE_H
#define HOST_INSPECT_VALUE_H
#include "host/inspect/tree.h"

#define HOST_COLOR_UNIT "rgba"      // [[unit("rgba")]] on a u32: 0xRRGGBBAA

typedef enum host_Control {
    HOST_CONTROL_NONE,      // a record or a list: there is something below it instead
    HOST_CONTROL_NUMBER,
    HOST_CONTROL_SLIDER,
    HOST_CONTROL_COLOR,
    HOST_CONTROL_BOX,       // bool
    HOST_CONTROL_LIST,      // one of some names: enum, union
    HOST_CONTROL_FLAGS,
    HOST_CONTROL_TEXT,
    HOST_CONTROL_REF,
    HOST_CONTROL_ABSENT,      // an optional value that is not there
    HOST_CONTROL_OPAQUE       // to be looked at only
} host_Control;

host_Control host_value_control(const ed_Place *place);

/// One line. `state` is where handles are looked up.
void host_value_text(const ed_State *state, const ed_Place *place, ed_Text *out);
/// What kind it is, for people: "f32, 0 to 100, deg, transient".
void host_value_about(const ed_Place *place, ed_Text *out);

/// What ed_value_set takes; of an absent value what makes it one. "" where there is none.
void host_value_default(const ed_Place *place, ed_Text *out);

/// A number `steps` further than `from`, which has the bytes of one: in its last digits that
/// matter, within what it can hold.
void host_value_moved(const ed_Place *place, const u8 from[8], f64 steps, ed_Text *out);
/// The number at that part, 0 to 1, of its range; and the part at which it is now.
void host_value_at_part(const ed_Place *place, f64 part, ed_Text *out);
f64 host_value_part(const ed_Place *place);

/// The names to choose from: of an enum, of flags, of a union's alternatives.
u32 host_value_choices(const ed_Place *place);
const char *host_value_choice(const ed_Place *place, u32 i, const char **doc);
bool host_value_chosen(const ed_Place *place, u32 i);      ///< is the one, or is set
/// Flags with the bit of choice `i` turned over; else the name of it.
void host_value_choose(const ed_Place *place, u32 i, ed_Text *out);

u32 host_value_u32(const ed_Place *place);      ///< of a colour

/// Where a handle leads: the path of the item. False where it is gone.
bool host_value_follow(const ed_State *state, const ed_Place *place, char *path, size_t capacity);

/// What is told apart when it has changed. Of a record or list what is seen of it.
u64 host_value_hash(const ed_State *state, const ed_Place *place);
#endif
