/// What the inspector's filter lets through: fields by name or path, told from the types alone, so
/// that it costs the same whether a list holds ten records or a million. "hp" is any field with hp
/// in its name, "player.hp" one of those below a field with player in its name; what is below such
/// a field is shown too. Indices in it mean nothing.
#ifndef HOST_INSPECT_FILTER_H
#define HOST_INSPECT_FILTER_H
#include "runtime/types/types.h"

#define HOST_FILTER_MAX 128u        // bytes of the text, with its terminator
#define HOST_FILTER_PARTS 8u        // names in it; more are left out
#define HOST_FILTER_MEMO 8192u      // slots, a power of two

typedef struct host_Filter {
    char parts[HOST_FILTER_PARTS][HOST_FILTER_MAX];
    u32 count;      // 0: all is shown
    struct host_FilterSlot {
        const ed_Type *type;      // a key only: never followed from here
        u8 mask, state;
        u32 round;      // the slots of another round are free
    } * memo;
    u32 memo_used, round;
} host_Filter;

bool host_filter_open(host_Filter *filter, ed_Arena *arena);      ///< false over the arena's limit
void host_filter_set(host_Filter *filter, const char *text);
/// before each walk: types may be others since
void host_filter_begin(host_Filter *filter);

/// Which parts of the filter a path has met, after `name` was added to one that had met `mask`; 0
/// at first.
u8 host_filter_step(const host_Filter *filter, u8 mask, const char *name);
/// the last name met the last part
bool host_filter_hit(const host_Filter *filter, u8 mask);
/// Some field below a record of that type would be hit.
bool host_filter_below(host_Filter *filter, u8 mask, const ed_Type *type);
#endif
