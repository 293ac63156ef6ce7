/// The keys and mouse events of the inspector (keys.c, mouse.c). They return true if they used the
/// event.
#ifndef HOST_INSPECT_INPUT_H
#define HOST_INSPECT_INPUT_H
#include "host/inspect/inspect.h"

bool host_inspect_mouse(host_Inspect *inspect, const ed_State *state, const SDL_Event *event);
bool host_inspect_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
bool host_inspect_text(host_Inspect *inspect, const ed_State *state, const char *text);
#endif
