#include "runtime/base/str.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ed_Text ed_text_over(char *buffer, size_t capacity)
{
    if (capacity) buffer[0] = 0;
    return (ed_Text){ .at = buffer, .capacity = capacity };
}

/// Passes the text to the drain and empties it. Returns false if there is no drain or nothing to
/// pass, or if the text was cut.
static bool drained(ed_Text *text)
{
    if (!text->drain || text->cut || text->size == 0) return false;
    text->drain(text);
    text->size = 0;
    return !text->cut;
}

void ed_text_drain(ed_Text *text) { drained(text); }

void ed_text_addv(ed_Text *text, const char *format, va_list args)
{
    va_list again;
    size_t room = text->capacity - text->size;
    if (room == 0) {
        text->cut = true;
        return;
    }
    va_copy(again, args);
    int wanted = vsnprintf(text->at + text->size, room, format, args);
    if (wanted > 0 && (size_t)wanted >= room && drained(text)) {
        room = text->capacity;
        wanted = vsnprintf(text->at, room, format, again);
    }
    va_end(again);
    if (wanted < 0) return;
    text->cut |= (size_t)wanted >= room;
    text->size += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

void ed_text_add(ed_Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ed_text_addv(text, format, args);
    va_end(args);
}

void ed_text_put(ed_Text *text, const char *bytes, size_t size)
{
    size_t room = text->capacity - text->size;
    while (room <= size) {
        size_t part = room ? room - 1 : 0;
        if (part) memcpy(text->at + text->size, bytes, part);
        text->size += part;
        if (!drained(text)) {
            text->cut = true;
            if (room) text->at[text->size] = 0;
            return;
        }
        bytes += part;
        size -= part;
        room = text->capacity;
    }
    if (size) memcpy(text->at + text->size, bytes, size);
    text->size += size;
    text->at[text->size] = 0;
}

size_t ed_utf8_size(const char *text, size_t size)
{
    const u8 *bytes = (const u8 *)text;
    u8 lead = bytes[0];
    size_t want = lead < 0x80                 ? 1
                : lead >= 0xc2 && lead < 0xe0 ? 2
                : lead >= 0xe0 && lead < 0xf0 ? 3
                : lead >= 0xf0 && lead < 0xf5 ? 4
                                              : 0;
    if (want == 0 || want > size) return 0;
    for (size_t i = 1; i < want; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    if (lead == 0xe0 && bytes[1] < 0xa0) return 0;      // overlong
    if (lead == 0xed && bytes[1] > 0x9f) return 0;      // surrogates
    if (lead == 0xf0 && bytes[1] < 0x90) return 0;      // overlong
    if (lead == 0xf4 && bytes[1] > 0x8f) return 0;      // past U+10FFFF
    return want;
}

u32 ed_utf8_code(const char *text, size_t size)
{
    if (size == 1) return (u8)text[0];
    u32 code = (u8)text[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) code = code << 6 | ((u8)text[i] & 0x3fu);
    return code;
}

static bool is_control(u32 code)
{
    bool direction = code == 0x61c || code == 0x200e || code == 0x200f
                  || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    bool separator = code == 0x2028 || code == 0x2029;
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || separator || direction;
}

size_t ed_utf8_plain(const char *text, size_t size)
{
    size_t whole = ed_utf8_size(text, size);
    return whole && !is_control(ed_utf8_code(text, whole)) ? whole : 0;
}

void ed_text_strip_control(char *text)
{
    for (size_t left = strlen(text); left;) {
        size_t whole = ed_utf8_size(text, left), step = whole ? whole : 1;
        if (*text != '\t' && !ed_utf8_plain(text, left)) memset(text, '?', step);
        text += step;
        left -= step;
    }
}

static void add_json(ed_Text *text, const char *bytes, size_t size, bool exact)
{
    ed_text_put(text, "\"", 1);
    for (size_t i = 0; i < size;) {
        u8 c = (u8)bytes[i];
        size_t whole = ed_utf8_size(bytes + i, size - i);
        if (c == '"' || c == '\\') ed_text_add(text, "\\%c", c);
        else if (c == '\n') ed_text_put(text, "\\n", 2);
        else if (c == '\t') ed_text_put(text, "\\t", 2);
        else if (whole && !ed_utf8_plain(bytes + i, whole))
            ed_text_add(text, "\\u%04x", ed_utf8_code(bytes + i, whole));
        else if (whole) ed_text_put(text, bytes + i, whole);
        else if (exact) ed_text_add(text, "\\udc%02x", c);
        else ed_text_put(text, "\xef\xbf\xbd", 3);
        i += whole ? whole : 1;
    }
    ed_text_put(text, "\"", 1);
}

void ed_text_json(ed_Text *text, const char *bytes, size_t size)
{
    add_json(text, bytes, size, false);
}

void ed_text_json_exact(ed_Text *text, const char *bytes, size_t size)
{
    add_json(text, bytes, size, true);
}

bool ed_parse_uint(const char *text, u64 max, u64 *value)
{
    char *end = NULL;
    if (*text < '0' || *text > '9') return false;      // strtoull accepts spaces and signs
    errno = 0;
    unsigned long long count = strtoull(text, &end, 10);
    if (*end || errno || count > max) return false;
    *value = count;
    return true;
}

u32 ed_tag(const char *name, size_t size)
{
    u32 hash = 0x811c9dc5u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (u8)name[i]) * 0x01000193u;
    return hash;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

const char *ed_find(const char *bytes, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (; length <= size; bytes++, size--)
        if (memcmp(bytes, word, length) == 0) return bytes;
    return NULL;
}

static bool begins_any_case(const char *text, const char *word)
{
    while (*word && lower(*text) == lower(*word)) text++, word++;
    return !*word;
}

const char *ed_find_any_case(const char *text, const char *word)
{
    for (; !begins_any_case(text, word); text++)
        if (!*text) return NULL;
    return text;
}

const char *ed_without_path(const char *message, const char *path)
{
    size_t size = 0;      // in a message, question marks replace control characters
    while (path[size] && (message[size] == path[size] || message[size] == '?')) size++;
    bool named = !path[size] && strncmp(message + size, ": ", 2) == 0;
    return named ? message + size + 2 : message;
}

size_t ed_utf8_cut(const char *text, size_t size, size_t size_max)
{
    if (size <= size_max) return size;
    for (size_t back = 0; back < 4 && back <= size_max; back++)
        if (((u8)text[size_max - back] & 0xc0) != 0x80) return size_max - back;
    return size_max;      // not UTF-8, so no character can be split
}

size_t ed_chars_size(const char *text, size_t size)
{
    size_t used = strnlen(text, size);
    return used < size || !size ? used : ed_utf8_cut(text, size, size - 1);
}

static u32 least(u32 a, u32 b) { return a < b ? a : b; }

u32 ed_name_distance(const char *left, const char *right)
{
    enum { MAX = 64 };
    size_t n = strlen(left), m = strlen(right);
    if (n >= MAX || m >= MAX) return MAX;
    u32 row[3][MAX];      // two rows back, one row back, this one
    for (u32 j = 0; j <= m; j++) row[1][j] = j;
    for (u32 i = 1; i <= n; i++) {
        row[2][0] = i;
        for (u32 j = 1; j <= m; j++) {
            bool same = lower(left[i - 1]) == lower(right[j - 1]);
            u32 best = least(least(row[1][j], row[2][j - 1]) + 1, row[1][j - 1] + !same);
            bool swapped = i > 1 && j > 1 && lower(left[i - 1]) == lower(right[j - 2])
                        && lower(left[i - 2]) == lower(right[j - 1]);
            row[2][j] = swapped ? least(best, row[0][j - 2] + 1) : best;
        }
        memcpy(row[0], row[1], sizeof row[0]);
        memcpy(row[1], row[2], sizeof row[1]);
    }
    return row[1][m];
}

ed_Suggestion ed_suggestion(const char *name)
{
    size_t size = strlen(name);
    return (ed_Suggestion){ .name = name,
                            .distance = size < 2 ? 1
                                      : size < 4 ? 2
                                      : size < 8 ? 3
                                                 : 4 };
}

void ed_suggestion_try(ed_Suggestion *near, const char *candidate)
{
    u32 distance = ed_name_distance(near->name, candidate);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->best = candidate;
}
