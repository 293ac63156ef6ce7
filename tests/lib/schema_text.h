/// Schemas that a test writes as in a .def file, with ' instead of ".
#ifndef TEST_SCHEMA_TEXT_H
#define TEST_SCHEMA_TEXT_H
#include "runtime/types/types.h"

/// Compiles a schema in the memory of the arena. Returns NULL, with the errors on standard error, if
/// it is not valid.
const ed_Schema *test_schema(ed_Arena *arena, const char *words);
/// A copy of the text in which every ' is a ".
char *test_quoted(ed_Arena *arena, const char *words);

#endif
