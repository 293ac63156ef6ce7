/// The system's loader of shared libraries.
#ifndef ED_OS_LOADER_H
#define ED_OS_LOADER_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Loads the library at an absolute path and resolves all of its symbols. Returns its handle, or
/// NULL; then ed_loader_error returns the reason.
void *ed_loader_open(const char *path);
void ed_loader_close(void *library);
/// Reserves the addresses of a library that was unloaded, so that nothing else is loaded there.
/// Returns false if they are in use.
bool ed_loader_block(u64 base, u64 end);
void ed_loader_unblock(u64 base, u64 end);
const char *ed_loader_error(void);      ///< may begin with the path; valid until the next call

/// The address of a function or variable that the library exports, or NULL.
void *ed_loader_symbol(void *library, const char *name);

/// True if the library is in memory. A library stays there after it was closed if it was linked
/// with -z nodelete, or defines a unique symbol (STB_GNU_UNIQUE).
bool ed_loader_has(const char *path);
/// False if the loader keeps every library in memory until the program ends, as that of musl does.
bool ed_loader_unloads(void);
/// True if the program or a library that it was linked with defines the symbol.
bool ed_loader_knows(const char *name);
/// The function of this name that a function of the program hides: the next one in the loader's
/// search order. NULL if it does not exist.
void *ed_loader_hidden_function(const char *name);

/// The first byte in memory of the library that the address belongs to; NULL if it is in none.
const void *ed_loader_base(const void *address);

/// Where the C library is in this process. From there, each of its functions has the same distance
/// in every process. Signal handlers may call it.
u64 ed_loader_c_library(void);
/// The name of the exported function at an address; "" for a static one. On Windows, a static
/// function without unwind data gets the name of the exported function before it.
const char *ed_loader_function_at(u64 address);

ED_C_END
#endif
