/// What an upgrade function is given (old_record.h): the record as its writer laid it out.
#ifndef ED_MIGRATE_UPGRADE_H
#define ED_MIGRATE_UPGRADE_H
#include "runtime/snapshot/decode.h"
ED_C_BEGIN

struct ed_Before {
    ed_Decoder *d;      // that decoded it
    ed_OldRecord record;
    ed_Arena *arena;       // texts, until the function returns
    char reason[200];      // why it is refused
};

ED_C_END
#endif
