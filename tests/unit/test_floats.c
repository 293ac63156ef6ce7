#include "tests/lib/test.h"
#include <fenv.h>
#include "runtime/os/system/floats.h"

TEST(floating_point_settings_are_set_back)
{
    const ed_Floats before = ed_floats_now();
    CHECK(fesetround(FE_UPWARD) == 0);
    const ed_Floats up = ed_floats_now();
    CHECK(up.control != before.control);
    ed_floats_set(before);
    CHECK_EQ(fegetround(), FE_TONEAREST);
    ed_floats_set(up);
    CHECK_EQ(fegetround(), FE_UPWARD);
    ed_floats_set(before);
}

TEST(raised_exception_flags_are_not_settings)
{
    const ed_Floats before = ed_floats_now();
    feraiseexcept(FE_DIVBYZERO);
    const ed_Floats after = ed_floats_now();
    CHECK(after.control == before.control && after.x87 == before.x87);
    feclearexcept(FE_ALL_EXCEPT);
}
