#include "runtime/os/c_library/c_library.h"

#undef NDEBUG      // it would hide a function
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// The only object of the runtime that refers to the C library by its names. The Makefile reads this
// file: for each function ed_c_NAME, it renames NAME in all other objects. memcpy, memmove, memset
// and memcmp keep their names: compilers call them, too, so those of a game have to be right.

#define ALL(X) \
    X(__assert_fail) \
    X(__errno_location) \
    X(fputc) \
    X(fwrite) \
    X(log10) \
    X(madvise) \
    X(memchr) \
    X(mmap) \
    X(msync) \
    X(munmap) \
    X(qsort) \
    X(round) \
    X(strchr) \
    X(strcmp) \
    X(strcspn) \
    X(strerror) \
    X(strlen) \
    X(strncmp) \
    X(strnlen) \
    X(strspn) \
    X(strtod) \
    X(strtol) \
    X(strtoll) \
    X(strtoull) \
    X(sysconf) \
    X(vsnprintf)

#define FIELD(name) __typeof__(&name) name;
#define LINKED(name) .name = name,

// The initial addresses are those that the linker found, for code that runs before the table is
// set, such as constructors.
ED_EXPORT struct ed_CLibrary {
    ALL(FIELD)
} ed_c_library;
struct ed_CLibrary ed_c_library = { ALL(LINKED) };

void ed_c_library_pass(void *table) { *(struct ed_CLibrary *)table = ed_c_library; }

// --- what the other objects call -----------------------------------------------------------------

#define C (&ed_c_library)

void ed_c___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    C->__assert_fail(text, file, line, function);
}

int *ed_c___errno_location(void) { return C->__errno_location(); }
int ed_c_fputc(int c, FILE *to) { return C->fputc(c, to); }

size_t ed_c_fwrite(const void *from, size_t size, size_t count, FILE *to)
{
    return C->fwrite(from, size, count, to);
}

double ed_c_log10(double x) { return C->log10(x); }
int ed_c_madvise(void *at, size_t size, int advice) { return C->madvise(at, size, advice); }
void *ed_c_memchr(const void *at, int c, size_t size) { return C->memchr(at, c, size); }

void *ed_c_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return C->mmap(at, size, protection, flags, file, offset);
}

int ed_c_msync(void *at, size_t size, int flags) { return C->msync(at, size, flags); }
int ed_c_munmap(void *at, size_t size) { return C->munmap(at, size); }

void ed_c_qsort(void *at, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    C->qsort(at, count, size, compare);
}

double ed_c_round(double x) { return C->round(x); }
char *ed_c_strchr(const char *text, int c) { return C->strchr(text, c); }
int ed_c_strcmp(const char *a, const char *b) { return C->strcmp(a, b); }
size_t ed_c_strcspn(const char *text, const char *reject) { return C->strcspn(text, reject); }
char *ed_c_strerror(int error) { return C->strerror(error); }
size_t ed_c_strlen(const char *text) { return C->strlen(text); }
int ed_c_strncmp(const char *a, const char *b, size_t size) { return C->strncmp(a, b, size); }
size_t ed_c_strnlen(const char *text, size_t size) { return C->strnlen(text, size); }
size_t ed_c_strspn(const char *text, const char *accept) { return C->strspn(text, accept); }
double ed_c_strtod(const char *text, char **end) { return C->strtod(text, end); }
long ed_c_strtol(const char *text, char **end, int base) { return C->strtol(text, end, base); }

long long ed_c_strtoll(const char *text, char **end, int base)
{
    return C->strtoll(text, end, base);
}

unsigned long long ed_c_strtoull(const char *text, char **end, int base)
{
    return C->strtoull(text, end, base);
}

long ed_c_sysconf(int name) { return C->sysconf(name); }

int ed_c_vsnprintf(char *to, size_t size, const char *format, va_list args)
{
    return C->vsnprintf(to, size, format, args);
}

int ed_c_snprintf(char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = C->vsnprintf(to, size, format, args);
    va_end(args);
    return length;
}
