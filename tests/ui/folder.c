#include "tests/ui/folder.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "tests/lib/test.h"

static char before[4096], folder[64];

void folder_leave(void)
{
    if (before[0] && chdir(before) != 0)
        test_fail(__FILE__, __LINE__, "%s: cannot go back", before);
}

bool folder_enter(void)
{
    strcpy(folder, "/tmp/eddie-ui-XXXXXX");
    folder_leave();      // a failed test may still be in its folder
    bool entered = getcwd(before, sizeof before) && mkdtemp(folder) && chdir(folder) == 0;
    if (!entered) test_fail(__FILE__, __LINE__, "no folder: %s", folder);
    return entered;
}

void folder_remove(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    folder_leave();
    if (system(command) != 0) test_fail(__FILE__, __LINE__, "%s: cannot be removed", folder);
}
