#include "runtime/msgpack/json.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"

void ed_json_init(ed_Json *j, const char *text)
{
    *j = (ed_Json){ .start = text, .at = text, .end = text + strlen(text) };
}

bool ed_json_ok(const ed_Json *j) { return j->err.code == ED_OK; }

void ed_json_fail(ed_Json *j, ed_Err code, const char *at, const char *format, ...)
{
    char words[256];
    ed_Text text = ed_text_over(words, sizeof words);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    ed_fail(&j->err, code, "byte %zu of the value: %s", (size_t)(at - j->start) + 1, words);
    j->at = j->end;
}

static const char spaces[] = " \t\n\r";

/// Skips spaces and returns the next character, or 0 at the end.
static char next(ed_Json *j)
{
    j->at += strspn(j->at, spaces);
    return *j->at;
}

static void expected(ed_Json *j, const char *what)
{
    if (next(j)) ed_json_fail(j, ED_ERR_FORMAT, j->at, "expected %s", what);
    else ed_json_fail(j, ED_ERR_SHORT, j->at, "the value ends where %s is expected", what);
}

static bool starts(const ed_Json *j, const char *word)
{
    return strncmp(j->at, word, strlen(word)) == 0;
}

ed_JsonForm ed_json_form(ed_Json *j)
{
    char c = ed_json_ok(j) ? next(j) : 0;
    switch (c) {
    case '{': return ED_JSON_OBJECT;
    case '[': return ED_JSON_ARRAY;
    case '"': return ED_JSON_TEXT;
    case 't': return starts(j, "true") ? ED_JSON_BOOL : ED_JSON_NONE;
    case 'f': return starts(j, "false") ? ED_JSON_BOOL : ED_JSON_NONE;
    case 'n': return starts(j, "null") ? ED_JSON_NULL : ED_JSON_NONE;
    default: return c == '-' || (c >= '0' && c <= '9') ? ED_JSON_NUMBER : ED_JSON_NONE;
    }
}

void ed_json_end(ed_Json *j)
{
    if (next(j) && ed_json_ok(j))
        ed_json_fail(j, ED_ERR_FORMAT, j->at, "unexpected text after the value");
}

// --- words and numbers ---------------------------------------------------------------------------

static bool take_word(ed_Json *j, const char *word)
{
    if (!starts(j, word)) return false;
    j->at += strlen(word);
    return true;
}

void ed_json_null(ed_Json *j)
{
    next(j);
    if (ed_json_ok(j) && !take_word(j, "null")) expected(j, "null");
}

/// Returns the end of the digits, or NULL if there is no digit.
static const char *digits_end(const char *at)
{
    size_t size = strspn(at, "0123456789");
    return size ? at + size : NULL;
}

/// Returns the end of a number as JSON spells it, or NULL.
static const char *number_end(const char *at)
{
    const char *first = at + (*at == '-');
    at = digits_end(first);
    if (at && *first == '0' && at > first + 1) return NULL;
    if (at && *at == '.') at = digits_end(at + 1);
    if (at && (*at == 'e' || *at == 'E')) at = digits_end(at + 1 + (at[1] == '+' || at[1] == '-'));
    return at;
}

ed_Number ed_number_from_text(const char *text, const char *end, int base)
{
    char *stop;
    errno = 0;
    i64 low = *text == '-' ? strtoll(text, &stop, base) : 0;
    if (low < 0 && stop == end && errno == 0) return (ed_Number){ .form = ED_FORMAT_INT, .i = low };
    u64 high = *text == '-' ? 0 : strtoull(text, &stop, base);
    if (*text != '-' && stop == end && errno == 0)
        return (ed_Number){ .form = ED_FORMAT_UINT, .u = high };
    f64 value = strtod(text, &stop);
    return stop == end && isfinite(value) ? ed_number_from_f64(value)
                                          : (ed_Number){ .form = ED_FORMAT_NONE };
}

ed_Number ed_json_number(ed_Json *j)
{
    ed_Number number = { .form = ED_FORMAT_NONE };
    next(j);
    if (!ed_json_ok(j)) return number;
    const char *at = j->at, *end = number_end(at);
    if (take_word(j, "true")) return (ed_Number){ .form = ED_FORMAT_BOOL, .u = 1 };
    if (take_word(j, "false")) return (ed_Number){ .form = ED_FORMAT_BOOL };
    if (!end) {
        expected(j, "a number");
        return number;
    }
    j->at = end;
    number = ed_number_from_text(at, end, 10);
    if (!number.form) ed_json_fail(j, ED_ERR_RANGE, at, "the number is out of range");
    return number;
}

// --- text ----------------------------------------------------------------------------------------

