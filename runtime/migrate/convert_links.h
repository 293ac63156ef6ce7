/// Conversions of handles, record pointers and raw pointers, also from and to the index of a record.
#ifndef ED_MIGRATE_CONVERT_LINKS_H
#define ED_MIGRATE_CONVERT_LINKS_H
#include "runtime/migrate/convert.h"
ED_C_BEGIN

static inline bool ed_is_link(const ed_Field *field)
{
    return ed_field_refers(field) || field->kind == ED_PTR;
}
/// One of the fields is a link. Returns NULL if no value can be converted.
ed_ConvertFn *ed_convert_links_choose(const ed_Field *from, const ed_Field *to);

ED_C_END
#endif
