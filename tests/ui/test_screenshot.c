#include "host/gfx/screenshot.h"
#include "tests/lib/test.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"

static host_Screenshot shot;
static ed_Run run;
static ed_Module module;
static ed_Error error;
static const void *renderer;      // that the game had in its last render

/// Draws a green corner with the renderer. The draw list is drawn over it.
static void render(ed_Host *host)
{
    const SDL_Rect corner = { 0, 0, 16, 9 };
    renderer = host->renderer;
    SDL_SetRenderDrawColor(host->renderer, 0, 255, 0, 255);
    SDL_RenderFillRect(host->renderer, &corner);
    ed_draw_rect(host->draw, 160, 0, 160, 180, 0x0000ffff);
}

static bool begin(void)
{
    error = (ed_Error){ .code = ED_OK };
    module = ui_game;
    module.render = render;
    renderer = NULL;
    return folder_enter() && ed_run_open(&run, &module, 1, &error);
}

static void end(void)
{
    host_screenshot_close(&shot);
    ed_run_close(&run);
    folder_remove();
}

static SDL_Surface *picture;

static bool read_picture(const char *path)
{
    SDL_Surface *read = IMG_Load(path);
    if (picture) SDL_FreeSurface(picture);
    picture = read ? SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_RGBA8888, 0) : NULL;
    if (read) SDL_FreeSurface(read);
    return picture != NULL;
}

static u32 pixel(int x, int y)
{
    return ((const u32 *)picture->pixels)[y * picture->pitch / 4 + x];
}

TEST(a_screenshot_without_a_window_has_what_the_game_draws)
{
    if (!begin()) return;
    CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
    CHECK(renderer == shot.renderer && !run.host.renderer);
    CHECK(read_picture("a.png"));
    CHECK(picture->w == 1280 && picture->h == 720);
    CHECK(shot.width == 1280 && shot.height == 720);
    CHECK_EQ(pixel(0, 0), 0x00ff00ff);
    CHECK_EQ(pixel(63, 35), 0x00ff00ff);
    CHECK_EQ(pixel(64, 35), 0x000000ff);
    CHECK_EQ(pixel(63, 36), 0x000000ff);
    CHECK_EQ(pixel(639, 719), 0x000000ff);
    CHECK_EQ(pixel(640, 0), 0x0000ffff);
    CHECK_EQ(pixel(1279, 719), 0x0000ffff);
    end();
}

TEST(a_screenshot_has_the_shape_of_the_view)
{
    if (!begin()) return;
    CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
    const SDL_Surface *surface = shot.surface;
    const SDL_Renderer *first = shot.renderer;
    CHECK(host_screenshot_save(&shot, &run, "b.png", &error));
    CHECK(shot.surface == surface && shot.renderer == first);      // they are used again
    module.view_width = 320;
    module.view_height = 90.1f;
    CHECK(host_screenshot_save(&shot, &run, "b.png", &error));
    CHECK(shot.renderer == first);
    CHECK(read_picture("b.png") && picture->w == 1280 && picture->h == 360);
    CHECK_EQ(pixel(0, 0), 0x00ff00ff);
    static const struct {
        f32 width, height;
        int pixels;
    } views[] = { { 100000, 0, 1 }, { 10, 0, 128 }, { 0, 0, 1280 } };
    for (u32 i = 0; i < ED_COUNT(views); i++) {
        module.view_width = views[i].width;
        module.view_height = views[i].height;
        CHECK(host_screenshot_save(&shot, &run, "b.png", &error));
        CHECK(read_picture("b.png") && picture->w == 1280);
        CHECK_EQ(picture->h, views[i].pixels);
    }
    end();
    CHECK(!shot.renderer && !shot.surface && !shot.target && !shot.base);
}

TEST(a_closed_screenshot_leaves_no_memory)
{
    int allocations = 0;
    if (!begin()) return;
    for (u32 i = 0; i < 3; i++) {
        module.view_height = 90;
        CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
        module.view_height = 0;
        CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
        host_screenshot_close(&shot);
        if (i == 0) allocations = SDL_GetNumAllocations();
    }
    CHECK_EQ(SDL_GetNumAllocations(), allocations);
    end();
}

TEST(screenshots_of_the_largest_size_can_be_repeated)
{
    if (!begin()) return;
    module.view_width = 10;
    module.view_height = 1000;
    for (u32 i = 0; i < 2; i++) CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
    CHECK(read_picture("a.png") && picture->w == 1280 && picture->h == 8192);
    end();
}

TEST(a_screenshot_of_a_window_has_the_picture_that_is_in_it)
{
    static host_Window window;
    if (!screen_open(&window, 640, 480) || !begin()) return;
    run.host.renderer = window.renderer;
    host_window_update(&window, &module);
    shot.window = &window;
    CHECK(host_screenshot_save(&shot, &run, "a.png", &error));
    CHECK(renderer == window.renderer && run.host.renderer == window.renderer);
    CHECK(read_picture("a.png") && picture->w == 1280 && picture->h == 720);
    CHECK_EQ(pixel(0, 0), 0x00ff00ff);
    CHECK_EQ(pixel(100, 0), 0x000000ff);
    CHECK_EQ(pixel(1279, 719), 0x0000ffff);
    CHECK(!SDL_GetRenderTarget(window.renderer));
    run.host.renderer = NULL;
    end();
    shot.window = NULL;
    host_window_close(&window);
}

TEST(a_screenshot_that_cannot_be_written_is_an_error)
{
    if (!begin()) return;
    CHECK(!host_screenshot_save(&shot, &run, "none/a.png", &error));
    CHECK_HAS(error.text, "none/a.png: ");
    end();
}
