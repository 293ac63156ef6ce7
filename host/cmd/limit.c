#include "host/cmd/limit.h"
#include <stdio.h>
#include <string.h>
#include "runtime/debug/exit_code.h"
#include "runtime/base/limits.h"
#include "runtime/base/str.h"
#include "runtime/base/print.h"

#define GIB_MAX 64u      // each of about forty arenas reserves this much address space

static const char option[] = "--limit";

static int raise_to(const char *value)
{
    u64 gib = 0;
    if (value && ed_parse_uint(value, GIB_MAX, &gib) && gib > 0) {
        ed_bytes_max = (size_t)gib << 30;
        return ED_EXIT_NOT_YET;
    }
    ed_print(stderr, "eddie: %s%s%s: expected a whole number of GiB from 1 to %u\n", option,
             value && *value ? " " : "", value ? value : "", GIB_MAX);
    return ED_EXIT_USAGE;
}

int host_limit_take(int *argc, char **argv)
{
    const size_t size = sizeof option - 1;
    int count = 0, code = ED_EXIT_NOT_YET;
    for (int i = 0; i < *argc && code == ED_EXIT_NOT_YET; i++) {
        bool is = strncmp(argv[i], option, size) == 0;
        if (is && argv[i][size] == 0) {
            i++;
            code = raise_to(argv[i]);
        } else if (is && argv[i][size] == '=') code = raise_to(argv[i] + size + 1);
        else argv[count++] = argv[i];
    }
    if (code == ED_EXIT_NOT_YET) {
        *argc = count;
        argv[count] = NULL;
    }
    return code;
}
