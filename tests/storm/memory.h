/// Converts value trees to real memory and back, by the offsets, sizes and counts of the type
/// tables that the schema compiler made.
#ifndef ST_MEMORY_H
#define ST_MEMORY_H
#include "runtime/base/str.h"
#include "tests/storm/model.h"

/// Whether the tables agree with the schema; if not, `why` gets the first difference.
bool st_tables_agree(const st_Schema *schema, const char *prefix, const ed_Schema *tables,
                     ed_Text *why);
const ed_Type *st_root_table(const ed_Schema *tables, const char *prefix, const st_Type *root,
                             u32 *index);

/// The links that st_put writes and st_take reads are those in `memory`, see links.h.
struct st_Memory;
void st_use_memory(const struct st_Memory *memory);
/// Gives the links that were put since st_use_memory their addresses, when all states are put.
void st_put_links(void);

/// Writes to a record that holds its defaults. False if the arena is full.
bool st_put(ed_Arena *arena, const ed_Type *type, void *record, const st_Value *value);
st_Value *st_take(const ed_Type *type, const void *record);

#endif
