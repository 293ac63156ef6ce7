#include "runtime/base/err.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/str.h"

void ed_fail(ed_Error *error, ed_Err code, const char *format, ...)
{
    if (!error || error->code != ED_OK) return;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    ed_text_strip_control(error->text);
    error->code = code;
}

const char *ed_errno_text(int why)
{
    // The C library of Windows would say "Resource device".
    return ED_ON_WINDOWS && why == EBUSY ? "another program has it open" : strerror(why);
}
