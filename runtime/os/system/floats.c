#include "runtime/os/system/floats.h"

#if defined(__x86_64__)
// Bits for rounding, masked exceptions and denormals, without the exception flags.
#    define SSE_CONTROL 0xffc0u

ed_Floats ed_floats_now(void)
{
    u32 sse;
    u16 x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(sse), "=m"(x87));
    return (ed_Floats){ sse & SSE_CONTROL, x87 };
}

void ed_floats_set(ed_Floats floats)
{
    u16 x87 = (u16)floats.x87;
    __asm__ volatile("fnclex\n\tldmxcsr %0\n\tfldcw %1" : : "m"(floats.control), "m"(x87));
}
#elif defined(__aarch64__)
ed_Floats ed_floats_now(void)
{
    u64 control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (ed_Floats){ (u32)control, 0 };
}

void ed_floats_set(ed_Floats floats)
{
    u64 control = floats.control;
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
}
#else
ed_Floats ed_floats_now(void) { return (ed_Floats){ 0, 0 }; }
void ed_floats_set(ed_Floats floats) { (void)floats; }
#endif
