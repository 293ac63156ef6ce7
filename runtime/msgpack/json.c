#include "runtime/msgpack/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"

void ed_json_init(ed_Json *j, const char *text, size_t size)
{
    *j = (ed_Json){ .start = text, .at = text, .end = text + size };
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

static void skip_space(ed_Json *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\n' || *j->at == '\r'))
        j->at++;
}

static char next(ed_Json *j)
{
    skip_space(j);
    return j->at < j->end ? *j->at : 0;
}

static void expected(ed_Json *j, const char *what)
{
    skip_space(j);
    if (j->at == j->end) ed_json_fail(j, ED_ERR_SHORT, j->at, "it ends where %s should be", what);
    else ed_json_fail(j, ED_ERR_FORMAT, j->at, "expected %s", what);
}

static bool starts(const ed_Json *j, const char *word)
{
    size_t size = strlen(word), left = (size_t)(j->end - j->at);
    return left >= size && memcmp(j->at, word, size) == 0;
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
    skip_space(j);
    if (ed_json_ok(j) && j->at != j->end)
        ed_json_fail(j, ED_ERR_FORMAT, j->at, "nothing may follow the value");
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
    skip_space(j);
    if (ed_json_ok(j) && !take_word(j, "null")) expected(j, "null");
}

static const char *digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

/// The end of a number as JSON spells it, or NULL.
static const char *number_end(const char *at, const char *end, bool *whole)
{
    if (at < end && *at == '-') at++;
    const char *first = at;
    at = digits(at, end);
    if (at == first || (*first == '0' && at > first + 1)) return NULL;
    *whole = true;
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        *whole = false;
        at = digits(at, end);
        if (at == fraction) return NULL;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        *whole = false;
        if (at < end && (*at == '+' || *at == '-')) at++;
        const char *power = at;
        at = digits(at, end);
        if (at == power) return NULL;
    }
    return at;
}

/// False where 64 bits do not hold it.
static bool read_whole(const char *at, const char *end, ed_Number *number)
{
    bool minus = *at == '-';
    u64 value = 0, most = minus ? (u64)1 << 63 : UINT64_MAX;
    for (at += minus; at < end; at++) {
        u64 digit = (u64)(*at - '0');
        if (value > (most - digit) / 10) return false;
        value = value * 10 + digit;
    }
    minus = minus && value;
    *number = minus ? (ed_Number){ .form = ED_FORM_INT, .i = (i64)(0 - value) }
                    : (ed_Number){ .form = ED_FORM_UINT, .u = value };
    return true;
}

/// Cuts digits beyond the precision of f64; the last one kept then stands for the rest.
static f64 read_float(const char *at, const char *end)
{
    char text[1100];
    size_t size = (size_t)(end - at);
    if (size >= sizeof text) return NAN;
    memcpy(text, at, size);
    text[size] = 0;
    return strtod(text, NULL);
}

ed_Number ed_json_number(ed_Json *j)
{
    ed_Number number = { .form = ED_FORM_NONE };
    bool whole = false;
    skip_space(j);
    if (!ed_json_ok(j)) return number;
    const char *at = j->at;
    if (take_word(j, "true")) return (ed_Number){ .form = ED_FORM_BOOL, .u = 1 };
    if (take_word(j, "false")) return (ed_Number){ .form = ED_FORM_BOOL };
    const char *end = number_end(at, j->end, &whole);
    if (!end) {
        expected(j, "a number");
        return number;
    }
    j->at = end;
    bool minus_zero = whole && *at == '-' && at[1] == '0';
    if (whole && !minus_zero && read_whole(at, end, &number)) return number;
    f64 value = read_float(at, end);
    if (isfinite(value)) return ed_number_from_f64(value);
    ed_json_fail(j, ED_ERR_RANGE, at, "a number that nothing here can hold");
    return (ed_Number){ .form = ED_FORM_NONE };
}

