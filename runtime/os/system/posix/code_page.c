#include "runtime/os/system/code_page.h"

bool ed_text_to_utf8(ed_Span *text, ed_Arena *arena)
{
    (void)text;
    (void)arena;
    return true;
}
