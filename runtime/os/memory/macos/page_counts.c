#include "runtime/os/memory/macos/page_counts.h"
#include <mach/mach.h>
#include <mach/vm_page_size.h>

bool ed_page_counts(ed_PageCounts *counts)
{
    vm_statistics64_data_t found;
    mach_msg_type_number_t size = HOST_VM_INFO64_COUNT;
    mach_port_t host = mach_host_self();
    kern_return_t failed =
        host_statistics64(host, HOST_VM_INFO64, (host_info64_t)(void *)&found, &size);
    mach_port_deallocate(mach_task_self(), host);
    if (failed) return false;
    *counts =
        (ed_PageCounts){ .page_bytes = vm_kernel_page_size,
                         .unused = found.free_count,
                         .droppable = (u64)found.external_page_count + found.purgeable_count };
    return true;
}
