#include "host/app/play.h"
#include "host/app/loop.h"
#include "host/app/loop_headless.h"
#include "host/cmd/args.h"
#include "host/gfx/screenshot.h"
#include "host/ui/thumbnail.h"
#include "runtime/debug/console.h"

static bool save_screenshot(void *context, ed_Run *run, const char *path, int *width, int *height,
                            ed_Error *error)
{
    host_Screenshot *shot = context;
    if (!host_screenshot_save(shot, run, path, error)) return false;
    *width = shot->width;
    *height = shot->height;
    return true;
}

static int run_script(ed_Game *game, host_Screenshot *shot)
{
    ed_Error error = { 0 };
    ed_Script *script = ed_arena_push(&game->memory, sizeof *script, _Alignof(ed_Script));
    if (!script) {
        ed_arena_check(&game->memory, &error);
        return host_args_fail(NULL, &error, ED_EXIT_FAILED);
    }
    int code = ED_EXIT_OK;
    if (!ed_script_open(script, game, game->options->script, &error))
        return host_args_fail(NULL, &error, ED_EXIT_USAGE);
    script->screenshot = (ed_Screenshot){ save_screenshot, shot };
    ed_console_start(game);
    if (game->options->headless) ed_script_run_all(script);
    else if (!host_loop_window(game, script, shot, &error))
        code = host_args_fail(NULL, &error, ED_EXIT_FAILED);
    if (!script->ended) game->failed = true;
    ed_script_close(script);
    return code;
}

int host_play(ed_Game *game)
{
    ed_Error error = { 0 };
    host_Screenshot shot = { .window = NULL };
    if (game->options->script) {
        int code = run_script(game, &shot);
        host_screenshot_close(&shot);
        return code;
    }
    if (game->options->headless) host_loop_headless(game);
    else if (!host_loop_window(game, NULL, &shot, &error))
        return host_args_fail(NULL, &error, ED_EXIT_FAILED);
    return ED_EXIT_OK;
}

bool host_play_save(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    return host_thumbnail_save(path, bytes, size, error);
}
