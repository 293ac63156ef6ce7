// Pack, unpack and migrate beside memcpy, in one run: medians, and ratios to the memcpy of the same bytes in memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "gen/unit.gen.h"
#include "runtime/pack.h"
#include "runtime/unpack.h"

#define ROWS   100000u
#define ROUNDS 15u

static Before  *rows, *copy;
static After   *after;
static ed_Arena packed, arena, plans;
static ed_Writer w;

static f64 now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (f64)t.tv_sec * 1e3 + (f64)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    f64 one = *(const f64 *)a, other = *(const f64 *)b;
    return (one > other) - (one < other);
}

static f64 median(void (*step)(void))
{
    f64 ms[ROUNDS];
    step();      // pages and caches
    for (u32 i = 0; i < ROUNDS; i++) {
        f64 start = now_ms();
        step();
        ms[i] = now_ms() - start;
    }
    qsort(ms, ROUNDS, sizeof *ms, by_size);
    return ms[ROUNDS / 2];
}

static void copy_rows(void) { memcpy(copy, rows, ROWS * sizeof *rows); }

static void pack_rows(void)
{
    ed_arena_reset(&packed);
    ed_write_init(&w, &packed);
    Before_pack(&w, rows, ROWS);
}

static void unpack_as(const ed_Type *type, void *into)
{
    ed_Report report;
    ed_Plan plan;
    ed_Reader r;
    ed_arena_reset(&arena);
    ed_arena_reset(&plans);
    ed_report_init(&report, &plans);
    ed_plan_init(&plan, &plans, &report, &(ed_Tables){ .count = 0 }, NULL, false);
    ed_PlanPair *pair = ed_plan_pair(&plan, &Before_type, type);
    ed_read_init(&r, w.bytes, w.size);
    u32 count = ed_read_array(&r);
    for (u32 i = 0; i < count; i++) {
        void *it = (u8 *)into + (size_t)i * type->size;
        type->init(&arena, it);
        ed_unpack_record(&(ed_Unpack){ &r, &arena, &plan, false }, pair, type, it, (ed_Spot){ 0, 0 });
    }
}

static void unpack_rows(void)  { unpack_as(&Before_type, copy); }
static void migrate_rows(void) { unpack_as(&After_type, after); }

static void tell(const char *what, f64 ms, f64 base)
{
    printf("  %-28s %8.2f ms %8.1f x memcpy %8.1f ns a record\n", what, ms, ms / base, ms * 1e6 / ROWS);
}

int main(void)
{
    ed_Error error = { .code = ED_OK };
    rows  = calloc(ROWS, sizeof *rows);
    copy  = calloc(ROWS, sizeof *copy);
    after = calloc(ROWS, sizeof *after);
    if (!ed_arena_open(&packed, "packed", (size_t)1 << 30, &error) || !ed_arena_open(&arena, "arena", (size_t)1 << 30, &error)
        || !ed_arena_open(&plans, "plans", (size_t)1 << 28, &error)) return 1;
    for (u32 i = 0; i < ROWS; i++) {
        Before_init(&arena, &rows[i]);
        rows[i] = (Before){ .a = i, .b = i * 7, .gone = i & 3, .at = { (f32)i, (f32)i / 3 }, .path_count = i & 3 };
    }
    f64 base = median(copy_rows), pack = median(pack_rows), unpack = median(unpack_rows);
    if (memcmp(rows, copy, ROWS * sizeof *rows) != 0) { printf("the round trip is not equal\n"); return 1; }
    f64 migrate = median(migrate_rows);
    printf("%u records of %zu bytes, %zu bytes packed (open form)\n", ROWS, sizeof *rows, w.size);
    tell("memcpy", base, base);
    tell("pack", pack, base);
    tell("unpack, same layout", unpack, base);
    tell("unpack, changed layout", migrate, base);
    return 0;
}
