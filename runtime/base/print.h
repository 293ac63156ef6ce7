/// Prints text to a terminal. Names, texts and messages may come from untrusted sources, and some
/// characters control a terminal: these are printed as question marks.
#ifndef ED_BASE_PRINT_H
#define ED_BASE_PRINT_H
#include <stdio.h>
#include "runtime/base/base.h"

/// Works like fprintf, for one line or a part of it: only a newline at the end of `format` is
/// printed. So no name can look like a line of its own. The text is cut at 16 KiB.
void ed_print(FILE *to, const char *format, ...) ED_FORMAT(2, 3);
/// Prints a text of any length. Its newlines and tabs are printed.
void ed_print_text(FILE *to, const char *text, size_t size);
/// Does the same for what another program has printed: colors pass.
void ed_print_output(FILE *to, const char *text, size_t size);
#endif
