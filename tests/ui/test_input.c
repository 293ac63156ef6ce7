#include "host/ui/input.h"
#include "tests/lib/test.h"

static host_Devices devices;
static const host_View view = { 2, 10, 20, { 10, 20, 780, 560 } };

static void put(SDL_Event event) { host_input_event(&devices, &event, &view, 1.5f); }

static void put_key(Uint32 kind, SDL_Keycode sym, SDL_Scancode scancode, bool repeat)
{
    put((SDL_Event){ .key = { .type = kind,
                              .state = kind == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED,
                              .repeat = repeat,
                              .keysym = { .sym = sym, .scancode = scancode } } });
}

static ed_Key key_of(SDL_Keycode sym, SDL_Scancode scancode)
{
    devices = (host_Devices){ .pad = NULL };
    put_key(SDL_KEYDOWN, sym, scancode, false);
    for (u32 i = 1; i < ED_KEY_COUNT; i++)
        if (devices.input.key_down[i] && devices.input.key_pressed[i]) return (ed_Key)i;
    return ED_KEY_NONE;
}

TEST(keys_are_found_by_label_and_then_by_position)
{
    CHECK_EQ(key_of(SDLK_a, SDL_SCANCODE_Q), ED_KEY_A);
    CHECK_EQ(key_of(SDLK_z, SDL_SCANCODE_Y), ED_KEY_Z);
    CHECK_EQ(key_of(SDLK_0, SDL_SCANCODE_A), ED_KEY_0);
    CHECK_EQ(key_of(SDLK_9, SDL_SCANCODE_A), ED_KEY_9);
    CHECK_EQ(key_of(0x444, SDL_SCANCODE_A), ED_KEY_A);
    CHECK_EQ(key_of(0x444, SDL_SCANCODE_Z), ED_KEY_Z);
    CHECK_EQ(key_of(0xe9, SDL_SCANCODE_1), ED_KEY_1);
    CHECK_EQ(key_of(0xe9, SDL_SCANCODE_9), ED_KEY_9);
    CHECK_EQ(key_of(0xe9, SDL_SCANCODE_0), ED_KEY_0);
    CHECK_EQ(key_of(SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER), ED_KEY_RETURN);
    CHECK_EQ(key_of(SDLK_RCTRL, SDL_SCANCODE_RCTRL), ED_KEY_CTRL);
    CHECK_EQ(key_of(SDLK_PERIOD, SDL_SCANCODE_PERIOD), ED_KEY_PERIOD);
    CHECK_EQ(key_of(SDLK_F5, SDL_SCANCODE_F5), ED_KEY_NONE);
}

TEST(a_press_lasts_for_one_update_and_repeats_do_not_count)
{
    ed_Input *input = &devices.input;
    devices = (host_Devices){ .pad = NULL };
    put_key(SDL_KEYDOWN, SDLK_d, SDL_SCANCODE_D, true);
    CHECK(!input->key_down[ED_KEY_D]);
    put_key(SDL_KEYDOWN, SDLK_d, SDL_SCANCODE_D, false);
    CHECK(input->key_down[ED_KEY_D] && input->key_pressed[ED_KEY_D]);
    host_input_clear_events(&devices);
    CHECK(input->key_down[ED_KEY_D] && !input->key_pressed[ED_KEY_D]);
    put_key(SDL_KEYDOWN, SDLK_d, SDL_SCANCODE_D, true);
    CHECK(!input->key_pressed[ED_KEY_D]);
    put_key(SDL_KEYUP, SDLK_d, SDL_SCANCODE_D, false);
    CHECK(!input->key_down[ED_KEY_D] && !input->key_pressed[ED_KEY_D]);
}