/// Reads the four digits after \u. Returns -1 if there are fewer.
static i32 read_hex(ed_Json *j)
{
    char digits[5] = "";
    if (strspn(j->at, "0123456789abcdefABCDEF") < 4) return -1;
    memcpy(digits, j->at, 4);
    j->at += 4;
    return (i32)strtol(digits, NULL, 16);
}

/// Decodes the character after \u, from two surrogates if it is beyond U+FFFF. A low surrogate from
/// U+DC80 alone is a byte that is not UTF-8. Returns its size in `out`, or 0 on failure.
static size_t read_character(ed_Json *j, char out[4])
{
    i32 code = read_hex(j);
    if (code >= 0xd800 && code < 0xdc00) {
        i32 low = take_word(j, "\\u") ? read_hex(j) : -1;
        code =
            low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : -1;
    }
    if (code < 0) return 0;
    if (code < 0x80 || (code >= 0xdc80 && code < 0xdd00)) {
        out[0] = (char)(code & 0xff);
        return 1;
    }
    if (code >= 0xdc00 && code < 0xe000) return 0;
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}

static size_t read_escape(ed_Json *j, char out[4])
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = *j->at;
    j->at += c != 0;
    const char *known = c ? strchr(from, c) : NULL;
    if (known) out[0] = to[known - from];
    return known ? 1 : c == 'u' ? read_character(j, out) : 0;
}

/// Reads one character of a string, escaped or not. Returns its size in `out`, or 0 on failure.
static size_t read_part(ed_Json *j, char out[4])
{
    const char *at = j->at;
    size_t size = 0;
    if (*at == '\\') {
        j->at++;
        size = read_escape(j, out);
        if (!size) ed_json_fail(j, ED_ERR_FORMAT, at, "invalid JSON escape");
        return size;
    }
    if ((u8)*at >= 0x20) size = ed_utf8_size(at, (size_t)(j->end - at));
    if (!size) {
        ed_json_fail(j, ED_ERR_FORMAT, at,
                     (u8)*at < 0x20
                         ? "a control character is not allowed in a string: write it as \\u00…"
                         : "a string must be valid UTF-8");
        return 0;
    }
    memcpy(out, at, size);
    j->at += size;
    return size;
}

size_t ed_json_text(ed_Json *j, char *out, size_t capacity)
{
    char part[4];
    size_t size = 0;
    out[0] = 0;
    if (!ed_json_ok(j)) return 0;
    if (next(j) != '"') {
        expected(j, "a string in quotes");
        return 0;
    }
    const char *at = j->at++;
    while (*j->at && *j->at != '"') {
        size_t more = read_part(j, part);
        if (!ed_json_ok(j)) return 0;
        if (size + more >= capacity) {
            ed_json_fail(j, ED_ERR_RANGE, at, "the string is longer than %zu bytes", capacity - 1);
            return 0;
        }
        memcpy(out + size, part, more);
        size += more;
    }
    if (!*j->at) {
        expected(j, "the closing quote");
        return 0;
    }
    j->at++;
    out[size] = 0;
    return size;
}

// --- arrays and objects --------------------------------------------------------------------------

bool ed_json_enter(ed_Json *j)
{
    next(j);
    if (!ed_json_ok(j)) return true;
    if (++j->depth > ED_DEPTH_MAX) {
        ed_json_fail(j, ED_ERR_DEPTH, j->at, "the value is nested deeper than %u", ED_DEPTH_MAX);
        return true;
    }
    j->objects = j->objects << 1 | (*j->at == '{');
    j->at++;
    return true;
}

bool ed_json_more(ed_Json *j, bool first)
{
    char c = ed_json_ok(j) ? next(j) : 0;
    if (!ed_json_ok(j)) return false;
    if (c == (j->objects & 1 ? '}' : ']')) {
        j->at++;
        j->depth--;
        j->objects >>= 1;
        return false;
    }
    if (first) return true;
    if (c != ',') {
        expected(j, j->objects & 1 ? "a comma or }" : "a comma or ]");
        return false;
    }
    j->at++;
    return true;
}

void ed_json_key(ed_Json *j, char *out, size_t capacity)
{
    ed_json_text(j, out, capacity);
    if (!ed_json_ok(j)) return;
    if (next(j) == ':') j->at++;
    else expected(j, "a colon");
}

static const char *text_end(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return at;
}

u32 ed_json_count(const ed_Json *j)
{
    u64 commas = 0, depth = 1;
    bool any = false;
    for (const char *at = j->at + 1; depth && *at; at++) {
        if (strchr(spaces, *at)) continue;
        bool close = *at == ']' || *at == '}';
        any |= !close;
        commas += *at == ',' && depth == 1;
        depth += *at == '[' || *at == '{';
        depth -= close;
        if (*at == '"' && !*(at = text_end(at))) break;
    }
    return any && commas < UINT32_MAX ? (u32)commas + 1 : 0;
}
