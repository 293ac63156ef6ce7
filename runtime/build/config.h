/// The settings of a build: the defaults, and what the file build.cfg in the folder of a game says.
///
///     # A comment.
///     cc     = gcc-13
///     cflags = -g -O1 "-DTITLE=\"Red Ant\""
///
/// Words are separated by blanks. A word in double quotes may contain blanks. In quotes, a double
/// quote and a backslash are written with a backslash before them. A comment starts with # where a
/// word could start.
///
/// | setting   | default                             | meaning                                    |
/// |-----------|-------------------------------------|--------------------------------------------|
/// | sources   | game                                | folders of .c, .cpp, .cc and .cxx files    |
/// | schema    | schema                              | folders of .def files                      |
/// | include   | .                                   | folders of headers                         |
/// | module    | build/game.so (.dll, .dylib)        | what is built                              |
/// | generated | build/gen                           | where the generated C goes                 |
/// | cc        | cc, on Windows gcc                  | the C compiler; links if there is no C++   |
/// | cxx       | c++                                 | the C++ compiler; links if there is C++    |
/// | early     | tcc                                 | compiler of the early module, or `none`    |
/// | cflags    | -g -O0                              | options of all compilers                   |
/// | warnings  | -Wall -Wextra -Wconversion -Wshadow | options of cc and cxx                      |
/// | libs      | -lm                                 | options at the end of the linker's command |
#ifndef ED_BUILD_CONFIG_H
#define ED_BUILD_CONFIG_H
#include "runtime/build/words.h"
ED_C_BEGIN

#define ED_BUILD_CONFIG_FILE "build.cfg"

typedef struct ed_BuildConfig {
    ed_Words sources, schema, include;
    ed_Words cc, cxx, early;      // a program and its first arguments; `early` may be empty: none
    ed_Words cflags, warnings, libs;
    const char *module, *generated;
    bool cc_is_default;      // build.cfg names no C compiler
} ed_BuildConfig;

/// Reads build.cfg in the start folder. Without that file, all settings have their defaults. An
/// error in the file begins with file, line and column.
bool ed_build_config_read(ed_BuildConfig *config, ed_Arena *arena, ed_Error *error);
/// Reads the settings from a text; `file` is for messages.
bool ed_build_config_parse(ed_BuildConfig *config, ed_Arena *arena, const char *file, ed_Span text,
                           ed_Error *error);
/// Changes one setting, which is written as in a line of build.cfg.
bool ed_build_config_set(ed_BuildConfig *config, ed_Arena *arena, const char *line,
                         ed_Error *error);

ED_C_END
#endif
