/// Exact-width types, and a few macros, for every file.
#ifndef ED_BASE_H
#define ED_BASE_H
#if (!defined(__linux__) && !defined(__APPLE__) && !defined(_WIN32)) || __SIZEOF_POINTER__ != 8 \
    || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#    error "eddie runs only on 64-bit, little-endian systems with Linux, macOS or Windows"
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef float f32;
typedef double f64;

#define ED_VERSION "0.1.0"      // of the host and of eddiec

#define ED_COUNT(array) ((u32)(sizeof(array) / sizeof((array)[0])))

typedef struct ed_Span {      // bytes, borrowed
    const u8 *at;
    size_t size;
} ed_Span;

#ifdef __cplusplus
#    define ED_C_BEGIN extern "C" {
#    define ED_C_END }
#else
#    define ED_C_BEGIN
#    define ED_C_END
#endif

/// A game and its host share structs. Some options of compilers change the layout of all structs,
/// and the host would then read at wrong addresses.
typedef struct ed_LayoutCheck {
    enum { ED_LAYOUT_CHECK } kind;
    u8 byte;
    u64 number;
} ed_LayoutCheck;
#ifdef __cplusplus
static_assert(
#else
_Static_assert(
#endif
    sizeof(ed_LayoutCheck) == 16 && offsetof(ed_LayoutCheck, byte) == 4,
    "remove -fpack-struct, -fshort-enums and #pragma pack: host and game share these structs");

/// ED_FORMAT makes the compiler check the arguments of a formatting function against its format.
#if defined(_WIN32) && defined(__GNUC__) && !defined(__clang__)
// mingw-w64 would otherwise check formats by the rules of Microsoft's printf, which has no %zu.
#    define ED_FORMAT(format_at, args_at) __attribute__((format(gnu_printf, format_at, args_at)))
#elif defined(__GNUC__)
#    define ED_FORMAT(format_at, args_at) __attribute__((format(printf, format_at, args_at)))
#else
#    define ED_FORMAT(format_at, args_at)
#endif

/// ED_EXPORT makes a function visible outside its library. Names of libraries and programs end in a
/// suffix of the system, and a separator is between the folders of the variable PATH.
#ifdef _WIN32
#    define ED_ON_WINDOWS 1
#    define ED_ON_MACOS 0
#    define ED_EXPORT __declspec(dllexport)
#    define ED_LIBRARY_SUFFIX ".dll"
#    define ED_PROGRAM_SUFFIX ".exe"
#    define ED_PATH_SEPARATOR ";"
#else
#    define ED_ON_WINDOWS 0
#    ifdef __GNUC__
#        define ED_EXPORT __attribute__((visibility("default")))
#    else
#        define ED_EXPORT
#    endif
#    ifdef __APPLE__
#        define ED_ON_MACOS 1
#        define ED_LIBRARY_SUFFIX ".dylib"
#    else
#        define ED_ON_MACOS 0
#        define ED_LIBRARY_SUFFIX ".so"
#    endif
#    define ED_PROGRAM_SUFFIX ""
#    define ED_PATH_SEPARATOR ":"
#endif
#endif
