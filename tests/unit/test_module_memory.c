#include "runtime/run/module_memory.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

// --- states with [[globals]] -----------------------------------------------------------------------

/// The pointer of a module to its state, as the generated code of a state with [[globals]] has it.
typedef struct Pointer {
    u8 *at;
    u32 offset;        // of the field `n`
    bool was_set;      // before load and start, too
} Pointer;
static Pointer pointers[2];
static u32 current;

static void look(ed_Host *host)
{
    pointers[current].was_set &= pointers[current].at == host->states[0].at;
}

static void count(ed_Host *host)
{
    u16 n;
    u8 *at = pointers[current].at + pointers[current].offset;
    look(host);
    memcpy(&n, at, sizeof n);
    n++;
    memcpy(at, &n, sizeof n);
}

/// A version with the fields, whose module has the pointer `index`.
static ed_Module *version(const char *words, u32 index)
{
    ed_Module *module = walk_version(words, "id:u32");
    ed_Type *state = (ed_Type *)(uintptr_t)module->schema->states[0];
    pointers[index] =
        (Pointer){ .was_set = true, .offset = ed_field_by_name(state, "n", 1)->offset };
    state->globals = &pointers[index].at;
    module->load = module->start = look;
    module->update = count;
    current = index;
    return module;
}

TEST(the_pointer_to_a_state_is_set_before_each_call)
{
    ed_Error error = { .code = ED_OK };
    ed_Span document;
    CHECK(ed_run_open(&walk_run, version("n:u16", 0), 1, &error));
    CHECK(ed_run_update(&walk_run, NULL));
    CHECK_TEXT(walk_get("Z.n"), "1");
    CHECK(ed_run_replace(&walk_run, version("more:f64 n:u16", 1), &error));
    CHECK(ed_run_update(&walk_run, NULL));
    CHECK_TEXT(walk_get("Z.n"), "2");
    CHECK(ed_run_pack(&walk_run, &document, &error));
    CHECK(ed_run_update(&walk_run, NULL));
    CHECK(ed_run_load(&walk_run, document.at, document.size, &error));
    pointers[1].at = NULL;
    CHECK(ed_run_update(&walk_run, NULL));
    CHECK_TEXT(walk_get("Z.n"), "3");
    CHECK(pointers[0].was_set && pointers[1].was_set);
    ed_run_close(&walk_run);
}
