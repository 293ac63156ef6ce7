#include "tests/lib/test.h"
#include <locale.h>
#include "runtime/os/system/locale.h"

TEST(a_thread_uses_its_own_locale_or_that_of_the_process)
{
    locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    CHECK(own != (locale_t)0);
    void *first = ed_locale_use(own);
    CHECK(first && uselocale((locale_t)0) == own);
    CHECK(ed_locale_use(NULL) == (void *)own);
    CHECK(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
    CHECK(ed_locale_use(own) != NULL && ed_locale_use(first) == (void *)own);
    CHECK(ed_locale_use(first) == first);
    freelocale(own);
}
