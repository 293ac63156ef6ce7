#include "runtime/build/config.h"
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/os/files/files.h"

#define FILE_BYTES_MAX ((size_t)1 << 20)
#define NONE "none"      // the value of `early` for no early module

typedef enum Kind {
    WORDS,          // any number of words, even none
    PROGRAM,        // one word or more
    EARLY,          // a program or `none`
    FOLDERS,        // one path or more
    MODULE,         // one path, with a folder
    GENERATED,      // one path that ends in gen
} Kind;

typedef struct Setting {
    const char *name;
    Kind kind;
    size_t at;      // offset in ed_BuildConfig of its words, or of its path
    const char *value;
} Setting;

// The compilers for Windows that have gcc's options are not installed as `cc`.
#ifdef _WIN32
#    define CC "gcc"
#else
#    define CC "cc"
#endif

#define AT(member) offsetof(ed_BuildConfig, member)
static const Setting settings[] = {
    { "sources", FOLDERS, AT(sources), "game" },
    { "schema", FOLDERS, AT(schema), "schema" },
    { "include", FOLDERS, AT(include), "." },
    { "module", MODULE, AT(module), "build/game" ED_LIBRARY_SUFFIX },
    { "generated", GENERATED, AT(generated), "build/gen" },
    { "cc", PROGRAM, AT(cc), CC },
    { "cxx", PROGRAM, AT(cxx), "c++" },
    { "early", EARLY, AT(early), "tcc" },
    { "cflags", WORDS, AT(cflags), "-g -O0" },
    { "warnings", WORDS, AT(warnings), "-Wall -Wextra -Wconversion -Wshadow" },
    { "libs", WORDS, AT(libs), "-lm" },
};

typedef struct Parser {
    ed_BuildConfig *config;
    ed_Arena *arena;
    const char *file;      // NULL: one line is read that is in no file
    const char *at, *end, *line_start;
    u32 line;
    ed_Error *error;
    bool seen[ED_COUNT(settings)];
} Parser;

// --- errors --------------------------------------------------------------------------------------

/// Fails with the location `at` in the current line. Returns false.
static bool refuse_setting(Parser *it, const char *at, const char *what, const char *help)
{
    if (!it->file)
        ed_fail(it->error, ED_ERR_FORMAT, "error: %.80s: %s; %s", it->line_start, what, help);
    else
        ed_fail(it->error, ED_ERR_FORMAT, "%s:%u:%u: error: %s; %s", it->file, it->line,
                (u32)(at - it->line_start) + 1, what, help);
    return false;
}

static bool refuse_name(Parser *it, const char *at, const char *name)
{
    char what[96], help[256];
    ed_Text text = ed_text_over(what, sizeof what), list = ed_text_over(help, sizeof help);
    ed_Suggestion near = ed_suggestion(name);
    ed_text_add(&text, "there is no setting `%.40s`", name);
    for (u32 i = 0; i < ED_COUNT(settings); i++) ed_suggestion_try(&near, settings[i].name);
    if (near.best) ed_text_add(&list, "did you mean `%s`?", near.best);
    else {
        ed_text_add(&list, "the settings are ");
        for (u32 i = 0; i < ED_COUNT(settings); i++)
            ed_text_add(&list, "%s%s", i ? ", " : "", settings[i].name);
    }
    return refuse_setting(it, at, what, help);
}

static bool refuse_value(Parser *it, const char *at, u32 setting, const char *why, const char *help)
{
    char what[96];
    ed_Text text = ed_text_over(what, sizeof what);
    ed_text_add(&text, "`%s` %s", settings[setting].name, why);
    return refuse_setting(it, at, what, help);
}

// --- characters ----------------------------------------------------------------------------------

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

/// True at the end of the settings in this line: at its end, or at a comment.
static bool is_line_end(const Parser *it)
{
    return it->at == it->end || *it->at == '\n' || *it->at == '#';
}

static void skip_blanks(Parser *it)
{
    while (it->at < it->end && is_blank(*it->at)) it->at++;
}

