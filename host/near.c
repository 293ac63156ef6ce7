#include "host/near.h"
#include <string.h>

static u32 distance_max(const char *name)
{
    return strlen(name) < 4 ? 1 : 2;
}

const char *host_near(const char *name, const char *const *names, u32 count)
{
    const char *best = NULL;
    u32 best_distance = distance_max(name) + 1;
    for (u32 i = 0; i < count; i++) {
        u32 distance = ed_name_distance(name, names[i]);
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = names[i];
    }
    return best;
}

void host_near_add(ed_Text *out, const char *name, const char *const *names, u32 count)
{
    const char *best = host_near(name, names, count);
    if (best) ed_text_add(out, ": did you mean %s?", best);
}
