#include "host/app/play.h"
#include "host/app/loop_headless.h"
#include "host/cmd/args.h"
#include "runtime/debug/console.h"
#include "runtime/debug/quick_save.h"
#include "runtime/debug/script.h"

static int play_script(ed_Game *game)
{
    ed_Error error = { 0 };
    ed_Script *script = ed_arena_push(&game->memory, sizeof *script, _Alignof(ed_Script));
    if (!script) {
        ed_arena_check(&game->memory, &error);
        return host_args_fail(NULL, &error, ED_EXIT_FAILED);
    }
    if (!ed_script_open(script, game, game->options->script, &error))
        return host_args_fail(NULL, &error, ED_EXIT_USAGE);
    ed_console_start(game);
    ed_script_run_all(script);
    if (!script->ended) game->failed = true;
    ed_script_close(script);
    return ED_EXIT_OK;
}

int host_play(ed_Game *game)
{
    ed_Error error = { 0 };
    if (!game->options->headless) {
        ed_fail(&error, ED_ERR_OS, "this program was built without a window: use --headless");
        return host_args_fail(NULL, &error, ED_EXIT_USAGE);
    }
    if (game->options->script) return play_script(game);
    host_loop_headless(game);
    return ED_EXIT_OK;
}

bool host_play_save(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    return ed_quick_save_write(path, bytes, size, error);
}