static void skip_line(Parser *it)
{
    while (it->at < it->end && *it->at != '\n') it->at++;
    if (it->at < it->end) it->at++;
}

static bool is_control(char c) { return (u8)c < ' ' || c == 0x7f; }

// --- values --------------------------------------------------------------------------------------

/// Reads the part of a word between quotes; `it->at` is after the first one.
static bool take_quoted(Parser *it, const char *start, char *word, size_t *size)
{
    for (; it->at < it->end && *it->at != '\n' && *it->at != '"'; it->at++) {
        bool escaped =
            *it->at == '\\' && it->at + 1 < it->end && (it->at[1] == '"' || it->at[1] == '\\');
        if (escaped) it->at++;
        if (is_control(*it->at) && *it->at != '\t')
            return refuse_setting(it, it->at, "a control character", "remove it");
        word[(*size)++] = *it->at;
    }
    if (it->at == it->end || *it->at != '"')
        return refuse_setting(it, start, "the quote has no end in this line", "add a \"");
    it->at++;
    return true;
}

static bool take_word(Parser *it, const char **word)
{
    const char *start = it->at;
    size_t size = 0, room = 0;
    while (start + room < it->end && start[room] != '\n') room++;
    char *text = (char *)ed_arena_push(it->arena, room + 1, 1);
    if (!text) return ed_arena_check(it->arena, it->error);
    while (it->at < it->end && !is_blank(*it->at) && *it->at != '\n') {
        const char *at = it->at++;
        if (*at == '"') {
            if (!take_quoted(it, at, text, &size)) return false;
        } else if (is_control(*at))
            return refuse_setting(it, at, "a control character", "remove it");
        else text[size++] = *at;
    }
    ed_arena_extend(it->arena, text, room + 1, size + 1);
    *word = text;
    return true;
}

static bool check_path(Parser *it, const char *at, u32 setting, const char *path)
{
    if (!*path) return refuse_value(it, at, setting, "is an empty path", "use `.` for this folder");
    if (*path == '-')
        return refuse_value(it, at, setting, "starts with -, as an option does",
                            "write ./ before it");
    if (strlen(path) > ED_PATH_MAX / 4)
        return refuse_value(it, at, setting, "is too long", "a path has at most 1024 bytes");
    return true;
}

static bool check_one_path(Parser *it, const char *at, u32 setting, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (settings[setting].kind == MODULE && (!slash || slash == path || !*name))
        return refuse_value(it, at, setting, "needs a folder and a name",
                            "write a path such as build/game.so: other build files go to the same "
                            "folder");
    if (settings[setting].kind == GENERATED
        && (!slash || slash == path || strcmp(name, "gen") != 0))
        return refuse_value(
            it, at, setting, "does not end in /gen",
            "write a path such as build/gen, since code includes \"gen/NAME.gen.h\"");
    return true;
}

static bool store(Parser *it, const char *at, u32 setting, ed_Words words)
{
    const Setting *to = &settings[setting];
    char *target = (char *)it->config + to->at;
    if (!words.count && to->kind != WORDS)
        return refuse_value(it, at, setting, "has no value",
                            ed_words_format(it->arena, "the default is %s", to->value));
    if (to->kind == EARLY && words.count == 1 && strcmp(words.at[0], NONE) == 0) words.count = 0;
    if (to->kind == MODULE || to->kind == GENERATED) {
        if (words.count > 1)
            return refuse_value(it, at, setting, "has more than one value",
                                "write a path with blanks in double quotes");
        memcpy(target, &words.at[0], sizeof words.at[0]);
        return check_one_path(it, at, setting, words.at[0]);
    }
    memcpy(target, &words, sizeof words);
    if (to->at == AT(cc)) it->config->cc_is_default = false;
    return true;
}