TEST(the_mouse_is_in_units_of_the_view)
{
    ed_Input *input = &devices.input;
    devices = (host_Devices){ .pad = NULL };
    put((SDL_Event){ .motion = { .type = SDL_MOUSEMOTION, .x = 40, .y = 60 } });
    CHECK(input->mouse_x == 25 && input->mouse_y == 35 && input->mouse_moved);
    put((SDL_Event){ .button = { .type = SDL_MOUSEBUTTONDOWN,
                                 .button = SDL_BUTTON_RIGHT,
                                 .state = SDL_PRESSED,
                                 .x = 20,
                                 .y = 20 } });
    CHECK(input->mouse_down[ED_MOUSE_RIGHT] && input->mouse_pressed[ED_MOUSE_RIGHT]);
    CHECK(!input->mouse_down[ED_MOUSE_LEFT]);
    CHECK(input->mouse_x == 10 && input->mouse_y == 5);      // a press has a position
    put((SDL_Event){
        .button = { .type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_X1, .state = SDL_PRESSED } });
    put((SDL_Event){ .wheel = { .type = SDL_MOUSEWHEEL, .y = 2, .preciseY = 2 } });
    put((SDL_Event){ .wheel = { .type = SDL_MOUSEWHEEL, .y = 1, .preciseY = 1 } });
    CHECK(input->wheel == 3);
    host_input_clear_events(&devices);
    CHECK(input->wheel == 0 && !input->mouse_moved && !input->mouse_pressed[ED_MOUSE_RIGHT]);
    CHECK(input->mouse_down[ED_MOUSE_RIGHT]);
    put((SDL_Event){ .button = { .type = SDL_MOUSEBUTTONUP,
                                 .button = SDL_BUTTON_RIGHT,
                                 .state = SDL_RELEASED } });
    CHECK(!input->mouse_down[ED_MOUSE_RIGHT]);
}

TEST(a_closed_gamepad_is_not_present)
{
    ed_Input *input = &devices.input;
    devices = (host_Devices){ .pad = NULL };
    input->pad_present = input->pad_down[ED_PAD_A] = input->pad_pressed[ED_PAD_A] = true;
    input->left_x = input->right_trigger = 1;
    host_input_close(&devices);
    CHECK(!input->pad_present && !input->pad_down[ED_PAD_A] && !input->pad_pressed[ED_PAD_A]);
    CHECK(input->left_x == 0 && input->right_trigger == 0);
}

// --- gamepads ------------------------------------------------------------------------------------

/// Attaches a gamepad that exists only in SDL. Returns its index.
static int attach(void)
{
    return SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                     SDL_CONTROLLER_BUTTON_MAX, 0);
}

static void put_device(Uint32 kind, int which)
{
    put((SDL_Event){ .cdevice = { .type = kind, .which = which } });
}

static void put_pad(Uint32 kind, SDL_JoystickID which, int button)
{
    put((SDL_Event){
        .cbutton = { .type = kind,
                     .which = which,
                     .button = (Uint8)button,
                     .state = kind == SDL_CONTROLLERBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED } });
}

