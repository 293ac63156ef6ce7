/// State as plain MessagePack for any tool: maps by name, arrays, nothing of eddie's own.
#ifndef HOST_CMD_NAMED_EXPORT_H
#define HOST_CMD_NAMED_EXPORT_H
#include "runtime/msgpack/write.h"
#include "runtime/value/value.h"

/// As ed_value_json has it: enums by name, flags as names, a union as a map of the one alternative
/// it holds, a pool as its items. Numbers keep every bit. Fails in `w`.
void host_named_export(ed_Writer *w, const ed_Place *place);
void host_named_export_state(ed_Writer *w, const ed_State *state);      ///< a map of its roots
#endif
