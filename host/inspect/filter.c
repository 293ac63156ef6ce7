#include "host/inspect/filter.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/base/str.h"

#define QUEUE_MAX 2048u      // types in one search; a larger search counts as a match

enum { UNKNOWN, SEEN, NO, YES };

typedef struct host_FilterSlot Slot;

bool host_filter_open(host_Filter *filter, ed_Arena *arena)
{
    *filter = (host_Filter){ .generation = 1 };
    filter->memo = ed_arena_push(arena, HOST_FILTER_MEMO * sizeof(Slot), _Alignof(Slot));
    return filter->memo != NULL;
}

/// Copies the name up to the next `.`, without indices in brackets. Returns the rest of the text.
static const char *take_part(const char *text, char *part)
{
    size_t size = 0;
    bool inside = false;
    for (; *text && *text != '.'; text++) {
        inside = (inside || *text == '[') && *text != ']';
        if (!inside && *text != ']' && size + 1 < HOST_FILTER_MAX) part[size++] = *text;
    }
    part[size] = 0;
    return text;
}

void host_filter_set(host_Filter *filter, const char *text)
{
    filter->count = 0;
    while (*text && filter->count < HOST_FILTER_PARTS) {
        text = take_part(text, filter->parts[filter->count++]);
        if (*text == '.' && text[1]) text++;
        else break;
    }
}

void host_filter_begin(host_Filter *filter)
{
    filter->generation++;
    filter->memo_used = 0;
}

u8 host_filter_step(const host_Filter *filter, u8 mask, const char *name)
{
    u32 next = mask;      // a part that matched higher up stays matched
    for (u32 i = 0; i < filter->count; i++) {
        bool before = i == 0 || (mask >> (i - 1) & 1);
        if (before && ed_find_any_case(name, filter->parts[i])) next |= 1u << i;
    }
    return (u8)next;
}

bool host_filter_hit(const host_Filter *filter, u8 mask)
{
    return filter->count == 0 || (mask >> (filter->count - 1) & 1);
}

/// Returns the slot of `type` and `mask`, or a new one with the state UNKNOWN. NULL if half of the
/// table is used.
static Slot *slot_of(host_Filter *filter, const ed_Type *type, u8 mask)
{
    u64 hash = ed_hash_u64((u64)(uintptr_t)type, mask);
    for (u64 i = hash;; i++) {
        Slot *slot = &filter->memo[i & (HOST_FILTER_MEMO - 1)];
        if (slot->generation == filter->generation && slot->type == type && slot->mask == mask)
            return slot;
        if (slot->generation == filter->generation) continue;
        if (filter->memo_used >= HOST_FILTER_MEMO / 2) return NULL;
        filter->memo_used++;
        *slot = (Slot){ type, mask, UNKNOWN, filter->generation };
        return slot;
    }
}

/// Appends the types of the fields of `slot` to the queue. True if a field matches, or if the
/// search became too large.
static bool spread(host_Filter *filter, const Slot *slot, Slot **queue, u32 *count)
{
    for (u32 i = 0; i < slot->type->field_count; i++) {
        const ed_Field *field = &slot->type->fields[i];
        u8 mask = host_filter_step(filter, slot->mask, field->name);
        if (host_filter_hit(filter, mask)) return true;
        if (!ed_field_is_record(field)) continue;
        Slot *next = slot_of(filter, field->type, mask);
        if (!next || next->state == YES || *count == QUEUE_MAX) return true;
        if (next->state != UNKNOWN) continue;
        next->state = SEEN;
        queue[(*count)++] = next;
    }
    return false;
}

bool host_filter_below(host_Filter *filter, u8 mask, const ed_Type *type)
{
    Slot *queue[QUEUE_MAX];
    Slot *start = slot_of(filter, type, mask);
    if (!start) return true;
    if (start->state != UNKNOWN) return start->state == YES;
    u32 count = 0;
    bool found = false;
    start->state = SEEN;
    queue[count++] = start;
    for (u32 i = 0; i < count && !found; i++) found = spread(filter, queue[i], queue, &count);
    // Without a match, the result is NO for all types in the queue. With a match, only the result
    // for the first type is known.
    for (u32 i = 0; i < count; i++) queue[i]->state = found ? UNKNOWN : NO;
    if (found) start->state = YES;
    return found;
}
