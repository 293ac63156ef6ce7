/// Reads the small parts of the type tables of a snapshot: names, units, numbers and tags. Names and
/// tags are copied into the arena. If reading fails, the error is in `r`.
#ifndef ED_SNAPSHOT_TYPE_PARTS_H
#define ED_SNAPSHOT_TYPE_PARTS_H
#include "runtime/base/arena.h"
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
ED_C_BEGIN

const char *ed_name_read(ed_Reader *r, ed_Arena *arena);
/// Reads the path of a field in a record, such as pos.x. It has at least `least` bytes.
const char *ed_path_read(ed_Reader *r, ed_Arena *arena, size_t least);
const char *ed_unit_read(ed_Reader *r, ed_Arena *arena);

u32 ed_u32_read(ed_Reader *r);
/// Reads the header of an array and allocates zeroed memory for its elements. Returns NULL and
/// fails `r` if there are too many, or if memory is full.
void *ed_elements_begin(ed_Reader *r, ed_Arena *arena, const char *what, u32 limit, size_t size,
                        u32 *count);

/// The tags of former names.
void ed_tags_write(ed_Writer *w, const u32 *tags, u32 count);
const u32 *ed_tags_read(ed_Reader *r, ed_Arena *arena, u32 *count);

ED_C_END
#endif
