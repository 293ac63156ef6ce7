#include "runtime/run/module_check.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/keyed_table.h"

/// Checks that every upgrade function that the schema names is defined, before a reload needs it.
static bool check_hooks(const ed_Schema *schema, ed_Error *error)
{
    for (u32 i = 0; i < schema->type_count; i++) {
        const ed_Type *type = schema->types[i];
        if (!type->upgrade_name || type->upgrade_at) continue;
        ed_fail(
            error, ED_ERR_UPGRADE,
            "%s has [[upgrade(%s)]], but no file of the game defines that function: write `bool "
            "%s(ed_Arena *arena, %s *it, const ed_OldRecord *old)`, or remove the attribute",
            type->name, type->upgrade_name, type->upgrade_name, type->name);
        return false;
    }
    return true;
}

/// NaN fails the comparison, so it is refused too.
static bool check_view(const char *name, f32 units, ed_Error *error)
{
    if (units >= 0 && units <= ED_VIEW_MAX) return true;
    const bool nan = units != units;
    ed_fail(error, ED_ERR_MODULE, "%s is %g: the width and height of a view must be 0 to %d units",
            name, nan ? fabs((f64)units) : (f64)units, ED_VIEW_MAX);
    return false;
}

static bool read_tables(const ed_Schema *schema, ed_Error *error)
{
    for (u32 i = 0; i < schema->keyed_count; i++)
        if (!ed_keyed_table_read(schema->keyed[i], error)) return false;
    return true;
}

bool ed_module_check(const ed_Module *module, ed_Error *error)
{
    if (!module) {
        ed_fail(error, ED_ERR_MODULE,
                "the module's function eddie_module returned NULL: return the address of an "
                "ed_Module, see runtime/api/module.h");
        return false;
    }
    if (module->abi != (u32)ED_ABI) {
        ed_fail(error, ED_ERR_ABI,
                "the module was built against another version of the runtime: build it again with "
                "the headers of this version");
        return false;
    }
    if (!module->game || !module->schema || !module->update || !module->render || !module->pack
        || !module->unpack) {
        ed_fail(error, ED_ERR_MODULE,
                "the ed_Module must set game, schema, update, render, pack and unpack: see "
                "runtime/api/module.h");
        return false;
    }
    if (module->schema->state_count > ED_ROOTS_MAX || module->schema->rigid_count > ED_ROOTS_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "the schema has more than %u states or %u rigid roots",
                ED_ROOTS_MAX, ED_ROOTS_MAX);
        return false;
    }
    return check_view("view_width", module->view_width, error)
        && check_view("view_height", module->view_height, error)
        && read_tables(module->schema, error) && ed_document_types_fit(module->schema, error)
        && check_hooks(module->schema, error);
}

bool ed_module_check_game(const ed_Module *next, const char *game, ed_Error *error)
{
    if (strcmp(game, next->game) == 0) return true;
    ed_fail(error, ED_ERR_GAME,
            "this is the game '%s', but '%s' is running: restart to change games", next->game,
            game);
    return false;
}

bool ed_check_rigid(const ed_Schema *now, const ed_Schema *next, ed_Error *error)
{
    char where[128] = "";
    for (u32 i = 0; i < now->rigid_count || i < next->rigid_count; i++) {
        if (i >= next->rigid_count)
            snprintf(where, sizeof where, "%s was removed", now->rigids[i]->name);
        else if (i >= now->rigid_count || !ed_same_type_name(now->rigids[i], next->rigids[i]))
            snprintf(where, sizeof where, "%s was added or moved", next->rigids[i]->name);
        else if (ed_same_layout(now->rigids[i], next->rigids[i], where, sizeof where)) continue;
        ed_fail(error, ED_ERR_RIGID,
                "rigid memory changed (%s): restart the game, or move the data to a state", where);
        return false;
    }
    return true;
}

bool ed_same_states(const ed_Schema *now, const ed_Schema *next)
{
    if (now->state_count != next->state_count) return false;
    for (u32 i = 0; i < now->state_count; i++)
        if (!ed_same_type_name(now->states[i], next->states[i])
            || !ed_same_layout(now->states[i], next->states[i], NULL, 0))
            return false;
    return true;
}
