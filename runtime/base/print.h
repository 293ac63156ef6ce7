/// Text for a person. Names, texts and messages may come from anybody, and a terminal obeys some
/// of their characters: these are printed as question marks.
#ifndef ED_BASE_PRINT_H
#define ED_BASE_PRINT_H
#include <stdio.h>
#include "runtime/base/base.h"

/// Like fprintf. Newlines and tabs stay. What is over 16 KiB is cut.
void ed_print(FILE *to, const char *format, ...) ED_FORMAT(2, 3);
/// The same for a text of any length.
void ed_print_text(FILE *to, const char *text, size_t size);
#endif
