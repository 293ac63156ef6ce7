#include "runtime/base/print.h"
#include <string.h>
#include "runtime/base/str.h"

/// The length of an escape sequence that only sets colors, such as "\x1b[01;31m" or "\x1b[K" (which
/// gcc prints with them), or 0.
static size_t color_size(const char *text, size_t size)
{
    size_t at = 2;
    if (size < 3 || text[0] != 0x1b || text[1] != '[') return 0;
    if (text[2] == 'K') return 3;
    while (at < size && (text[at] == ';' || (text[at] >= '0' && text[at] <= '9'))) at++;
    return at < size && text[at] == 'm' ? at + 1 : 0;
}

/// The characters that are printed as they are, in addition to plain ones.
typedef enum Passes { NOTHING, LINES, LINES_AND_COLORS } Passes;

static void print_plain(FILE *to, const char *text, size_t size, Passes passes)
{
    for (size_t i = 0; i < size;) {
        size_t plain = i;
        while (plain < size) {
            size_t one = ed_utf8_plain(text + plain, size - plain);
            if (!one && passes == LINES_AND_COLORS) one = color_size(text + plain, size - plain);
            if (!one && passes && (text[plain] == '\n' || text[plain] == '\t')) one = 1;
            if (!one) break;
            plain += one;
        }
        fwrite(text + i, 1, plain - i, to);
        if (plain < size) fputc('?', to);
        i = plain + 1;
    }
}

void ed_print(FILE *to, const char *format, ...)
{
    char buffer[16384];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    size_t length = strlen(format);
    bool ends = length && format[length - 1] == '\n';
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    if (ends && text.size && text.at[text.size - 1] == '\n') text.size--;
    print_plain(to, text.at, text.size, NOTHING);
    if (ends) fputc('\n', to);
}

void ed_print_text(FILE *to, const char *text, size_t size) { print_plain(to, text, size, LINES); }

void ed_print_output(FILE *to, const char *text, size_t size)
{
    print_plain(to, text, size, LINES_AND_COLORS);
}
