/// Converts SDL events to the game's input: keys by their labels, the mouse in view units, one
/// gamepad.
#ifndef HOST_UI_INPUT_H
#define HOST_UI_INPUT_H
#include "host/gfx/draw_list.h"
#include "host/gfx/sdl.h"
#include "runtime/api/input.h"

typedef struct host_Devices {
    ed_Input input;
    SDL_GameController *pad;      // the first one connected, or NULL
    SDL_JoystickID pad_id;
} host_Devices;

void host_input_event(host_Devices *devices, const SDL_Event *event, const host_View *view,
                      float pixels_per_point);
void host_input_poll(host_Devices *devices);      ///< reads sticks and triggers, before updates
/// Clears key and button presses, wheel and mouse movement. Call it after each update, so that a
/// press counts for one update only.
void host_input_clear_events(host_Devices *devices);
void host_input_close(host_Devices *devices);
#endif
