#include "host/ui/input.h"
#include <math.h>

#define DEAD_ZONE 0.2f

typedef struct KeyPair {
    SDL_Keycode sdl;
    ed_Key key;
} KeyPair;

static const KeyPair key_pairs[] = {
    { SDLK_SPACE, ED_KEY_SPACE },     { SDLK_RETURN, ED_KEY_RETURN },
    { SDLK_KP_ENTER, ED_KEY_RETURN }, { SDLK_ESCAPE, ED_KEY_ESCAPE },
    { SDLK_TAB, ED_KEY_TAB },         { SDLK_BACKSPACE, ED_KEY_BACKSPACE },
    { SDLK_UP, ED_KEY_UP },           { SDLK_DOWN, ED_KEY_DOWN },
    { SDLK_LEFT, ED_KEY_LEFT },       { SDLK_RIGHT, ED_KEY_RIGHT },
    { SDLK_LSHIFT, ED_KEY_SHIFT },    { SDLK_RSHIFT, ED_KEY_SHIFT },
    { SDLK_LCTRL, ED_KEY_CTRL },      { SDLK_RCTRL, ED_KEY_CTRL },
    { SDLK_LALT, ED_KEY_ALT },        { SDLK_RALT, ED_KEY_ALT },
    { SDLK_MINUS, ED_KEY_MINUS },     { SDLK_KP_MINUS, ED_KEY_MINUS },
    { SDLK_EQUALS, ED_KEY_EQUALS },   { SDLK_PLUS, ED_KEY_EQUALS },
    { SDLK_KP_PLUS, ED_KEY_EQUALS },  { SDLK_COMMA, ED_KEY_COMMA },
    { SDLK_PERIOD, ED_KEY_PERIOD },
};

typedef struct PadPair {
    SDL_GameControllerButton sdl;
    ed_Pad pad;
} PadPair;

static const PadPair pad_pairs[] = {
    { SDL_CONTROLLER_BUTTON_A, ED_PAD_A },
    { SDL_CONTROLLER_BUTTON_B, ED_PAD_B },
    { SDL_CONTROLLER_BUTTON_X, ED_PAD_X },
    { SDL_CONTROLLER_BUTTON_Y, ED_PAD_Y },
    { SDL_CONTROLLER_BUTTON_BACK, ED_PAD_BACK },
    { SDL_CONTROLLER_BUTTON_START, ED_PAD_START },
    { SDL_CONTROLLER_BUTTON_LEFTSHOULDER, ED_PAD_LEFT_SHOULDER },
    { SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, ED_PAD_RIGHT_SHOULDER },
    { SDL_CONTROLLER_BUTTON_DPAD_UP, ED_PAD_UP },
    { SDL_CONTROLLER_BUTTON_DPAD_DOWN, ED_PAD_DOWN },
    { SDL_CONTROLLER_BUTTON_DPAD_LEFT, ED_PAD_LEFT },
    { SDL_CONTROLLER_BUTTON_DPAD_RIGHT, ED_PAD_RIGHT },
};

static ed_Key key_from_code(SDL_Keycode code)
{
    if (code >= 'a' && code <= 'z') return (ed_Key)(ED_KEY_A + (code - 'a'));
    if (code >= '0' && code <= '9') return (ed_Key)(ED_KEY_0 + (code - '0'));
    for (u32 i = 0; i < ED_COUNT(key_pairs); i++)
        if (key_pairs[i].sdl == code) return key_pairs[i].key;
    return ED_KEY_NONE;
}

/// Finds the key by its position, for keyboard layouts without Latin letters.
static ed_Key key_from_scancode(SDL_Scancode scancode)
{
    if (scancode >= SDL_SCANCODE_A && scancode <= SDL_SCANCODE_Z)
        return (ed_Key)(ED_KEY_A + (int)(scancode - SDL_SCANCODE_A));
    if (scancode >= SDL_SCANCODE_1 && scancode <= SDL_SCANCODE_9)
        return (ed_Key)(ED_KEY_1 + (int)(scancode - SDL_SCANCODE_1));
    return scancode == SDL_SCANCODE_0 ? ED_KEY_0 : ED_KEY_NONE;
}

static void on_key(ed_Input *input, const SDL_KeyboardEvent *event)
{
    ed_Key key = key_from_code(event->keysym.sym);
    if (key == ED_KEY_NONE) key = key_from_scancode(event->keysym.scancode);
    if (key == ED_KEY_NONE || event->repeat) return;
    input->key_down[key] = event->state == SDL_PRESSED;
    if (event->state == SDL_PRESSED) input->key_pressed[key] = true;
}

static void on_motion(ed_Input *input, int x, int y, const host_View *view, float pixels_per_point)
{
    float scale = fmaxf(view->scale, 1e-6f);
    input->mouse_x = ((float)x * pixels_per_point - view->x) / scale;
    input->mouse_y = ((float)y * pixels_per_point - view->y) / scale;
    input->mouse_moved = true;
}

