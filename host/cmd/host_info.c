#include "host/cmd/host_info.h"
#include <stdio.h>
#include <string.h>
#include "runtime/debug/exit_code.h"
#include "runtime/base/limits.h"
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/debug/game_source.h"
#include "runtime/os/memory/huge_pages.h"
#include "runtime/os/system/machine.h"

// an offset in a large arena beyond which the arena always asks for huge pages: see arena.c
#define TRIED_FROM ((size_t)4 << 20)
#define TRIED_SIZE ((size_t)4 << 20)
#define FACTS_MAX 16u

typedef struct Fact {
    const char *name;
    char value[64];
    bool is_text;
} Fact;

typedef struct Facts {
    Fact rows[FACTS_MAX];
    u32 count;
} Facts;

static void add_text(Facts *facts, const char *name, const char *value)
{
    Fact *fact = &facts->rows[facts->count++];
    fact->name = name;
    fact->is_text = true;
    snprintf(fact->value, sizeof fact->value, "%s", value);
}

static void add_number(Facts *facts, const char *name, u64 value)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    add_text(facts, name, text);
    facts->rows[facts->count - 1].is_text = false;
}

// --- huge pages ----------------------------------------------------------------------------------

static void add_setting(Facts *facts)
{
    char setting[64];
    add_text(facts, "huge pages",
             ed_huge_pages_setting(setting, sizeof setting) ? setting : "not available");
}

/// Allocates memory as for a large state, and tests whether it is backed by huge pages.
static void add_used(Facts *facts)
{
    ed_Arena arena;
    bool huge = false;
    if (ed_arena_open(&arena, "test of huge pages", ed_bytes_max, NULL)) {
        u8 *at = (u8 *)ed_arena_push(&arena, TRIED_FROM + TRIED_SIZE, 64);
        if (at) memset(at + TRIED_FROM, 1, TRIED_SIZE);
        if (at) huge = ed_huge_pages_at(at + TRIED_FROM);
        ed_arena_close(&arena);
    }
    add_text(facts, "huge pages used", huge ? "yes" : "no");
}

// --- all facts -----------------------------------------------------------------------------------

static void collect(Facts *facts)
{
    add_text(facts, "version", ED_VERSION);
    add_number(facts, "processors", ed_machine_processors());
    add_number(facts, "page size", ed_machine_page_bytes());
    add_setting(facts);
    add_used(facts);
    add_number(facts, "state bytes max", ed_bytes_max);
    add_number(facts, "snapshot bytes max", ed_snapshot_bytes_max());
    add_number(facts, "attic bytes max", ed_attic_bytes_max());
    add_text(facts, "watching", ed_source_watcher());
}

static void print_text(const Facts *facts)
{
    for (u32 i = 0; i < facts->count; i++)
        ed_print(stdout, "%s: %s\n", facts->rows[i].name, facts->rows[i].value);
}

static void print_json(const Facts *facts)
{
    char buffer[2048];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    for (u32 i = 0; i < facts->count; i++) {
        const Fact *fact = &facts->rows[i];
        ed_text_add(&out, "%s\"", i ? "," : "{");
        for (const char *at = fact->name; *at; at++) ed_text_put(&out, *at == ' ' ? "_" : at, 1);
        ed_text_put(&out, "\":", 2);
        if (fact->is_text) ed_text_json(&out, fact->value, strlen(fact->value));
        else ed_text_add(&out, "%s", fact->value);
    }
    printf("%s}\n", buffer);
}

int host_info(bool json)
{
    Facts facts = { .count = 0 };
    collect(&facts);
    if (json) print_json(&facts);
    else print_text(&facts);
    return ED_EXIT_OK;
}
