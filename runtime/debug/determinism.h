/// Explains why a state that was computed again differs from the original: the first field that
/// differs, the frame, and whether render() changed it. Called only after a difference was found.
#ifndef ED_DEBUG_DETERMINISM_H
#define ED_DEBUG_DETERMINISM_H
#include "runtime/run/run.h"

#define ED_DETERMINISM_TEXT_MAX 256u

/// `run` has the state that was computed again, and `kept` is the packed original of the same frame
/// and schema. Calls render() once. `words` is empty if no difference was found either way.
void ed_determinism_explain(ed_Run *run, ed_Span kept, char words[ED_DETERMINISM_TEXT_MAX]);
#endif
