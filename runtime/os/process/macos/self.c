#include "runtime/os/process/self.h"
#include <signal.h>
#include <sys/proc.h>
#include <unistd.h>
#include "runtime/os/process/macos/kernel_info.h"
#include "runtime/os/process/macos/parent_end.h"
#include "runtime/os/process/program.h"

/// The system cannot start a file that has no name any more: a replaced program is started in its
/// new version.
bool ed_self_program(char *path, size_t room)
{
    return ed_program_path(path, room) && access(path, X_OK) == 0;
}

/// A debugger takes the place of the parent while it is attached.
i64 ed_self_parent_id(void)
{
    struct kinfo_proc info;
    bool traced =
        ed_kernel_info(getpid(), &info) && (info.kp_proc.p_flag & P_TRACED) && info.kp_proc.p_oppid;
    return traced ? info.kp_proc.p_oppid : getppid();
}

bool ed_self_end_with(i64 parent)
{
    ed_parent_end_send(parent, SIGTERM);
    return ed_self_parent_id() == parent;
}
