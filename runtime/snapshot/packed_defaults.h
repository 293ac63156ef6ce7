/// Writes the defaults of fields for the type tables of a snapshot. They are computed from the type
/// tables alone, without building a record: a state may have a gigabyte of elements that are all
/// zero.
#ifndef ED_SNAPSHOT_PACKED_DEFAULTS_H
#define ED_SNAPSHOT_PACKED_DEFAULTS_H
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// The default of a field up to this size in memory is written in full. For a larger field, only
/// the default that the schema gives it is written, and a reader uses the type's defaults for the
/// rest.
#define ED_DEFAULT_FULL_MAX 65536u
/// Limit of all defaults that a schema gives its fields, in bytes of MessagePack.
#define ED_PACKED_DEFAULTS_BYTES_MAX ((size_t)16 << 20)

typedef struct ed_PackedDefaults {
    const ed_TypeList *type_list;
    u8 *zero;      // of each type: what is known about its default; computed at first use
} ed_PackedDefaults;

/// Returns false if the scratch arena of `type_list` is full.
bool ed_packed_defaults_make(const ed_TypeList *type_list, ed_PackedDefaults *defaults);
/// Returns whether the field's default is written. Defaults of bounded and dynamic arrays, pools
/// and optional values are always written. Any other default is omitted if it is only zero numbers
/// and empty texts, and the default of the field's type is, too: a reader starts with these. A
/// value or fixed array larger than ED_DEFAULT_FULL_MAX is also omitted if the schema gives the
/// field no default, even if the default of its type is not zero.
bool ed_packed_default_is_needed(const ed_PackedDefaults *defaults, const ed_Field *field);
/// Writes the field's default, as ed_pack_field would write it from a record that has only
/// defaults.
void ed_packed_default_write(const ed_PackedDefaults *defaults, ed_Writer *w,
                             const ed_Field *field);
/// Writes a state with its defaults. Leaves out fields of more than ED_DEFAULT_FULL_MAX bytes in
/// memory, and fields that would make that ED_PACKED_DEFAULTS_BYTES_MAX for the whole state: a
/// reader gives them the same defaults.
void ed_packed_default_state(const ed_PackedDefaults *defaults, ed_Writer *w, const ed_Type *state);

ED_C_END
#endif
