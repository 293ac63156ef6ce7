#include "host/cmd/options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/commands.h"
#include "host/cmd/limit.h"
#include "runtime/base/str.h"
#include "runtime/debug/game_source.h"
#include "runtime/live/build.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/files/file_info.h"

#define MB ((size_t)1000000)
#define SEE_HELP "; see eddie --help"
#define usage(...) host_args_refuse(NULL, __VA_ARGS__)

typedef enum OptionId {
    OPT_STATE,
    OPT_HEADLESS,
    OPT_FRAMES,
    OPT_SCRIPT,
    OPT_WATCH,
    OPT_NO_WATCH,
    OPT_NO_EARLY,
    OPT_SEED,
    OPT_JSON,
    OPT_QUIET,
    OPT_NO_COLOR,
    OPT_KEEP_ATTIC,
    OPT_CHECK_POINTERS,
    OPT_OPEN,
    OPT_REWIND,
    OPT_HANG_MS,
    OPT_RECORD,
    OPT_HELP,
    OPT_VERSION
} OptionId;

typedef struct Option {
    const char *name;      // without --
    bool has_value;
    OptionId id;
} Option;

static const Option options_known[] = {
    { "state", true, OPT_STATE },
    { "headless", false, OPT_HEADLESS },
    { "frames", true, OPT_FRAMES },
    { "script", true, OPT_SCRIPT },
    { "watch", true, OPT_WATCH },
    { "no-watch", false, OPT_NO_WATCH },
    { "no-early", false, OPT_NO_EARLY },
    { "seed", true, OPT_SEED },
    { "json", false, OPT_JSON },
    { "quiet", false, OPT_QUIET },
    { "no-color", false, OPT_NO_COLOR },
    { "keep-attic", false, OPT_KEEP_ATTIC },
    { "open", false, OPT_OPEN },
    { "rewind", true, OPT_REWIND },
    { "record", true, OPT_RECORD },
    { "hang-ms", true, OPT_HANG_MS },
    { "check-pointers", false, OPT_CHECK_POINTERS },
    { "help", false, OPT_HELP },
    { "version", false, OPT_VERSION },
};

typedef struct HelpLine {
    const char *text;
    bool live;      // shown only if the game can be rebuilt
} HelpLine;

static const HelpLine help_lines[] = {
    { "Runs a game and hot-reloads its code and its struct layouts whenever a source file in\n"
      "schema/ or game/ is saved. MODULE is the game's library (default: " ED_MODULE_PATH ").\n"
      "\n",
      true },
    { "  --state FILE    start from a snapshot\n"
      "  --headless      run without a window, at full speed\n"
      "  --frames N      stop after N updates\n"
      "  --script FILE   read commands from FILE, - for standard input; time advances only by\n"
      "                  `step`\n",
      false },
    { "  --watch CMD     the build command (default: " ED_BUILD_COMMAND ");\n"
      "                  its variable EDDIE_CHANGED lists the changed files as options of make:\n"
      "                  -W FILE -W FILE…\n"
      "  --no-watch      do not watch the sources\n"
      "  --no-early      do not run an early build by tcc while the compiler is working\n"
      "  --hang-ms N     a call of the game hangs if it uses N ms of processor time, or takes "
      "five\n"
      "                  times as long (default: 2000)\n",
      true },
    { "  --seed N        random seed for a new game (default 1)\n"
      "  --keep-attic    also save old values that reloads removed or changed, to restore them\n"
      "  --check-pointers\n"
      "                  pause after the first update that leaves a pointer to a removed record;\n"
      "                  a debugger that is attached stops there\n"
      "  --open          write snapshots in open form: every struct is a map; larger, for other\n"
      "                  tools\n"
      "  --rewind MB     memory for rewinding (default: 256; in a release build: 0);\n"
      "                  with 0, there is no rewinding, and Backspace and L go to the game\n"
      "  --record FILE   record the state, then every update's input, for replay\n" HOST_LIMIT_HELP
      "  --json          print replies and events as JSON, one object per line\n"
      "  --quiet         print errors only\n"
      "  --no-color      print without colors; the variable NO_COLOR does the same\n"
      "  --help          show this help\n"
      "  --version       show the version\n"
      "\n"
      "Script commands: step [N] · save FILE · load FILE · print PATH · set PATH VALUE ·\n"
      "mouse X Y · click [left|middle|right] · shot FILE.png ·\n"
      "key NAME (press and release), key +NAME (hold), key -NAME (release) ·\n"
      "rewind N (go back N updates) · loop start · loop end (begins to repeat) · loop stop ·\n"
      "record FILE · record stop · quit\n",
      false },
    { "Script commands for builds: reload · wait-reload MS · stop-build\n", true },
    { "\n"
      "In the window: F1 lists the keys.\n"
      "Exit: 0 success, 1 the game, a save or a command failed, 2 usage,\n"
      "3 a snapshot was refused.\n",
      false },
};

