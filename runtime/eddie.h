/// The one header that a game includes besides its generated headers. It declares the module
/// interface, memory, text, pools and handles, snapshots, and the old record that an upgrade
/// function reads.
#ifndef ED_EDDIE_H
#define ED_EDDIE_H
#include "runtime/api/draw.h"
#include "runtime/api/input.h"
#include "runtime/api/module.h"
#include "runtime/base/arena.h"
#include "runtime/base/base.h"
#include "runtime/base/err.h"
#include "runtime/base/str.h"
#include "runtime/migrate/old_record.h"
#include "runtime/migrate/report.h"
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
#endif
