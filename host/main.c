#include <locale.h>
#include <stdio.h>
#include "host/commands.h"
#include "host/limit.h"
#include "host/loop.h"
#include "host/print.h"
#include "host/stop.h"
#include "host/supervise.h"
#include "host/tell.h"
#include "runtime/os/home.h"

static int failed(const ed_Error *error, int code)
{
    host_print(stderr, "eddie: %s\n", error->text);
    return code;
}

static int run_script(host_Play *play)
{
    ed_Error error = { 0 };
    host_Script *script = ed_arena_push(&play->own, sizeof *script, _Alignof(host_Script));
    if (!script) {
        ed_arena_fits(&play->own, &error);
        return failed(&error, HOST_EXIT_FAILED);
    }
    int code = HOST_EXIT_OK;
    if (!host_script_open(script, play, play->options->script, &error))
        return failed(&error, HOST_EXIT_USAGE);
    host_tell_start(play);
    if (play->options->headless) host_script_run_all(script);
    else if (!host_loop_window(play, script, &error)) code = failed(&error, HOST_EXIT_FAILED);
    if (!script->ended) play->failed = true;
    host_script_close(script);
    return code;
}

static int run_game(host_Play *play)
{
    ed_Error error = { 0 };
    if (play->options->script) return run_script(play);
    if (play->options->headless) host_loop_headless(play);
    else if (!host_loop_window(play, NULL, &error)) return failed(&error, HOST_EXIT_FAILED);
    return HOST_EXIT_OK;
}

static int run(const host_Options *options, host_Vault *vault)
{
    host_Play play;
    host_stop_listen();
    int code = host_play_open(&play, options, vault);
    if (code != HOST_GO_ON) return code;
    code = run_game(&play);
    // A window that is gone without a word looks like a crash.
    if (host_stop_by_others() && !options->script)
        host_tell_said(&play, "ended", true, "told to end by SIGTERM");
    if (vault) vault->end = HOST_END_BEGUN;
    host_play_finish(&play);
    if (code == HOST_EXIT_OK && play.failed) code = HOST_EXIT_FAILED;
    host_play_close(&play);
    return code;
}

/// What did not reach standard output was not done.
static int check_output(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    host_print(stderr, "eddie: standard output takes no more\n");
    return code == HOST_EXIT_OK ? HOST_EXIT_FAILED : code;
}

int main(int argc, char **argv)
{
    host_Options options;
    ed_home_take();
    // For this thread, which writes and reads numbers, whatever locale a game sets: process.h.
    uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
    int code = host_limit_take(&argc, argv);
    if (code != HOST_GO_ON) return code;
    const host_Command *command = argc > 1 ? host_command_find(argv[1]) : NULL;
    if (command && command->run) return check_output(command->run(argc - 1, argv + 1));
    code = host_options_read(&options, argc, argv);
    return check_output(code == HOST_GO_ON ? host_supervise(&options, run) : code);
}
