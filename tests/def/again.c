// again FILE: reads the snapshot FILE into memory laid out by the file's own types, and writes it
// from there to standard output. again FILE COUNT: reads it so many times with some bits flipped;
// each is read or refused with an error message, and planning a migration of it does not crash.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/attic/dry_run.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/layout.h"

static ed_Arena arenas[ED_ROOTS_MAX + 3];

static ed_Arena *arena_at(u32 index)
{
    if (!arenas[index].base && !ed_arena_open(&arenas[index], "again", (size_t)256 << 20, NULL))
        exit(1);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

static bool again(ed_Span bytes, ed_Writer *w, ed_Error *error)
{
    ed_Document document;
    ed_Schema schema;
    ed_Report report;
    ed_RootMemory blocks[ED_ROOTS_MAX];
    ed_Arena *own = arena_at(0), *scratch = arena_at(1);
    ed_write_init(w, arena_at(2));
    if (!ed_document_read(bytes.at, bytes.size, own, &document, error)
        || !ed_layout(&document, own, &schema, error))
        return false;
    if (schema.state_count > ED_ROOTS_MAX) return false;
    for (u32 i = 0; i < schema.state_count; i++)
        blocks[i] = (ed_RootMemory){ NULL, arena_at(3 + i) };
    ed_State state = {
        .game = document.game, .frame = document.frame, .schema = &schema, .roots = blocks
    };
    if (!ed_snapshot_read(bytes.at, bytes.size, &state, scratch, &report, error)) return false;
    return ed_snapshot_write(w, &state);
}

static bool plans(ed_Span now, ed_Span next, bool bare)
{
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    bool at_next;
    return ed_dry_run(&(ed_DryRun){ now, next, bare, bare }, arena_at(0), &report, &at_next, &error)
        || *error.text;
}

static u64 dice(void)
{
    static u64 seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/// The hash is cut off: what was altered is read.
static bool flip(ed_Span good, int count)
{
    u8 *bytes = malloc(good.size);
    ed_Span altered = { bytes, good.size - 8 };
    ed_Writer w;
    bool fine = true;
    for (int i = 0; fine && i < count; i++) {
        ed_Error error = { .code = ED_OK };
        memcpy(bytes, good.at, good.size);
        bytes[altered.size - 1] = 0xc0;
        for (u64 flips = dice() % 3 + 1; flips > 0; flips--)
            bytes[dice() % altered.size] ^= (u8)(1u << dice() % 8);
        fine = again(altered, &w, &error) || *error.text || w.err.code;
        fine = fine && plans(altered, good, false) && plans(altered, good, true)
            && plans(good, altered, false);
    }
    free(bytes);
    return fine;
}

int main(int argc, char **argv)
{
    static u8 bytes[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    ed_Error error = { .code = ED_OK };
    ed_Writer w;
    if (!file) return 2;
    ed_Span good = { bytes, fread(bytes, 1, sizeof bytes, file) };
    fclose(file);
    if (argc > 2) return flip(good, atoi(argv[2])) ? 0 : 1;
    if (!again(good, &w, &error)) {
        fprintf(stderr, "%s\n", *error.text ? error.text : w.err.text);
        return 1;
    }
    fwrite(w.bytes, 1, w.size, stdout);
    return 0;
}
