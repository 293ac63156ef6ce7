#include "runtime/base/print.h"
#include "runtime/base/str.h"

void ed_print(FILE *to, const char *format, ...)
{
    char buffer[16384];
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    ed_print_text(to, text.at, text.size);
}

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

static void print_plain(FILE *to, const char *text, size_t size, bool colors)
{
    for (size_t i = 0; i < size;) {
        size_t plain = i;
        while (plain < size) {
            size_t one = ed_utf8_plain(text + plain, size - plain);
            if (!one && colors) one = color_size(text + plain, size - plain);
            if (!one && text[plain] != '\n' && text[plain] != '\t') break;
            plain += one ? one : 1;
        }
        fwrite(text + i, 1, plain - i, to);
        if (plain < size) fputc('?', to);
        i = plain + 1;
    }
}

void ed_print_text(FILE *to, const char *text, size_t size) { print_plain(to, text, size, false); }

void ed_print_output(FILE *to, const char *text, size_t size) { print_plain(to, text, size, true); }
