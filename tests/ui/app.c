#include "tests/ui/app.h"
#include "host/ui/thumbnail.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <stdio.h>
#include <unistd.h>

host_Loop app;
ed_Game app_game;
ed_GameOptions app_options;

static bool is_open;

void app_closed(void)
{
    host_inspect_close(&app.inspect);
    host_save_picker_close(&app.picker);
    host_overlay_close(&app.overlay);
    host_window_close(&app.window);
    ed_game_close(&app_game);
    folder_remove();
    is_open = false;
}

bool app_opened(void)
{
    ed_Error error = { .code = ED_OK };
    if (is_open) app_closed();      // by a failed test
    app_options = (ed_GameOptions){
        .module = "ui", .seed = 1, .frames = UINT64_MAX, .rewind_bytes = 32u << 20, .quiet = true
    };
    fake = (FakeSource){ .builds = 0 };
    app = (host_Loop){ .game = &app_game, .now = 100 };
    if (ed_game_open(&app_game, &app_options, NULL) != ED_EXIT_NOT_YET) return false;
    app_game.saver.write = host_thumbnail_save;
    is_open = true;
    return screen_open(&app.window, 900, 640) && host_overlay_open(&app.overlay, &error)
        && folder_enter();
}

bool app_key_with(SDL_Keycode sym, int mod, bool repeat)
{
    const SDL_Event event = { .key = { .type = SDL_KEYDOWN,
                                       .repeat = repeat,
                                       .keysym = { .sym = sym, .mod = (Uint16)mod } } };
    return host_keys_event(&app, &event);
}

bool app_key(SDL_Keycode sym) { return app_key_with(sym, KMOD_NONE, false); }

void app_update(u32 count)
{
    for (u32 i = 0; i < count; i++) ed_game_update(&app_game, NULL);
}

u64 app_updates(void) { return ui_other->longer_than_the_column_of_names - 123456789012; }

ed_LiveEvent app_event(ed_LiveKind kind, const char *location, const char *line)
{
    ed_LiveEvent event = { .kind = kind };
    snprintf(event.location, sizeof event.location, "%s", location);
    snprintf(event.line, sizeof event.line, "%s", line);
    return event;
}
