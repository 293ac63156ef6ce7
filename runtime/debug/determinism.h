/// Why a state that was computed again is not the one that was kept: the first field that differs,
/// the frame, and whether render() changed it. Asked once a difference was seen; costs nothing
/// before.
#ifndef ED_DEBUG_DETERMINISM_H
#define ED_DEBUG_DETERMINISM_H
#include "runtime/run/run.h"

#define ED_DETERMINISM_TEXT_MAX 256u

/// `run` is in the state that was computed again, and `kept` is the packed one of the same frame
/// and schema. Calls render() once. `words` is empty where neither shows a difference.
void ed_determinism_explain(ed_Run *run, ed_Span kept, char words[ED_DETERMINISM_TEXT_MAX]);
#endif
