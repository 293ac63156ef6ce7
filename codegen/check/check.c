#include "codegen/check/check.h"

void cg_check(cg_Schema *schema)
{
    cg_check_names(schema);
    cg_check_roots(schema);
    cg_check_consts(schema);
    cg_check_places(schema);
    cg_check_layout(schema);
    cg_check_attrs(schema);
    cg_check_units(schema);
    cg_check_presets(schema);
    cg_check_endless(schema);
    cg_check_pools(schema);
    cg_check_tags(schema);
    cg_check_made(schema);
    cg_check_files(schema);
}
