/// The locale: how numbers are read and written.
#ifndef ED_OS_C_LOCALE_H
#define ED_OS_C_LOCALE_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// From now on, the calling thread uses the C locale, whatever locale the process gets. On Windows,
/// all threads use it.
void ed_locale_use_c(void);

ED_C_END
#endif
