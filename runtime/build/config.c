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
static bool refuse_setting(Parser *parser, const char *at, const char *what, const char *help)
{
    if (!parser->file)
        ed_fail(parser->error, ED_ERR_FORMAT, "error: %.80s: %s; %s", parser->line_start, what,
                help);
    else
        ed_fail(parser->error, ED_ERR_FORMAT, "%s:%u:%u: error: %s; %s", parser->file, parser->line,
                (u32)(at - parser->line_start) + 1, what, help);
    return false;
}

static bool refuse_name(Parser *parser, const char *at, const char *name)
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
    return refuse_setting(parser, at, what, help);
}

static bool refuse_value(Parser *parser, const char *at, u32 setting, const char *why,
                         const char *help)
{
    char what[96];
    ed_Text text = ed_text_over(what, sizeof what);
    ed_text_add(&text, "`%s` %s", settings[setting].name, why);
    return refuse_setting(parser, at, what, help);
}

// --- characters ----------------------------------------------------------------------------------

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

/// True at the end of the settings in this line: at its end, or at a comment.
static bool is_line_end(const Parser *parser)
{
    return parser->at == parser->end || *parser->at == '\n' || *parser->at == '#';
}

static void skip_blanks(Parser *parser)
{
    while (parser->at < parser->end && is_blank(*parser->at)) parser->at++;
}

static void skip_line(Parser *parser)
{
    while (parser->at < parser->end && *parser->at != '\n') parser->at++;
    if (parser->at < parser->end) parser->at++;
}

static bool is_control(char c) { return (u8)c < ' ' || c == 0x7f; }

// --- values --------------------------------------------------------------------------------------

/// Reads the part of a word between quotes; `it->at` is after the first one.
static bool take_quoted(Parser *parser, const char *start, char *word, size_t *size)
{
    for (; parser->at < parser->end && *parser->at != '\n' && *parser->at != '"'; parser->at++) {
        bool escaped = *parser->at == '\\' && parser->at + 1 < parser->end
                    && (parser->at[1] == '"' || parser->at[1] == '\\');
        if (escaped) parser->at++;
        if (is_control(*parser->at) && *parser->at != '\t')
            return refuse_setting(parser, parser->at, "a control character", "remove it");
        word[(*size)++] = *parser->at;
    }
    if (parser->at == parser->end || *parser->at != '"')
        return refuse_setting(parser, start, "the quote has no end in this line", "add a \"");
    parser->at++;
    return true;
}

static bool take_word(Parser *parser, const char **word)
{
    const char *start = parser->at;
    size_t size = 0, room = 0;
    while (start + room < parser->end && start[room] != '\n') room++;
    char *text = (char *)ed_arena_push(parser->arena, room + 1, 1);
    if (!text) return ed_arena_check(parser->arena, parser->error);
    while (parser->at < parser->end && !is_blank(*parser->at) && *parser->at != '\n') {
        const char *at = parser->at++;
        if (*at == '"') {
            if (!take_quoted(parser, at, text, &size)) return false;
        } else if (is_control(*at))
            return refuse_setting(parser, at, "a control character", "remove it");
        else text[size++] = *at;
    }
    ed_arena_extend(parser->arena, text, room + 1, size + 1);
    *word = text;
    return true;
}

static bool check_path(Parser *parser, const char *at, u32 setting, const char *path)
{
    if (!*path)
        return refuse_value(parser, at, setting, "is an empty path", "use `.` for this folder");
    if (*path == '-')
        return refuse_value(parser, at, setting, "starts with -, as an option does",
                            "write ./ before it");
    if (strlen(path) > ED_PATH_MAX / 4)
        return refuse_value(parser, at, setting, "is too long", "a path has at most 1024 bytes");
    return true;
}

static bool check_one_path(Parser *parser, const char *at, u32 setting, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (settings[setting].kind == MODULE && (!slash || slash == path || !*name))
        return refuse_value(parser, at, setting, "needs a folder and a name",
                            "write a path such as build/game.so: other build files go to the same "
                            "folder");
    if (settings[setting].kind == GENERATED
        && (!slash || slash == path || strcmp(name, "gen") != 0))
        return refuse_value(
            parser, at, setting, "does not end in /gen",
            "write a path such as build/gen, since code includes \"gen/NAME.gen.h\"");
    return true;
}

