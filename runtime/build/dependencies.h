/// Reads the files in which compilers list what they have read, in the syntax of make:
///
///     game.o: game/main.c game/a\ name\ with\ blanks.h build/gen/game.gen.h
///
/// A rule continues in the next line if a line ends in a backslash.
#ifndef ED_BUILD_DEPENDENCIES_H
#define ED_BUILD_DEPENDENCIES_H
#include "runtime/build/words.h"
ED_C_BEGIN

typedef enum ed_DependencyForm {
    ED_DEPENDENCIES_WORDS,      // gcc, clang: words; characters special to make are escaped
    ED_DEPENDENCIES_LINES       // tcc: a line for each file; blanks in its name may be escaped
} ed_DependencyForm;

/// Adds the prerequisites of the first rule in `text`; the following rules, which -MP adds, have
/// only targets. Returns false if there is no rule.
bool ed_dependencies_parse(ed_Words *files, ed_Arena *arena, ed_Span text, ed_DependencyForm form);

ED_C_END
#endif
