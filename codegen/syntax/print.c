#include "codegen/syntax/print.h"
#include <stdio.h>
#include <string.h>

typedef struct Sink {
    char *at;
    size_t size, room;      // `size` also counts bytes that did not fit
} Sink;

typedef struct Spec {      // a format directive
    bool left;
    char fill;
    size_t width;
} Spec;

static void put(Sink *sink, const char *bytes, size_t size)
{
    if (sink->size + size <= sink->room) memcpy(sink->at + sink->size, bytes, size);
    sink->size += size;
}

static void put_fill(Sink *sink, char fill, size_t count)
{
    if (sink->size + count <= sink->room) memset(sink->at + sink->size, fill, count);
    sink->size += count;
}

static void put_padded(Sink *sink, const char *bytes, size_t size, Spec spec)
{
    if (spec.left) put(sink, bytes, size);
    if (spec.width > size) put_fill(sink, spec.fill, spec.width - size);
    if (!spec.left) put(sink, bytes, size);
}

/// Inlined for each base, since a division by a constant takes a fraction of the time.
static inline __attribute__((always_inline)) void put_number(Sink *sink, unsigned number,
                                                             unsigned base, Spec spec)
{
    char digits[16], *end = digits + sizeof digits, *at = end;
    do *--at = "0123456789abcdef"[number % base];
    while (number /= base);
    put_padded(sink, at, (size_t)(end - at), spec);
}

/// Writes one directive. Returns the rest of the format, or NULL if only the C library supports the
/// directive.
static const char *put_directive(Sink *sink, const char *format, va_list *args)
{
    if (*format == 's') {
        const char *text = va_arg(*args, const char *);
        put(sink, text, strlen(text));
        return format + 1;
    }
    Spec spec = { .left = *format == '-', .fill = *format == '0' ? '0' : ' ' };
    format += spec.left;
    if (*format == '*') {
        spec.width = (size_t)va_arg(*args, int);
        format++;
    }
    for (; *format >= '0' && *format <= '9'; format++)
        spec.width = spec.width * 10 + (size_t)(*format - '0');
    if (format[0] == '.' && format[1] == '*' && format[2] == 's') {
        size_t size_max = (size_t)va_arg(*args, int);
        const char *text = va_arg(*args, const char *);
        put_padded(sink, text, strnlen(text, size_max), spec);
        return format + 3;
    }
    if (*format == 's') {
        const char *text = va_arg(*args, const char *);
        put_padded(sink, text, strlen(text), spec);
    } else if (*format == 'c') {
        put_padded(sink, &(char){ (char)va_arg(*args, int) }, 1, spec);
    } else if (*format == 'u') {
        put_number(sink, va_arg(*args, unsigned), 10, spec);
    } else if (*format == 'x') {
        put_number(sink, va_arg(*args, unsigned), 16, spec);
    } else {
        return NULL;
    }
    return format + 1;
}

int cg_print(char *at, size_t room, const char *format, va_list args)
{
    Sink sink = { .at = at, .room = room };
    const char *rest = format;
    va_list own;
    va_copy(own, args);
    while (rest && *rest) {
        const char *directive = strchr(rest, '%');
        size_t size = directive ? (size_t)(directive - rest) : strlen(rest);
        put(&sink, rest, size);
        rest = directive ? put_directive(&sink, directive + 1, &own) : rest + size;
    }
    va_end(own);
    if (!rest) return vsnprintf(at, room, format, args);
    put(&sink, "", 1);
    return (int)sink.size - 1;
}