static bool take_value(Parser *it, u32 setting)
{
    ed_Words words = { .count = 0 };
    bool paths = settings[setting].kind >= FOLDERS;
    skip_blanks(it);
    const char *start = it->at;
    for (; !is_line_end(it); skip_blanks(it)) {
        const char *word = "", *at = it->at;
        if (!take_word(it, &word)) return false;
        if (paths && !check_path(it, at, setting, word)) return false;
        ed_words_add(&words, it->arena, word);
    }
    return store(it, start, setting, words);
}

// --- lines ---------------------------------------------------------------------------------------

static bool find_setting(Parser *it, const char *at, u32 *setting)
{
    size_t size = (size_t)(it->at - at);
    for (u32 i = 0; i < ED_COUNT(settings); i++) {
        if (strlen(settings[i].name) != size || memcmp(settings[i].name, at, size) != 0) continue;
        if (it->seen[i])
            return refuse_value(it, at, i, "is set twice", "remove one of the two lines");
        it->seen[i] = true;
        *setting = i;
        return true;
    }
    return refuse_name(it, at, ed_words_copy(it->arena, at, size));
}

static bool take_line(Parser *it)
{
    u32 setting = 0;
    skip_blanks(it);
    if (is_line_end(it)) return true;
    const char *name = it->at;
    while (it->at < it->end && is_name(*it->at)) it->at++;
    if (it->at == name)
        return refuse_setting(it, name, "expected the name of a setting", "a line is NAME = VALUE");
    if (!find_setting(it, name, &setting)) return false;
    skip_blanks(it);
    if (it->at == it->end || *it->at != '=')
        return refuse_setting(it, it->at, "expected =", "a line is NAME = VALUE");
    it->at++;
    return take_value(it, setting);
}

static Parser parser_of(ed_BuildConfig *config, ed_Arena *arena, const char *line, ed_Error *error)
{
    return (Parser){ .config = config,
                     .arena = arena,
                     .at = line,
                     .end = line + strlen(line),
                     .line_start = line,
                     .error = error };
}

static bool take_defaults(ed_BuildConfig *config, ed_Arena *arena, ed_Error *error)
{
    for (u32 i = 0; i < ED_COUNT(settings); i++) {
        Parser it = parser_of(config, arena, settings[i].value, error);
        if (!take_value(&it, i)) return false;
    }
    return true;
}

bool ed_build_config_set(ed_BuildConfig *config, ed_Arena *arena, const char *line, ed_Error *error)
{
    Parser it = parser_of(config, arena, line, error);
    if (!take_line(&it)) return false;
    if (it.at < it.end)
        return refuse_setting(
            &it, it.at, "a setting on the command line cannot contain a comment or a line break",
            "write a word that starts with # in double quotes");
    return arena->refused == 0 || ed_arena_check(arena, error);
}

bool ed_build_config_parse(ed_BuildConfig *config, ed_Arena *arena, const char *file, ed_Span text,
                           ed_Error *error)
{
    const char *start = (const char *)text.at;
    Parser it = { .config = config,
                  .arena = arena,
                  .file = file,
                  .at = start,
                  .end = start + text.size,
                  .line_start = start,
                  .error = error };
    if (!take_defaults(config, arena, error)) return false;
    config->cc_is_default = true;
    for (it.line = 1; it.at < it.end; it.line++) {
        it.line_start = it.at;
        if (!take_line(&it)) return false;
        skip_line(&it);
    }
    return arena->refused == 0 || ed_arena_check(arena, error);
}

bool ed_build_config_read(ed_BuildConfig *config, ed_Arena *arena, ed_Error *error)
{
    ed_Span text = { (const u8 *)"", 0 };
    ed_Error why = { .code = ED_OK };
    bool exists = ed_file_kind(ED_BUILD_CONFIG_FILE) != ED_FILE_NONE;
    if (exists && !ed_file_read(ED_BUILD_CONFIG_FILE, FILE_BYTES_MAX, arena, &text, &why)) {
        ed_fail(error, why.code, "error: %s", why.text);
        return false;
    }
    return ed_build_config_parse(config, arena, ED_BUILD_CONFIG_FILE, text, error);
}
