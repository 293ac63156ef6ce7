#include "tests/lib/open_files.h"
#include <fcntl.h>
#include <unistd.h>

#define FILES_MAX 1024

int open_files(void)
{
    int count = 0;
    for (int i = 0; i < FILES_MAX; i++) count += fcntl(i, F_GETFD) >= 0;
    return count;
}

void close_files(void)
{
    for (int i = 3; i < FILES_MAX; i++) close(i);
}

int stdin_close(void)
{
    int copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    close(STDIN_FILENO);
    return copy;
}

bool stdin_restore(int copy)
{
    bool is_free = fcntl(STDIN_FILENO, F_GETFD) < 0;
    return dup2(copy, STDIN_FILENO) == STDIN_FILENO && close(copy) == 0 && is_free;
}
