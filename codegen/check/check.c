#include "codegen/check/check.h"

void cg_check(cg_Schema *schema)
{
    cg_check_names(schema);
    cg_check_roots(schema);
    cg_check_consts(schema);
    cg_check_functions(schema);
    cg_check_attributes_allowed(schema);
    cg_check_layout(schema);
    cg_check_attribute_values(schema);
    cg_check_extern(schema);
    cg_check_units(schema);
    cg_check_defaults(schema);
    cg_check_default_cycles(schema);
    cg_check_pools(schema);
    cg_check_tags(schema);
    cg_check_generated_names(schema);
    cg_check_includes(schema);
}
