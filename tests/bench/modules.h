/// The two measured modules, built as a user's are, and schemas with a single root each, so that it
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

/// Loads FOLDER/now.so and FOLDER/next.so, which are never closed. Returns false, with an error
/// message on standard error, if one cannot be loaded.
bool bn_modules_load(const char *folder, bn_Modules *modules);

ED_C_END
#endif
