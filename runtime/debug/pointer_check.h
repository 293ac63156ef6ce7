/// Looks for record pointers that dangle, after each update (`--check-pointers`). So the game stops
/// at the update that left the first one, and not when the state is saved.
#ifndef ED_DEBUG_POINTER_CHECK_H
#define ED_DEBUG_POINTER_CHECK_H
#include "runtime/run/run.h"

typedef struct ed_PointerCheck {
    char found[128];      // the path of the last one, which is reported once; "": none
} ed_PointerCheck;

/// Returns false if a pointer dangles that the last check did not find. Its path is then in
/// run->frame_error, and a debugger that is attached stops here.
bool ed_pointer_check(ed_PointerCheck *check, ed_Run *run);

#endif
