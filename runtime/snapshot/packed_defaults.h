/// Defaults of fields as a snapshot's type tables have them, worked out from the type tables alone.
/// No record is built: a state may have a gigabyte of elements that all begin at zero.
#ifndef ED_SNAPSHOT_PACKED_DEFAULTS_H
#define ED_SNAPSHOT_PACKED_DEFAULTS_H
#include "runtime/msgpack/write.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Bytes in memory up to which a default is written out in full. Larger fields say only what the
/// schema says of them: a reader gives the rest of a struct or an array the default of its type.
#define ED_PRESET_FULL_MAX 65536u
/// Bytes of all defaults that a schema gives its fields, packed.
#define ED_PRESETS_BYTES_MAX ((size_t)16 << 20)

typedef struct ed_PackedDefaults {
    const ed_TypeList *listing;
    u8 *zero;      // of each type: what is known of its default, found at first use
} ed_PackedDefaults;

/// False where the listing's scratch arena is full.
bool ed_packed_defaults_make(const ed_TypeList *listing, ed_PackedDefaults *presets);
/// A default is written for the field, as it isn't the zero that a reader begins with anyway.
bool ed_packed_default_is_needed(const ed_PackedDefaults *presets, const ed_Field *field);
/// Its value, as ed_pack_field would write it from a record at its defaults.
void ed_packed_default_write(const ed_PackedDefaults *presets, ed_Writer *w, const ed_Field *field);

ED_C_END
#endif
