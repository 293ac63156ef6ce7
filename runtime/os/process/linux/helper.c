#include "runtime/os/process/helper.h"
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// It is not an error if the system refuses this.
static void prefer_for_oom_kill(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0 && write(file, "1000", 4) == 4) {}
    if (file >= 0) close(file);
}

void ed_helper_begin(void)
{
    const struct rlimit none = { 0, 0 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);      // if the parent has ended, ed_helper_wait notices it
    setrlimit(RLIMIT_CORE, &none);
    prefer_for_oom_kill();
}

u32 ed_helper_threads(void)
{
    u32 count = 0;
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return 1;
    for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count ? count : 1;
}