TEST(buttons_of_the_gamepad_in_use_are_pressed_for_one_update)
{
    static const struct {
        int button;
        ed_Pad pad;
    } pairs[] = {
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
    const ed_Input *input = &devices.input;
    devices = (host_Devices){ .pad = NULL };
    CHECK(SDL_Init(SDL_INIT_GAMECONTROLLER) == 0);
    put_pad(SDL_CONTROLLERBUTTONDOWN, 0, SDL_CONTROLLER_BUTTON_A);      // without a gamepad
    CHECK(!input->pad_down[ED_PAD_A]);
    put_device(SDL_CONTROLLERDEVICEADDED, attach());
    CHECK(devices.pad && input->pad_present);
    for (u32 i = 0; i < ED_COUNT(pairs); i++) {
        put_pad(SDL_CONTROLLERBUTTONDOWN, devices.pad_id + 1, pairs[i].button);
        CHECK(!input->pad_down[pairs[i].pad]);
        put_pad(SDL_CONTROLLERBUTTONDOWN, devices.pad_id, pairs[i].button);
        CHECK(input->pad_down[pairs[i].pad] && input->pad_pressed[pairs[i].pad]);
        host_input_clear_events(&devices);
        CHECK(input->pad_down[pairs[i].pad] && !input->pad_pressed[pairs[i].pad]);
        put_pad(SDL_CONTROLLERBUTTONUP, devices.pad_id, pairs[i].button);
        CHECK(!input->pad_down[pairs[i].pad] && !input->pad_pressed[pairs[i].pad]);
    }
    host_input_close(&devices);
    CHECK(!devices.pad && !input->pad_present);
    SDL_Quit();
}

TEST(a_gamepad_that_is_removed_is_replaced_by_another_one)
{
    devices = (host_Devices){ .pad = NULL };
    CHECK(SDL_Init(SDL_INIT_GAMECONTROLLER) == 0);
    int first = attach();
    put_device(SDL_CONTROLLERDEVICEADDED, first);
    const SDL_JoystickID used = devices.pad_id;
    CHECK(devices.pad != NULL);
    int second = attach();
    put_device(SDL_CONTROLLERDEVICEADDED, second);
    CHECK_EQ(devices.pad_id, used);
    put_device(SDL_CONTROLLERDEVICEREMOVED, used + 1000);      // an unknown one
    CHECK(devices.pad != NULL);
    put_pad(SDL_CONTROLLERBUTTONDOWN, used, SDL_CONTROLLER_BUTTON_A);
    CHECK(SDL_JoystickDetachVirtual(first) == 0);
    put_device(SDL_CONTROLLERDEVICEREMOVED, used);
    CHECK(devices.pad && devices.pad_id != used && devices.input.pad_present);
    CHECK(!devices.input.pad_down[ED_PAD_A]);
    for (int i = SDL_NumJoysticks(); i-- > 0;)
        if (SDL_JoystickIsVirtual(i)) SDL_JoystickDetachVirtual(i);
    put_device(SDL_CONTROLLERDEVICEREMOVED, devices.pad_id);
    CHECK(SDL_NumJoysticks() > 0 || (!devices.pad && !devices.input.pad_present));
    host_input_close(&devices);
    SDL_Quit();
}

static const ed_Input *moved(int axis, int value)
{
    SDL_Joystick *joystick = SDL_JoystickFromInstanceID(devices.pad_id);
    SDL_JoystickSetVirtualAxis(joystick, axis, (Sint16)value);
    SDL_JoystickUpdate();
    host_input_poll(&devices);
    return &devices.input;
}

static bool near(f32 value, f32 expected)
{
    return value - expected < 1e-3f && expected - value < 1e-3f;
}

TEST(sticks_have_a_round_dead_zone_and_start_at_zero_beyond_it)
{
    devices = (host_Devices){ .pad = NULL };
    CHECK(SDL_Init(SDL_INIT_GAMECONTROLLER) == 0);
    host_input_poll(&devices);      // without a gamepad
    put_device(SDL_CONTROLLERDEVICEADDED, attach());
    CHECK(devices.pad != NULL);
    CHECK(moved(SDL_CONTROLLER_AXIS_LEFTX, 6553)->left_x == 0);
    CHECK(near(moved(SDL_CONTROLLER_AXIS_LEFTX, 19660)->left_x, 0.5f));
    CHECK(moved(SDL_CONTROLLER_AXIS_LEFTX, 32767)->left_x == 1);
    CHECK(moved(SDL_CONTROLLER_AXIS_LEFTX, -32768)->left_x == -1);
    CHECK(devices.input.left_y == 0 && devices.input.right_x == 0 && devices.input.right_y == 0);
    CHECK(moved(SDL_CONTROLLER_AXIS_LEFTX, 0)->left_x == 0 && devices.input.left_y == 0);
    CHECK(moved(SDL_CONTROLLER_AXIS_LEFTY, 32767)->left_y == 1);
    moved(SDL_CONTROLLER_AXIS_LEFTX, 32767);
    CHECK(near(devices.input.left_x, 0.7071f) && near(devices.input.left_y, 0.7071f));
    CHECK(near(moved(SDL_CONTROLLER_AXIS_RIGHTX, -19660)->right_x, -0.5f));
    CHECK(near(moved(SDL_CONTROLLER_AXIS_RIGHTY, 16384)->right_y, 0.4650f));
    CHECK(moved(SDL_CONTROLLER_AXIS_TRIGGERLEFT, 32767)->left_trigger == 1);
    CHECK(moved(SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32768)->left_trigger == 0);
    CHECK(moved(SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 32767)->right_trigger == 1);
    host_input_close(&devices);
    SDL_Quit();
}
