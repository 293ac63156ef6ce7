#include "runtime/value/path.h"
#include <stdlib.h>
#include <string.h>

ed_Path ed_path(const char *text) { return (ed_Path){ .text = text, .rest = text }; }

static bool fail(const ed_Path *path, const char *at, const char *expected, ed_Error *error)
{
    ed_fail(error, ED_ERR_PATH,
            "'%.160s' is not a valid path: expected %s at byte %zu; write it like "
            "Game.enemies[3].pos.x",
            path->text, expected, (size_t)(at - path->text));
    return false;
}

static bool take_name(const ed_Path *path, const char *at, size_t size, ed_PathStep *step,
                      ed_Error *error)
{
    if (size == 0) return fail(path, at, "a name", error);
    if (size >= ED_NAME_MAX) return fail(path, at, "a shorter name", error);
    memcpy(step->name, at, size);
    step->name[size] = 0;
    step->name_size = size;
    return true;
}

/// Returns the closing bracket, or the end of the text. Brackets in a quoted string do not count.
static const char *closing(const char *at)
{
    for (bool quoted = false; *at && (quoted || *at != ']'); at++) {
        if (quoted && *at == '\\' && at[1]) at++;
        else if (*at == '"') quoted = !quoted;
    }
    return at;
}

static bool take_brackets(ed_Path *path, ed_PathStep *step, ed_Error *error)
{
    const char *at = path->rest + 1, *close = closing(at);
    const char *equals = (const char *)memchr(at, '=', (size_t)(close - at));
    if (!*close) return fail(path, close, "a ]", error);
    // strchr also finds the terminator, so the path may end here.
    if (!strchr(".[", close[1])) return fail(path, close + 1, ". or [", error);
    path->rest = close + 1;
    if (*at >= '0' && *at <= '9') {
        char *end;
        step->kind = ED_PATH_INDEX;
        step->index = strtoull(at, &end, 10);
        return end == close || fail(path, end, "a ]", error);
    }
    if (!equals && (*at == '_' || ((*at | 32) >= 'a' && (*at | 32) <= 'z'))) {
        step->kind = ED_PATH_NAMED;
        return take_name(path, at, (size_t)(close - at), step, error);
    }
    if (!equals) return fail(path, at, "an index, a name or field=value", error);
    step->kind = ED_PATH_KEY;
    step->value = equals + 1;
    step->value_size = (size_t)(close - step->value);
    return take_name(path, at, (size_t)(equals - at), step, error);
}

bool ed_path_next(ed_Path *path, ed_PathStep *step, ed_Error *error)
{
    const char *at = path->rest;
    if (path->steps++ >= ED_PATH_STEPS_MAX) return fail(path, at, "fewer steps", error);
    if (*at == '[' && at != path->text) return take_brackets(path, step, error);
    at += *at == '.' && at != path->text;
    size_t size = strcspn(at, ".[");
    step->kind = ED_PATH_FIELD;
    path->rest = at + size;
    return take_name(path, at, size, step, error);
}

bool ed_path_up(char *text)
{
    ed_Path path = ed_path(text);
    ed_PathStep step;
    size_t size;
    do size = (size_t)(path.rest - text);
    while (ed_path_next(&path, &step, NULL) && *path.rest);
    if (size) text[size] = 0;
    return size > 0;
}
