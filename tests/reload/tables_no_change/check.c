#include <string.h>
#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 2);
    set("Game.actors[1].held", "SWORD");
    set("Game.actors[1].bag", "[\"STICK\", \"BOW\"]");
    set("Game.actors[1].worn", "[\"SWORD\", null, \"STICK\"]");
    set("Game.actors[1].wanted", "BOW");
    set("Game.level", "\"1\"");
    set("Game.last", "\"2\"");
}

/// Fails unless the pointer leads to that row of the module that runs.
static void leads_to(const char *path, u32 row)
{
    ed_ValueRef ref;
    u64 at;
    if (!find(path, &ref)) return;
    const ed_Type *type = ref.field->type;
    memcpy(&at, ref.at, sizeof at);
    if (at != (u64)(uintptr_t)type->rows + row * type->row_size)
        fail("the address of", path, "is another one");
}

// The memory is adopted, and its pointers into the old module lead to the new one.
void check(void)
{
    is("Game.actors[1].held", "\"SWORD\"");
    is("Game.level", "\"1\"");
    leads_to("Game.actors[0].held", 0);
    leads_to("Game.actors[1].held", 1);
    leads_to("Game.actors[1].worn[2]", 3);
    leads_to("Game.last", 2);
    lossless(true);
}

void back(void) { check(); }
