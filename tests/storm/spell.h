/// A schema as the text of a .def file, and values in readable text.
#ifndef ST_SPELL_H
#define ST_SPELL_H
#include "runtime/base/str.h"
#include "tests/storm/model.h"

/// `prefix` goes before the name of every type and const, so that many schemas can share one file.
void st_spell_schema(const st_Schema *schema, const char *prefix, ed_Text *out);
/// Writes a value as ed_value_json does, so that a check can use it, including transient fields.
void st_spell_value(const st_Schema *schema, const st_Field *field, const st_Value *value,
                    ed_Text *out);

#endif
