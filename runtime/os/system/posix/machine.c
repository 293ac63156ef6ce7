#include "runtime/os/system/machine.h"
#include <unistd.h>

u32 ed_machine_processors(void) { return (u32)sysconf(_SC_NPROCESSORS_ONLN); }

u32 ed_machine_page_bytes(void) { return (u32)sysconf(_SC_PAGESIZE); }
