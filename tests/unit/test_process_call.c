#include "tests/lib/test.h"
#include <fenv.h>
#include <locale.h>
#include "runtime/live/process.h"
#include "tests/lib/process_change.h"

static void round_up(void *it)
{
    fesetround(FE_UPWARD);
    *(int *)it = fegetround();
}

TEST(after_a_call_floating_point_is_rounded_as_before)
{
    int inside = FE_TONEAREST;
    CHECK_EQ(fegetround(), FE_TONEAREST);
    CHECK(ed_process_call(NULL, ED_PHASE_UPDATE, round_up, &inside));
    CHECK_EQ(inside, FE_UPWARD);
    CHECK_EQ(fegetround(), FE_TONEAREST);
}

static int change_floats(void)
{
    static const int roundings[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
    feclearexcept(FE_ALL_EXCEPT);
    ed_process_take();
    feraiseexcept(FE_INEXACT);      // flags are not settings
    ed_process_end(ED_PHASE_UPDATE);
    if (*process_change()) return 1;
    for (u32 i = 0; i < ED_COUNT(roundings); i++) {
        ed_process_take();
        fesetround(roundings[i]);
        ed_process_end(ED_PHASE_UPDATE);
        if (fegetround() != FE_TONEAREST) return 2;
        if (!process_reports("the game changed the floating-point environment in update or render; "
                             "it is restored after each call"))
            return 3;
    }
#ifdef __GLIBC__
    ed_process_take();
    feclearexcept(FE_ALL_EXCEPT);
    if (feenableexcept(FE_DIVBYZERO) < 0 || !fegetexcept()) return 0;      // not on this processor
    ed_process_end(ED_PHASE_RENDER);
    return fegetexcept() != 0 || !*process_change();
#else
    return 0;
#endif
}

#if defined(__x86_64__)
static int change_one_unit(void)
{
    u16 x87, x87_up, x87_after;
    u32 sse, sse_up, sse_after;
    __asm__ volatile("fnstcw %0\n\tstmxcsr %1" : "=m"(x87), "=m"(sse));
    x87_up = x87 | 0x800;
    sse_up = sse | 0x4000;
    ed_process_take();
    __asm__ volatile("fldcw %0" : : "m"(x87_up));
    ed_process_end(ED_PHASE_UPDATE);
    __asm__ volatile("fnstcw %0" : "=m"(x87_after));
    if (x87_after != x87 || !*process_change()) return 1;
    ed_process_take();
    __asm__ volatile("ldmxcsr %0" : : "m"(sse_up));
    ed_process_end(ED_PHASE_UPDATE);
    __asm__ volatile("stmxcsr %0" : "=m"(sse_after));
    return (sse_after & 0x6000) != (sse & 0x6000) || !*process_change();
}
#endif

TEST(floating_point_settings_are_restored_after_each_call)
{
    CHECK_EQ(process_in_child(change_floats), 0);
#if defined(__x86_64__)
    CHECK_EQ(process_in_child(change_one_unit), 0);
#endif
}

static int change_the_locale(void)
{
    locale_t host = newlocale(LC_ALL_MASK, "C", (locale_t)0), game = duplocale(host), own = 0;
    uselocale(host);
    ed_process_begin(ED_PHASE_UPDATE);
    if (uselocale(game) != LC_GLOBAL_LOCALE) return 1;
    ed_process_end(ED_PHASE_UPDATE);
    if (uselocale(own) != host) return 2;
    for (u32 i = 0; i < 2; i++) {      // eddie's own code
        ed_Phase phase = i ? ED_PHASE_PACK : ED_PHASE_UNPACK;
        ed_process_begin(phase);
        if (uselocale(own) != host) return 3;
        ed_process_end(phase);
        if (uselocale(own) != host) return 4;
    }
    ed_process_begin(ED_PHASE_RENDER);
    if (uselocale(own) != game) return 5;
    ed_process_end(ED_PHASE_RENDER);
    return uselocale(own) != host;
}

TEST(the_game_keeps_its_locale_and_the_host_its_own)
{
    CHECK_EQ(process_in_child(change_the_locale), 0);
}

static void note_locale(void *it) { *(locale_t *)it = uselocale((locale_t)0); }

static int call_with_a_locale(void)
{
    locale_t host = newlocale(LC_ALL_MASK, "C", (locale_t)0), inside = 0;
    uselocale(host);
    if (!ed_process_call(NULL, ED_PHASE_UPDATE, note_locale, &inside)) return 1;
    return inside != LC_GLOBAL_LOCALE || uselocale((locale_t)0) != host;
}

TEST(a_game_that_is_linked_in_is_called_with_its_locale_too)
{
    CHECK_EQ(process_in_child(call_with_a_locale), 0);
}
