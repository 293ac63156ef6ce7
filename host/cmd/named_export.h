/// Exports a state as plain MessagePack for any tool: arrays, and maps with field names as keys. It
/// uses no extension types.
#ifndef HOST_CMD_NAMED_EXPORT_H
#define HOST_CMD_NAMED_EXPORT_H
#include "runtime/msgpack/write.h"
#include "runtime/value/value.h"

/// Writes a value in the structure of ed_value_json: enums by name, flags as names, a union as a
/// map with its alternative, a pool as its items. Numbers keep every bit. Errors are set in `w`.
void host_named_export(ed_Writer *w, const ed_ValueRef *ref);
void host_named_export_state(ed_Writer *w, const ed_State *state);      ///< a map of its roots
#endif
