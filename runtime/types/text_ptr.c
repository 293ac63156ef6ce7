#include "runtime/types/text_ptr.h"

/// Returns how many bytes from `at` to the end of its page can be read.
static size_t readable_bytes(uintptr_t at, ed_ReadablePage *page)
{
    const size_t bytes = ed_page_bytes(), before = at % bytes;
    const uintptr_t start = at - before;
    if (!start || (start != page->at && !ed_page_is_readable(start))) return 0;
    page->at = start;
    return bytes - before;
}

ed_Span ed_text_ptr_read(const void *at, ed_ReadablePage *page)
{
    const char *text = ed_text_ptr(at);
    size_t size = 0;
    for (;;) {
        // a sum of addresses: no object may be there
        const size_t there = text ? readable_bytes((uintptr_t)text + size, page) : 0;
        if (!there) return (ed_Span){ NULL, 0 };
        const size_t some = strnlen(text + size, there);
        size += some;
        if (some < there) return (ed_Span){ (const u8 *)text, size };
    }
}

static char *copy_of(ed_Arena *arena, const char *bytes, size_t size)
{
    char *copy = (char *)ed_arena_push_raw(arena, size + 1, 1);
    if (!copy) return NULL;
    if (size) memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}

bool ed_text_ptr_put(ed_Arena *arena, void *at, const char *bytes, size_t size)
{
    const char *copy = copy_of(arena, bytes, size);
    if (copy) memcpy(at, &copy, sizeof copy);
    return copy != NULL;
}

const char *ed_text_copy(ed_Arena *arena, const char *text)
{
    return copy_of(arena, text, strlen(text));
}