/// `program` is the path that this program was started with; its last part is shown.
static int print_help(const char *program)
{
    const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
    printf("usage: %s [run] [options]%s\n", name, ed_source_is_live ? " [MODULE]" : "");
    host_commands_help(name);
    puts("                                    each command has its own --help\n");
    for (u32 i = 0; i < ED_COUNT(help_lines); i++)
        if (ed_source_is_live || !help_lines[i].live) fputs(help_lines[i].text, stdout);
    return ED_EXIT_OK;
}

/// Suggests the option that is nearest, or the only one that starts with what was typed.
static int unknown_option(const char *typed)
{
    char name[64];
    const char *bare = typed + strspn(typed, "-"), *longer = NULL;
    ed_Text cut = ed_text_over(name, sizeof name);
    ed_text_put(&cut, bare, strcspn(bare, "="));
    ed_Suggestion near = ed_suggestion(name);
    u32 count = 0;
    for (u32 i = 0; i < ED_COUNT(options_known); i++) {
        const char *known = options_known[i].name;
        ed_suggestion_try(&near, known);
        if (*name && strncmp(known, name, strlen(name)) == 0 && count++ == 0) longer = known;
    }
    if (count == 1) near.best = longer;
    int size = (int)strcspn(typed, "=");
    if (near.best) return usage("unknown option %.*s: did you mean --%s?", size, typed, near.best);
    return usage("unknown option %.*s%s", size, typed, SEE_HELP);
}

static int read_number(const char *option, const char *text, u64 *number)
{
    if (ed_parse_uint(text, UINT64_MAX, number)) return ED_EXIT_NOT_YET;
    return usage("%s %s: expected a whole number from 0 to %llu", option, text,
                 (unsigned long long)UINT64_MAX);
}

static int read_rewind(const char *text, size_t *bytes)
{
    u64 number = 0;
    if (!ed_parse_uint(text, HOST_REWIND_MB_MAX, &number))
        return usage("--rewind %s: expected a number of MB from 0 to %u", text, HOST_REWIND_MB_MAX);
    *bytes = (size_t)number * MB;
    return ED_EXIT_NOT_YET;
}

/// Of milliseconds, the limits that are computed from it fit into 32 bits.
static int read_hang(const char *text, u32 *ms)
{
    u64 number = 0;
    if (!ed_parse_uint(text, ED_GUARD_HANG_MS_MAX, &number) || !number)
        return usage("--hang-ms %s: expected a number of milliseconds from 1 to %u", text,
                     ED_GUARD_HANG_MS_MAX);
    *ms = (u32)number;
    return ED_EXIT_NOT_YET;
}

static int print_version(void)
{
    puts("eddie " ED_VERSION);
    return ED_EXIT_OK;
}

static int take_option(ed_GameOptions *o, OptionId id, const char *value)
{
    switch (id) {
    case OPT_STATE: o->state = value; break;
    case OPT_HEADLESS: o->headless = true; break;
    case OPT_FRAMES: return read_number("--frames", value, &o->frames);
    case OPT_SCRIPT: o->script = value; break;
    case OPT_WATCH: o->build_command = value; break;
    case OPT_NO_WATCH: o->watching = false; break;
    case OPT_NO_EARLY: o->early_builds = false; break;
    case OPT_SEED: return read_number("--seed", value, &o->seed);
    case OPT_JSON: o->json = true; break;
    case OPT_QUIET: o->quiet = true; break;
    case OPT_NO_COLOR: o->color = false; break;
    case OPT_KEEP_ATTIC: o->keep_attic = true; break;
    case OPT_OPEN: o->open = true; break;
    case OPT_CHECK_POINTERS: o->check_pointers = true; break;
    case OPT_REWIND: return read_rewind(value, &o->rewind_bytes);
    case OPT_HANG_MS: return read_hang(value, &o->hang_ms);
    case OPT_RECORD: o->record = value; break;
    case OPT_VERSION: return print_version();
    case OPT_HELP: break;      // the caller prints it
    }
    return ED_EXIT_NOT_YET;
}

