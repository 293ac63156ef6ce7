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

void ed_print_text(FILE *to, const char *text, size_t size)
{
    for (size_t i = 0; i < size;) {
        size_t plain = i;
        while (plain < size) {
            size_t one = ed_utf8_plain(text + plain, size - plain);
            if (!one && text[plain] != '\n' && text[plain] != '\t') break;
            plain += one ? one : 1;
        }
        fwrite(text + i, 1, plain - i, to);
        if (plain < size) fputc('?', to);
        i = plain + 1;
    }
}
