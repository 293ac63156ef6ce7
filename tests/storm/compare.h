/// Compares two value trees of one schema, leaf by leaf.
#ifndef ST_COMPARE_H
#define ST_COMPARE_H
#include "tests/storm/model.h"

typedef struct st_Difference {
    char path[160], expected[400], found[400];
} st_Difference;

/// `root` is the type of both records. `d` gets the first difference.
bool st_same(const st_Schema *schema, u32 root, const st_Value *expected, const st_Value *found,
             st_Difference *d);

#endif
