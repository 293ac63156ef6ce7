#include "runtime/os/system/code_page.h"
#include <limits.h>
#include <windows.h>

/// The code page of programs without a manifest; GetACP returns the one of this program.
static UINT machine_page(void)
{
    DWORD page = CP_ACP;
    GetLocaleInfoW(LOCALE_SYSTEM_DEFAULT, LOCALE_IDEFAULTANSICODEPAGE | LOCALE_RETURN_NUMBER,
                   (wchar_t *)&page, sizeof page / sizeof(wchar_t));
    return page;
}

bool ed_text_to_utf8(ed_Span *text, ed_Arena *arena)
{
    const char *from = (const char *)text->at;
    if (!text->size) return true;
    if (text->size > INT_MAX / 3) return false;
    const int size = (int)text->size;
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, from, size, NULL, 0)) return true;
    wchar_t *wide = (wchar_t *)ed_arena_push(arena, text->size * sizeof *wide, sizeof *wide);
    if (!wide) return false;
    const int count = MultiByteToWideChar(machine_page(), 0, from, size, wide, size);
    char *to = (char *)ed_arena_push(arena, 3 * (size_t)count, 1);
    if (!to) return false;
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, count, to, 3 * count, NULL, NULL);
    *text = (ed_Span){ (const u8 *)to, (size_t)bytes };
    return count && bytes;
}
