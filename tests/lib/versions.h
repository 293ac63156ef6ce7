/// Small games described by text, in any version: a state of a few fields, and one struct.
#ifndef TESTS_VERSIONS_H
#define TESTS_VERSIONS_H
#include "runtime/api/module.h"

typedef struct test_Version {
    ed_Module module;
    ed_Schema schema;
    const ed_Type *types[2], *states[1];      // the struct, then the state
} test_Version;

/// Makes a struct from `words`, such as "a:u16[4] b:Item[..3] c:u16=300"; no field is optional. A
/// type name that is not a number type stands for `item`. `key` is the name of the key field. If it
/// is NULL or not the name of a field, the struct has no key. The memory belongs to the test.
ed_Type *test_type(const char *name, const char *words, const ed_Type *item, const char *key);
/// A field of such a struct, which the test may change.
ed_Field *test_field(const ed_Type *type, const char *name);
/// The tag of a former name, in memory of the test: the `was` of a field with one former name.
const u32 *test_was(const char *name);
/// Makes a game with one state, which has the name `state` and the fields `words`, and with `item`.
test_Version *test_version(const char *state, const char *words, const ed_Type *item);
#endif
