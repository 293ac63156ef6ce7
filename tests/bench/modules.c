#include "tests/bench/modules.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define TYPES_MAX 32u

static const ed_Module *load(const char *folder, const char *name)
{
    char path[512];
    const ed_Module *(*entry)(void) = NULL;
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library) *(void **)&entry = dlsym(library, "eddie_module");
    if (!entry) fprintf(stderr, "bench: no module: %s\n", dlerror());
    return entry ? entry() : NULL;
}

static void mark(const ed_Schema *all, const ed_Type *type, bool *needed)
{
    for (u32 i = 0; i < all->type_count; i++)
        if (all->types[i] == type) needed[i] = true;
    for (u32 i = 0; i < type->field_count; i++)
        if (type->fields[i].type) mark(all, type->fields[i].type, needed);
}

static ed_Schema schema_of(const ed_Schema *all, u32 root, const ed_Type **types)
{
    bool needed[TYPES_MAX] = { false };
    u32 count = 0;
    mark(all, all->states[root], needed);
    for (u32 i = 0; i < all->type_count; i++)
        if (needed[i]) types[count++] = all->types[i];
    return (ed_Schema){
        .types = types, .type_count = count, .states = &all->states[root], .state_count = 1
    };
}

static bool fits(const ed_Module *module)
{
    return module && module->schema->type_count <= TYPES_MAX
        && module->schema->state_count == BN_KINDS;
}

bool bn_modules_load(const char *folder, bn_Modules *modules)
{
    static const ed_Type *types[2][BN_KINDS][TYPES_MAX];
    modules->now = load(folder, "now");
    modules->next = load(folder, "next");
    if (!fits(modules->now) || !fits(modules->next)) return false;
    for (u32 i = 0; i < BN_KINDS; i++) {
        modules->now_of[i] = schema_of(modules->now->schema, i, types[0][i]);
        modules->next_of[i] = schema_of(modules->next->schema, i, types[1][i]);
    }
    return true;
}
