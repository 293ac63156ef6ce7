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
    CHECK_EQ(key_of(SDLK_0, SDL_SCANCODE_0), ED_KEY_0);
    CHECK_EQ(key_of(SDLK_9, SDL_SCANCODE_9), ED_KEY_9);
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
