#include "runtime/os/c_library/c_library.h"

void ed_c_library_pass(void *table) { (void)table; }