/// Returns the option of that name. The start of a name is not enough: a later option could have
/// the same start.
static const Option *find_option(const char *name, size_t size)
{
    for (u32 i = 0; i < ED_COUNT(options_known); i++) {
        const char *known = options_known[i].name;
        if (strncmp(known, name, size) == 0 && !known[size]) return &options_known[i];
    }
    return NULL;
}

/// Takes the option at argv[*at] and, if its value is the next word, that word. A word with only
/// one `-` never sets an option: -h prints the help, any other letter is an error.
static int take_word(ed_GameOptions *o, char **argv, int *at)
{
    const char *word = argv[*at];
    if (word[1] != '-') return word[1] == 'h' ? print_help(argv[0]) : unknown_option(word);
    size_t size = strcspn(word + 2, "=");
    const char *value = word[2 + size] ? word + 2 + size + 1 : NULL;
    const Option *known = find_option(word + 2, size);
    if (!known) return unknown_option(word);
    if (value && !known->has_value) return usage("--%s takes no value", known->name);
    if (!value && known->has_value) {
        value = argv[++*at];
        if (!value) return usage("%s needs a value%s", word, SEE_HELP);
    }
    return known->id == OPT_HELP ? print_help(argv[0]) : take_option(o, known->id, value);
}

/// Checks the argument MODULE. A plain word that is not a file counts as a mistyped command, not as
/// a missing library.
static int check_word(const char *word)
{
    const host_Command *command = host_command_find(word);
    if (command)
        return usage("put %s first: eddie %s %s", word, word,
                     command->arguments ? command->arguments : "[options] [MODULE]");
    size_t size = strlen(word);
    if (size > 6 && strcmp(word + size - 6, ".state") == 0)
        return usage("%s is a snapshot: eddie --state %s", word, word);
    if (strpbrk(word, "/.") || ed_file_kind(word) != ED_FILE_NONE) return ED_EXIT_NOT_YET;
    ed_Suggestion near = ed_suggestion(word);
    host_commands_suggest(&near);
    if (near.best) return usage("unknown command %.64s: did you mean %s?", word, near.best);
    return usage("unknown command %.64s%s", word, SEE_HELP);
}

static int take_arguments(ed_GameOptions *o, const char *const *arguments)
{
    if (*arguments && strcmp(*arguments, "run") == 0) arguments++;
    if (!*arguments) return ED_EXIT_NOT_YET;
    if (!**arguments) return usage("MODULE is empty: name the game's library%s", SEE_HELP);
    int code = check_word(*arguments);
    if (code != ED_EXIT_NOT_YET) return code;
    if (arguments[1]) return usage("%s: only one MODULE can be given%s", arguments[1], SEE_HELP);
    if (!ed_source_is_live)
        return usage("%s: this program has a built-in game and cannot load modules", *arguments);
    o->module = *arguments;
    return ED_EXIT_NOT_YET;
}

static int check_together(const ed_GameOptions *o)
{
    if (o->script && o->frames != UINT64_MAX)
        return usage("--frames cannot be used with --script; use `step` in the script");
    if (o->state && !*o->state) return usage("--state needs the name of a snapshot");
    if (o->record && !*o->record) return usage("--record needs the name of a file");
    return ED_EXIT_NOT_YET;
}

int host_options_read(ed_GameOptions *options, int argc, char **argv)
{
    const char *no_color = getenv("NO_COLOR");
    *options = (ed_GameOptions){ .module = ED_MODULE_PATH,
                                 .build_command = ED_BUILD_COMMAND,
                                 .seed = 1,
                                 .frames = UINT64_MAX,
                                 .rewind_bytes = ed_source_is_live ? HOST_REWIND_MB * MB : 0,
                                 .watching = true,
                                 .early_builds = true,
                                 .color = !no_color || !*no_color };
    // What is not an option: "run", MODULE, and one more, so that it can be reported. Then NULL.
    const char *arguments[4] = { NULL };
    u32 count = 0;
    bool plain = false;
    for (int i = 1; i < argc; i++) {
        bool option = !plain && argv[i][0] == '-' && argv[i][1];
        int code = ED_EXIT_NOT_YET;
        if (option && strcmp(argv[i], "--") == 0) plain = true;
        else if (option) code = take_word(options, argv, &i);
        else if (count < ED_COUNT(arguments) - 1) arguments[count++] = ed_path_use_slashes(argv[i]);
        if (code != ED_EXIT_NOT_YET) return code;
    }
    int code = take_arguments(options, arguments);
    return code == ED_EXIT_NOT_YET ? check_together(options) : code;
}
