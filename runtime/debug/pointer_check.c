#include "runtime/debug/pointer_check.h"
#include <string.h>
#include "runtime/os/process/process_info.h"
#include "runtime/value/record_ptr.h"

bool ed_pointer_check(ed_PointerCheck *check, ed_Run *run)
{
    char before[sizeof check->found];
    const ed_State state = ed_run_state(run);
    memcpy(before, check->found, sizeof before);
    const ed_Type *type =
        ed_find_dangling(&state, ED_RECORD_PTR, check->found, sizeof check->found);
    if (!type || strcmp(before, check->found) == 0) return true;
    ed_fail(&run->frame_error, ED_ERR_RANGE,
            "%s points to no %s of the state: it was removed, or moved in its list", check->found,
            type->name);
    if (ed_process_is_traced(0)) ed_process_break();
    return false;
}
