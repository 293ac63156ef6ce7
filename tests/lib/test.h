/// The test harness: a TEST's name states a fact, and its body fits on a screen. A failed check
/// ends its test and says where.
#ifndef ED_TEST_H
#define ED_TEST_H
#include <string.h>
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"

typedef void TestBody(void);
void test_add(const char *name, const char *file, TestBody *body);
void test_fail(const char *file, int line, const char *format, ...) ED_FORMAT(3, 4);
/// Opens an arena, which the harness closes after the test.
ed_Arena *test_arena(void);
ed_Writer test_writer(void);      ///< over a test_arena

typedef int TestProgram(int argc, char **argv);
void test_program_add(const char *name, TestProgram *program);

/// A program that a test starts: this one, with the name as its first argument.
#define TEST_PROGRAM(name) \
    static int name(int argc, char **argv); \
    __attribute__((constructor)) static void add_##name(void) { test_program_add(#name, name); } \
    static int name(int argc, char **argv)

#define TEST(name) \
    static void name(void); \
    __attribute__((constructor)) static void add_##name(void) { test_add(#name, __FILE__, name); } \
    static void name(void)

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            test_fail(__FILE__, __LINE__, "%s", #condition); \
            return; \
        } \
    } while (0)

#define CHECK_EQ(found, expected) \
    do { \
        long long f_ = (long long)(found), e_ = (long long)(expected); \
        if (f_ != e_) { \
            test_fail(__FILE__, __LINE__, "%s is %lld, not %lld", #found, f_, e_); \
            return; \
        } \
    } while (0)

#define CHECK_TEXT(found, expected) \
    do { \
        const char *f_ = (found), *e_ = (expected); \
        if (strcmp(f_, e_) != 0) { \
            test_fail(__FILE__, __LINE__, "%s is\n  %s\nnot\n  %s", #found, f_, e_); \
            return; \
        } \
    } while (0)

#define CHECK_HAS(text, part) \
    do { \
        const char *t_ = (text); \
        if (!strstr(t_, part)) { \
            test_fail(__FILE__, __LINE__, "%s is\n  %s\nand lacks\n  %s", #text, t_, part); \
            return; \
        } \
    } while (0)

/// The bytes a call writes: CHECK_BYTES(ed_write_u64(&w, 200), "\xcc\xc8").
#define CHECK_BYTES(call, literal) \
    do { \
        ed_Writer w = test_writer(); \
        call; \
        bool same_ = w.size == sizeof(literal) - 1 && memcmp(w.bytes, literal, w.size) == 0; \
        if (!same_) { \
            test_fail(__FILE__, __LINE__, "%s wrote %zu bytes that differ from the expected ones", \
                      #call, w.size); \
            return; \
        } \
    } while (0)
#endif
