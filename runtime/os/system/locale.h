/// The locale of the calling thread, for example for the decimal point of numbers.
#ifndef ED_OS_LOCALE_H
#define ED_OS_LOCALE_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Sets the locale of the calling thread: one that this function returned before, or NULL for that
/// of the process. Returns the locale from before, never NULL unless it fails. On Windows, all
/// threads have the same locale.
void *ed_locale_use(void *locale);

ED_C_END
#endif
