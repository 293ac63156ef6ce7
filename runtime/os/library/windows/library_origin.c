#include "runtime/os/library/library_origin.h"

bool ed_library_link_origin(ed_Span bytes, const char *copy, const char *path,
                            char link[ED_PATH_MAX], ed_Error *error)
{
    (void)bytes, (void)copy, (void)path, (void)error;
    link[0] = 0;
    return true;
}

void ed_library_unlink_origin(const char *link) { (void)link; }
