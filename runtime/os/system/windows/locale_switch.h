/// The locale that the host's code uses on Windows: see locale.c.
#ifndef ED_OS_WINDOWS_LOCALE_SWITCH_H
#define ED_OS_WINDOWS_LOCALE_SWITCH_H

/// Returns the C locale, for ed_locale_use (locale.h).
void *ed_locale_c(void);
#endif
