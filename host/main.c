#include <stdio.h>
#include <string.h>
#include "host/app/play.h"
#include "host/cmd/args.h"
#include "host/cmd/commands.h"
#include "host/cmd/limit.h"
#include "host/cmd/options.h"
#include "runtime/base/print.h"
#include "runtime/build/builder.h"
#include "runtime/build/config.h"
#include "runtime/debug/console.h"
#include "runtime/debug/supervise.h"
#include "runtime/live/build.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/system/c_locale.h"
#include "runtime/os/process/program.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/os/process/stop_request.h"

static bool has_sources(void)
{
    return ed_file_kind(ED_BUILD_CONFIG_FILE) != ED_FILE_NONE
        || ed_file_kind("schema") == ED_FILE_FOLDER;
}

/// Builds the game in this folder before it starts, so that it need not have been built yet. Does
/// so only with the default build command and module. A game that is restarted after a crash is not
/// built first: it runs the module that it ran before.
static int build_first(const ed_GameOptions *options, const ed_SharedGame *shared)
{
    bool restarted = shared && ed_checkpoint_best(&shared->checkpoint);
    if (!ed_source_is_live || !options->watching || restarted
        || strcmp(options->build_command, ED_BUILD_COMMAND) != 0
        || strcmp(options->module, ED_MODULE_PATH) != 0 || !has_sources())
        return ED_EXIT_NOT_YET;
    const ed_BuildOptions to = { .brief = true,
                                 .quiet = options->quiet || options->json || options->script,
                                 .color = host_args_color(stderr) };
    int code = ed_builder_run(&to);
    return code == ED_EXIT_OK ? ED_EXIT_NOT_YET : code;
}

static int run(const ed_GameOptions *options, ed_SharedGame *shared)
{
    ed_Game game;
    ed_stop_listen();
    int code = build_first(options, shared);
    if (code == ED_EXIT_NOT_YET) code = ed_game_open(&game, options, shared);
    if (code != ED_EXIT_NOT_YET) return code;
    game.saver.write = host_play_save;
    code = host_play(&game);
    // Without a message, the closed window would look like a crash.
    if (ed_stop_by_program() && !options->script)
        ed_console_message(&game, "ended", true,
                           ED_ON_WINDOWS ? "ended on request" : "terminated (SIGTERM)");
    if (shared) shared->state->end = ED_GAME_ENDING;
    ed_game_finish(&game);
    if (code == ED_EXIT_OK && game.failed) code = ED_EXIT_FAILED;
    ed_game_close(&game);
    return code;
}

/// Turns a write error on standard output into a failure.
static int check_output(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    ed_print(stderr, "eddie: standard output: write error\n");
    return code == ED_EXIT_OK ? ED_EXIT_FAILED : code;
}

/// Copies the list of arguments, since reading the options removes some and changes the order of
/// the others. Returns NULL if there is no memory for it.
static const char *const *copy_arguments(int argc, char **argv)
{
    static ed_Arena memory;
    size_t size = ((size_t)argc + 1) * sizeof *argv;
    if (!ed_arena_open(&memory, "arguments", size, NULL)) return NULL;
    const char **copy = ed_arena_push(&memory, size, sizeof *argv);
    for (int i = 0; copy && i < argc; i++) copy[i] = argv[i];
    return copy;
}

int main(int argc, char **argv)
{
    ed_GameOptions options;
    ed_program_begin(&argc, &argv);
    ed_supervise_begin();
    ed_start_folder_save();
    const char *const *arguments = copy_arguments(argc, argv);
    // This thread reads and writes numbers in the C locale, whatever locale a game sets: see
    // runtime/live/process.h.
    ed_locale_use_c();
    int code = host_limit_take(&argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    const host_Command *command = argc > 1 ? host_command_find(argv[1]) : NULL;
    if (command && command->run) return check_output(command->run(argc - 1, argv + 1));
    code = host_options_read(&options, argc, argv);
    return check_output(code == ED_EXIT_NOT_YET ? ed_supervise(&options, run, arguments) : code);
}
