/// Why a state that was computed again is not the one that was kept: the first field that differs,
/// the frame, and whether render() changed it. Asked once a difference was seen; costs nothing
/// before.
#ifndef HOST_DRIFT_H
#define HOST_DRIFT_H
#include "runtime/run/run.h"

#define HOST_DRIFT_TEXT_MAX 256u

/// `run` is in the state that was computed again, and `kept` is the packed one of the same frame
/// and schema. Calls render() once. `words` is empty where neither shows a difference.
void host_drift_find(ed_Run *run, ed_Span kept, char words[HOST_DRIFT_TEXT_MAX]);
#endif
