/// <sys/mman.h>, with the advice of Linux 5.14 that its older versions lack.
#ifndef ED_OS_POPULATE_H
#define ED_OS_POPULATE_H
#include <sys/mman.h>

#if defined(__linux__) && !defined(MADV_POPULATE_READ)
#    define MADV_POPULATE_READ 22
#    define MADV_POPULATE_WRITE 23
#endif
#endif
