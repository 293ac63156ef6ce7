/// Explains why a recomputed state differs from the original: names the first field that differs,
/// the frame, and whether render() changed the field. Called only after a difference was found.
#ifndef ED_DEBUG_DETERMINISM_H
#define ED_DEBUG_DETERMINISM_H
#include "runtime/run/run.h"

#define ED_DETERMINISM_TEXT_MAX 256u

/// `run` has the recomputed state, and `kept` is the packed original of the same frame and schema.
/// Calls render() once. `text` is empty if no field with a difference was found.
void ed_determinism_explain(ed_Run *run, ed_Span kept, char text[ED_DETERMINISM_TEXT_MAX]);
#endif
