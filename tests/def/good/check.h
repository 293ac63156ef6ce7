/// What the checks of the generated code share. A failing line is printed; packing is left out.
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>
#include <string.h>
#include "runtime/snapshot/encode.h"

static int failed;

#define CHECK(fact) \
    ((fact) ? (void)0 \
            : (void)(failed = 1, printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #fact)))

static void check(ed_Arena *arena);

void ed_pack_rows(ed_Writer *w, const ed_Type *type, const void *rows, u32 count)
{
    (void)w, (void)type, (void)rows, (void)count;
}

bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count)
{
    (void)r, (void)arena, (void)type, (void)rows, (void)count;
    return false;
}

int main(void)
{
    ed_Arena arena = {0};
    ed_Error error = {0};
    if (!ed_arena_open(&arena, "check", (size_t)64 << 20, &error)) return 1;
    check(&arena);
    ed_arena_close(&arena);
    return failed;
}
#endif
