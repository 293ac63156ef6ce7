#include "host/gfx/window.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// largest width and height of a new window, as a fraction of the screen
#define SCREEN_FRACTION 0.8f
#define SIZE_MIN 240            // points
#define REFRESH_UNKNOWN 60      // Hz, if the display does not report its rate

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/// False if SDL has fallen back to a driver without output. Such a driver is used only if
/// SDL_VIDEODRIVER is set.
static bool has_display(void)
{
    static const char *const blind[] = { "offscreen", "dummy", "evdev" };
    const char *driver = SDL_GetCurrentVideoDriver();
    if (is_set("SDL_VIDEODRIVER")) return true;
    for (u32 i = 0; i < ED_COUNT(blind); i++)
        if (driver && strcmp(driver, blind[i]) == 0) return false;
    return driver != NULL;
}

/// On Linux, a variable names the server that shows windows. Other systems have no such variable.
static bool may_have_display(void)
{
#if ED_ON_WINDOWS || ED_ON_MACOS
    return true;
#else
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

static bool start_sdl(ed_Error *error)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    // Sizes on Windows are in points, as elsewhere. Older headers of SDL do not have the macro.
    SDL_SetHint("SDL_WINDOWS_DPI_SCALING", "1");
    bool asked = is_set("SDL_VIDEODRIVER");
    bool started = (asked || may_have_display()) && SDL_Init(SDL_INIT_VIDEO) == 0;
    if (started && has_display()) return true;
    if (asked && !started)
        ed_fail(error, ED_ERR_OS, "SDL_VIDEODRIVER=%s: %s", getenv("SDL_VIDEODRIVER"),
                SDL_GetError());
    else if (may_have_display() && !started)
        ed_fail(error, ED_ERR_OS, "no display: use --headless (%s)", SDL_GetError());
    else ed_fail(error, ED_ERR_OS, "no display: use --headless, or set DISPLAY");
    return false;
}

static void first_size(const ed_Module *module, int *width, int *height)
{
    SDL_Rect screen = { 0, 0, 1280, 800 };
    SDL_GetDisplayUsableBounds(0, &screen);
    float w = fminf(fmaxf(module->view_width, 1), ED_VIEW_MAX),
          h = fminf(fmaxf(module->view_height, 1), ED_VIEW_MAX);
    float scale = SCREEN_FRACTION * fminf((float)screen.w / w, (float)screen.h / h);
    *width = (int)(w * scale);
    *height = (int)(h * scale);
}

static bool open_window(host_Window *window, const ed_Module *module, ed_Error *error)
{
    int width, height;
    first_size(module, &width, &height);
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    window->window = SDL_CreateWindow("eddie", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      width, height, flags);
    if (window->window)
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (window->window && !window->renderer)
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    if (!window->renderer) {
        ed_fail(error, ED_ERR_OS, "cannot open a window: %s", SDL_GetError());
        return false;
    }
    SDL_SetWindowMinimumSize(window->window, SIZE_MIN, SIZE_MIN);
    host_picture_open(&window->picture, window->renderer);
    return host_batch_open(&window->batch, window->renderer, error);
}

bool host_window_open(host_Window *window, const ed_Module *module, ed_Error *error)
{
    *window = (host_Window){ 0 };
    if (!start_sdl(error) || !open_window(window, module, error)) {
        host_window_close(window);
        return false;
    }
    SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);      // a gamepad is optional
    host_window_update(window, module);
    return true;
}

void host_window_close(host_Window *window)
{
    host_batch_close(&window->batch);
    host_picture_close(&window->picture);
    if (window->renderer) SDL_DestroyRenderer(window->renderer);
    if (window->window) SDL_DestroyWindow(window->window);
    *window = (host_Window){ 0 };
    SDL_Quit();
}

void host_window_update(host_Window *window, const ed_Module *module)
{
    int points = 1, ignored;
    SDL_SetRenderTarget(window->renderer, NULL);      // the game may have changed the target
    SDL_GetWindowSize(window->window, &points, &ignored);
    SDL_GetRendererOutputSize(window->renderer, &window->width, &window->height);
    window->pixels_per_point = (float)window->width / (float)(points > 0 ? points : 1);
    window->view =
        host_view_fit(module->view_width, module->view_height, window->width, window->height);
    SDL_DisplayMode mode = { 0 };
    SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(window->window), &mode);
    window->refresh = mode.refresh_rate > 0 ? (float)mode.refresh_rate : REFRESH_UNKNOWN;
    const char *title = module->title ? module->title : module->game;
    if (strncmp(window->title, title, sizeof window->title - 1) == 0) return;
    ed_Text text = ed_text_over(window->title, sizeof window->title);
    ed_text_put(&text, title, ed_utf8_cut(title, strlen(title), sizeof window->title - 1));
    SDL_SetWindowTitle(window->window, window->title);
}

void host_window_toggle_fullscreen(host_Window *window)
{
    bool full = SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    SDL_SetWindowFullscreen(window->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

const ed_Draw *host_window_render(host_Window *window, ed_Run *run, f32 alpha)
{
    return host_picture_render(&window->picture, run, &window->view, window->width, window->height,
                               alpha);
}

bool host_window_hidden(const host_Window *window)
{
    return SDL_GetWindowFlags(window->window) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN);
}

bool host_window_read(host_Window *window, const ed_Draw *list, int width, int height, void *pixels,
                      int pitch)
{
    SDL_Renderer *renderer = window->renderer;
    const SDL_Rect all = { 0, 0, width, height };
    const Uint32 format = SDL_PIXELFORMAT_ARGB8888;
    host_View view = { .area = all };
    if (list) view = host_view_fit(list->width, list->height, width, height);
    SDL_Texture *target =
        SDL_CreateTexture(renderer, format, SDL_TEXTUREACCESS_TARGET, width, height);
    bool good = target && SDL_SetRenderTarget(renderer, target) == 0;
    if (good) {
        host_picture_clear_target(&window->picture);
        host_picture_show(&window->picture, view.area);
        if (list) {
            host_draw_list(&window->batch, list, &view, HOST_FACE_SANS);
            host_batch_flush(&window->batch);
        }
        good = SDL_RenderReadPixels(renderer, &all, format, pixels, pitch) == 0;
    }
    SDL_SetRenderTarget(renderer, NULL);
    if (target) SDL_DestroyTexture(target);
    return good;
}

host_View host_window_points(const host_Window *window)
{
    float scale = fmaxf(window->pixels_per_point, 0.5f);
    return (host_View){ scale, 0, 0, { 0, 0, window->width, window->height } };
}