// --- text ----------------------------------------------------------------------------------------

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// The four digits after \u; -1 if there are fewer.
static i32 read_hex(ed_Json *j)
{
    i32 code = 0;
    for (u32 i = 0; i < 4; i++) {
        int digit = j->at < j->end ? hex_digit(*j->at) : -1;
        if (digit < 0) return -1;
        code = code * 16 + digit;
        j->at++;
    }
    return code;
}

/// Decodes a character, from two surrogates if it is beyond U+FFFF. Returns its size in `out`, 0 on
/// failure.
static size_t read_character(ed_Json *j, char out[4])
{
    i32 code = read_hex(j);
    if (code >= 0xd800 && code < 0xdc00) {
        i32 low = take_word(j, "\\u") ? read_hex(j) : -1;
        code =
            low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : -1;
    }
    if (code < 0 || (code >= 0xdc00 && code < 0xe000)) return 0;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((size == 2 ? 0xc0 : size == 3 ? 0xe0 : 0xf0) | code);
    return size;
}

static size_t read_escape(ed_Json *j, char out[4])
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = j->at < j->end ? *j->at++ : 0;
    const char *known = c ? strchr(from, c) : NULL;
    if (known) out[0] = to[known - from];
    return known ? 1 : c == 'u' ? read_character(j, out) : 0;
}

/// One character of a text, escaped or not.
static size_t read_part(ed_Json *j, char out[4])
{
    const char *at = j->at;
    size_t size = 0;
    if (*at == '\\') {
        j->at++;
        size = read_escape(j, out);
        if (!size) ed_json_fail(j, ED_ERR_FORMAT, at, "an escape that JSON does not have");
        return size;
    }
    if ((u8)*at >= 0x20) size = ed_utf8_size(at, (size_t)(j->end - at));
    if (!size) {
        ed_json_fail(j, ED_ERR_FORMAT, at, "a byte that no text may hold: write it as \\u00…");
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
        expected(j, "a text in quotes");
        return 0;
    }
    const char *at = j->at++;
    while (j->at < j->end && *j->at != '"') {
        size_t more = read_part(j, part);
        if (!ed_json_ok(j)) return 0;
        if (size + more >= capacity) {
            ed_json_fail(j, ED_ERR_RANGE, at, "there is room for %zu bytes of text", capacity - 1);
            return 0;
        }
        memcpy(out + size, part, more);
        size += more;
    }
    if (j->at == j->end) {
        expected(j, "the end of a text");
        return 0;
    }
    j->at++;
    out[size] = 0;
    return size;
}

size_t ed_json_text_max(const ed_Json *j)
{
    const char *at = j->at;
    while (at < j->end && *at != '"') at++;
    const char *first = at;
    for (at++; at < j->end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < j->end ? (size_t)(at - first) : (size_t)(j->end - j->at) + 1;
}

// --- arrays and objects --------------------------------------------------------------------------

bool ed_json_enter(ed_Json *j)
{
    skip_space(j);
    if (!ed_json_ok(j)) return true;
    if (++j->depth > ED_DEPTH_MAX) {
        ed_json_fail(j, ED_ERR_DEPTH, j->at, "it is nested deeper than %u", ED_DEPTH_MAX);
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

u32 ed_json_count(const ed_Json *j)
{
    u64 commas = 0, depth = 0;
    bool any = false;
    for (const char *at = j->at; at < j->end; at++) {
        char c = *at;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') continue;
        if (c == ']' || c == '}') {
            if (--depth == 0) break;
            else continue;
        }
        if (depth) any = true;
        if (c == '[' || c == '{') {
            depth++;
            continue;
        }
        if (!depth) break;
        if (c == ',' && depth == 1) commas++;
        if (c == '"')
            for (at++; at < j->end && *at != '"'; at++)
                if (*at == '\\') at++;
    }
    return any && commas < UINT32_MAX ? (u32)commas + 1 : 0;
}