static bool store_setting(Parser *parser, const char *at, u32 setting, ed_Words words)
{
    const Setting *to = &settings[setting];
    char *target = (char *)parser->config + to->at;
    if (!words.count && to->kind != WORDS)
        return refuse_value(parser, at, setting, "has no value",
                            ed_words_format(parser->arena, "the default is %s", to->value));
    if (to->kind == EARLY && words.count == 1 && strcmp(words.at[0], NONE) == 0) words.count = 0;
    if (to->kind == MODULE || to->kind == GENERATED) {
        if (words.count > 1)
            return refuse_value(parser, at, setting, "has more than one value",
                                "write a path with blanks in double quotes");
        memcpy(target, &words.at[0], sizeof words.at[0]);
        return check_one_path(parser, at, setting, words.at[0]);
    }
    memcpy(target, &words, sizeof words);
    if (to->at == AT(cc)) parser->config->cc_is_default = false;
    return true;
}

static bool take_value(Parser *parser, u32 setting)
{
    ed_Words words = { .count = 0 };
    bool paths = settings[setting].kind >= FOLDERS;
    skip_blanks(parser);
    const char *start = parser->at;
    for (; !is_line_end(parser); skip_blanks(parser)) {
        const char *word = "", *at = parser->at;
        if (!take_word(parser, &word)) return false;
        if (paths && !check_path(parser, at, setting, word)) return false;
        ed_words_add(&words, parser->arena, word);
    }
    return store_setting(parser, start, setting, words);
}

// --- lines ---------------------------------------------------------------------------------------

static bool find_setting(Parser *parser, const char *at, u32 *setting)
{
    size_t size = (size_t)(parser->at - at);
    for (u32 i = 0; i < ED_COUNT(settings); i++) {
        if (strlen(settings[i].name) != size || memcmp(settings[i].name, at, size) != 0) continue;
        if (parser->seen[i])
            return refuse_value(parser, at, i, "is set twice", "remove one of the two lines");
        parser->seen[i] = true;
        *setting = i;
        return true;
    }
    return refuse_name(parser, at, ed_words_copy(parser->arena, at, size));
}

static bool take_line(Parser *parser)
{
    u32 setting = 0;
    skip_blanks(parser);
    if (is_line_end(parser)) return true;
    const char *name = parser->at;
    while (parser->at < parser->end && is_name(*parser->at)) parser->at++;
    if (parser->at == name)
        return refuse_setting(parser, name, "expected the name of a setting",
                              "a line is NAME = VALUE");
    if (!find_setting(parser, name, &setting)) return false;
    skip_blanks(parser);
    if (parser->at == parser->end || *parser->at != '=')
        return refuse_setting(parser, parser->at, "expected =", "a line is NAME = VALUE");
    parser->at++;
    return take_value(parser, setting);
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
        Parser parser = parser_of(config, arena, settings[i].value, error);
        if (!take_value(&parser, i)) return false;
    }
    return true;
}

bool ed_build_config_set(ed_BuildConfig *config, ed_Arena *arena, const char *line, ed_Error *error)
{
    Parser parser = parser_of(config, arena, line, error);
    if (!take_line(&parser)) return false;
    if (parser.at < parser.end)
        return refuse_setting(
            &parser, parser.at,
            "a setting on the command line cannot contain a comment or a line break",
            "write a word that starts with # in double quotes");
    return arena->refused == 0 || ed_arena_check(arena, error);
}

bool ed_build_config_parse(ed_BuildConfig *config, ed_Arena *arena, const char *file, ed_Span text,
                           ed_Error *error)
{
    const char *start = (const char *)text.at;
    Parser parser = { .config = config,
                      .arena = arena,
                      .file = file,
                      .at = start,
                      .end = start + text.size,
                      .line_start = start,
                      .error = error };
    if (!take_defaults(config, arena, error)) return false;
    config->cc_is_default = true;
    for (parser.line = 1; parser.at < parser.end; parser.line++) {
        parser.line_start = parser.at;
        if (!take_line(&parser)) return false;
        skip_line(&parser);
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