static void on_button(ed_Input *input, const SDL_MouseButtonEvent *event)
{
    ed_Mouse button = event->button == SDL_BUTTON_LEFT   ? ED_MOUSE_LEFT
                    : event->button == SDL_BUTTON_MIDDLE ? ED_MOUSE_MIDDLE
                    : event->button == SDL_BUTTON_RIGHT  ? ED_MOUSE_RIGHT
                                                         : ED_MOUSE_COUNT;
    if (button == ED_MOUSE_COUNT) return;
    input->mouse_down[button] = event->state == SDL_PRESSED;
    if (event->state == SDL_PRESSED) input->mouse_pressed[button] = true;
}

static void on_pad_button(host_Devices *devices, const SDL_ControllerButtonEvent *event)
{
    if (!devices->pad || event->which != devices->pad_id) return;
    for (u32 i = 0; i < ED_COUNT(pad_pairs); i++) {
        if (pad_pairs[i].sdl != (SDL_GameControllerButton)event->button) continue;
        devices->input.pad_down[pad_pairs[i].pad] = event->state == SDL_PRESSED;
        if (event->state == SDL_PRESSED) devices->input.pad_pressed[pad_pairs[i].pad] = true;
    }
}

static void open_pad(host_Devices *devices, int index)
{
    if (devices->pad) return;
    devices->pad = SDL_GameControllerOpen(index);
    if (!devices->pad) return;
    devices->pad_id = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(devices->pad));
    devices->input.pad_present = true;
}

static void close_pad(host_Devices *devices)
{
    ed_Input *input = &devices->input;
    if (devices->pad) SDL_GameControllerClose(devices->pad);
    devices->pad = NULL;
    SDL_memset(input->pad_down, 0, sizeof input->pad_down);
    SDL_memset(input->pad_pressed, 0, sizeof input->pad_pressed);
    input->pad_present = false;
    input->left_x = input->left_y = input->right_x = input->right_y = 0;
    input->left_trigger = input->right_trigger = 0;
}

/// If the gamepad in use is removed, another connected one replaces it.
static void on_pad_gone(host_Devices *devices, SDL_JoystickID id)
{
    if (!devices->pad || id != devices->pad_id) return;
    close_pad(devices);
    for (int i = 0; i < SDL_NumJoysticks(); i++)
        if (SDL_IsGameController(i)) open_pad(devices, i);
}

void host_input_event(host_Devices *devices, const SDL_Event *event, const host_View *view,
                      float pixels_per_point)
{
    ed_Input *input = &devices->input;
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP: on_key(input, &event->key); break;
    case SDL_MOUSEMOTION:
        on_motion(input, event->motion.x, event->motion.y, view, pixels_per_point);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        on_motion(input, event->button.x, event->button.y, view, pixels_per_point);
        on_button(input, &event->button);
        break;
    case SDL_MOUSEWHEEL: input->wheel += event->wheel.preciseY; break;
    case SDL_CONTROLLERDEVICEADDED: open_pad(devices, event->cdevice.which); break;
    case SDL_CONTROLLERDEVICEREMOVED: on_pad_gone(devices, event->cdevice.which); break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP: on_pad_button(devices, &event->cbutton); break;
    default: break;
    }
}

static float axis(SDL_GameController *pad, SDL_GameControllerAxis which)
{
    return (float)SDL_GameControllerGetAxis(pad, which) / 32767.0f;
}

/// Reads a stick with a round dead zone. The rest of the range is scaled to start at 0, so that
/// slow movement stays possible.
static void stick(SDL_GameController *pad, SDL_GameControllerAxis x_axis,
                  SDL_GameControllerAxis y_axis, f32 *x, f32 *y)
{
    float raw_x = axis(pad, x_axis), raw_y = axis(pad, y_axis), length = hypotf(raw_x, raw_y);
    float kept = fminf((length - DEAD_ZONE) / (1 - DEAD_ZONE), 1);
    *x = length > DEAD_ZONE ? raw_x / length * kept : 0;
    *y = length > DEAD_ZONE ? raw_y / length * kept : 0;
}

void host_input_poll(host_Devices *devices)
{
    ed_Input *input = &devices->input;
    if (!devices->pad) return;
    stick(devices->pad, SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_AXIS_LEFTY, &input->left_x,
          &input->left_y);
    stick(devices->pad, SDL_CONTROLLER_AXIS_RIGHTX, SDL_CONTROLLER_AXIS_RIGHTY, &input->right_x,
          &input->right_y);
    input->left_trigger = fmaxf(axis(devices->pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT), 0);
    input->right_trigger = fmaxf(axis(devices->pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT), 0);
}

void host_input_clear_events(host_Devices *devices)
{
    ed_Input *input = &devices->input;
    SDL_memset(input->key_pressed, 0, sizeof input->key_pressed);
    SDL_memset(input->pad_pressed, 0, sizeof input->pad_pressed);
    SDL_memset(input->mouse_pressed, 0, sizeof input->mouse_pressed);
    input->mouse_moved = false;
    input->wheel = 0;
}

void host_input_close(host_Devices *devices) { close_pad(devices); }
