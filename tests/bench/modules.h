/// The two modules under measure, built as a user's are, and schemas of one root each so that it
/// can be timed alone.
#ifndef BN_MODULES_H
#define BN_MODULES_H
#include "runtime/api/module.h"
#include "tests/bench/sample.h"
ED_C_BEGIN

typedef struct bn_Modules {
    const ed_Module *now, *next;
    ed_Schema now_of[BN_KINDS], next_of[BN_KINDS];      // the root and the types it needs
} bn_Modules;

/// FOLDER/now.so and FOLDER/next.so, never closed. False, in words on standard error, where one
/// cannot be loaded.
bool bn_modules_load(const char *folder, bn_Modules *modules);

ED_C_END
#endif
