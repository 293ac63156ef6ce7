#include "tests/lib/test.h"
#include "tests/ui/screen.h"
#include <math.h>
#include <stdlib.h>

static host_Window window;
static ed_Error error;

static bool opened(const ed_Module *module)
{
    error = (ed_Error){ .code = ED_OK };
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    return host_window_open(&window, module, &error);
}

static int at_least(float size) { return (int)size < 240 ? 240 : (int)size; }

TEST(a_new_window_fills_most_of_the_screen_in_the_shape_of_the_view)
{
    static const float views[][2] = { { 320, 180 }, { 100, 400 }, { 400, 100 },  { 3, 2 },
                                      { 0, 0.5f },  { 2, 0 },     { 1e9f, 1e9f } };
    for (u32 i = 0; i < ED_COUNT(views); i++) {
        const ed_Module module = { .game = "window",
                                   .view_width = views[i][0],
                                   .view_height = views[i][1] };
        SDL_Rect screen = { 0, 0, 0, 0 };
        int width = 0, height = 0;
        CHECK(opened(&module));
        CHECK(SDL_GetDisplayUsableBounds(0, &screen) == 0);
        float w = fminf(fmaxf(views[i][0], 1), ED_VIEW_MAX),
              h = fminf(fmaxf(views[i][1], 1), ED_VIEW_MAX);
        float scale = 0.8f * fminf((float)screen.w / w, (float)screen.h / h);
        SDL_GetWindowSize(window.window, &width, &height);
        CHECK_EQ(width, at_least(w * scale));
        CHECK_EQ(height, at_least(h * scale));
        CHECK_EQ(window.width, width);
        CHECK(window.pixels_per_point == 1 && window.refresh >= 1);
        const host_View view = host_view_fit(views[i][0], views[i][1], width, height);
        CHECK(memcmp(&view, &window.view, sizeof view) == 0);
        host_window_close(&window);
        CHECK(!window.window && !window.renderer);
    }
}

TEST(a_window_has_the_title_of_its_game_cut_between_two_letters)
{
    static char longest[300] = "a";
    ed_Module module = { .game = "window", .view_width = 320, .view_height = 180 };
    if (!opened(&module)) return;
    CHECK_TEXT(SDL_GetWindowTitle(window.window), "window");
    CHECK_TEXT(window.title, "window");
    module.title = "Window";
    host_window_update(&window, &module);
    CHECK_TEXT(SDL_GetWindowTitle(window.window), "Window");
    module.title = "Windows";
    host_window_update(&window, &module);
    CHECK_TEXT(SDL_GetWindowTitle(window.window), "Windows");
    for (u32 i = 0; i < 140; i++) strcat(longest, "\xc3\xa4");
    module.title = longest;
    host_window_update(&window, &module);
    CHECK_EQ(strlen(window.title), 127);
    CHECK(strncmp(window.title, longest, 127) == 0);
    module.title = longest + 1;
    host_window_update(&window, &module);
    CHECK_EQ(strlen(window.title), 126);
    CHECK_TEXT(SDL_GetWindowTitle(window.window), window.title);
    host_window_close(&window);
}

TEST(a_hidden_window_is_known_to_be_hidden)
{
    if (!screen_open(&window, 640, 360)) return;
    CHECK(!host_window_hidden(&window));
    SDL_HideWindow(window.window);
    CHECK(host_window_hidden(&window));
    SDL_ShowWindow(window.window);
    CHECK(!host_window_hidden(&window));
    CHECK(window.width == 640 && window.height == 360 && window.view.scale == 2);
    host_window_close(&window);
}

TEST(a_missing_display_or_driver_is_reported)
{
    static const char *const names[] = { "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER" };
    const ed_Module module = { .game = "window", .view_width = 320, .view_height = 180 };
    char *before[ED_COUNT(names)];
    for (u32 i = 0; i < ED_COUNT(names); i++) before[i] = getenv(names[i]);
    setenv("SDL_VIDEODRIVER", "nonsense", 1);
    error = (ed_Error){ .code = ED_OK };
    bool good = host_window_open(&window, &module, &error);
    CHECK(!good && !window.window);
    CHECK_HAS(error.text, "SDL_VIDEODRIVER=nonsense: nonsense not available");
    for (u32 i = 0; i < ED_COUNT(names); i++) setenv(names[i], "", 1);
    error = (ed_Error){ .code = ED_OK };
    good = host_window_open(&window, &module, &error);
    for (u32 i = 0; i < ED_COUNT(names); i++)
        if (before[i]) setenv(names[i], before[i], 1);
        else unsetenv(names[i]);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    CHECK(!good && !window.window);
    CHECK_TEXT(error.text, "no display: use --headless, or set DISPLAY");
}
