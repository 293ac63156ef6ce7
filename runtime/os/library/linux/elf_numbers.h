/// <elf.h>, with the numbers of the format that it lacks before glibc 2.36 and in musl.
#ifndef ED_OS_ELF_NUMBERS_H
#define ED_OS_ELF_NUMBERS_H
#include <elf.h>

#ifndef PT_GNU_PROPERTY
#    define PT_GNU_PROPERTY 0x6474e553
#endif
#ifndef DT_RELR
#    define DT_RELRSZ 35
#    define DT_RELR 36
#    define DT_RELRENT 37
#endif
#endif
