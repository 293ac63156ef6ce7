/// The files of a new game: those in host/cmd/new_game, embedded in the program.
#ifndef HOST_CMD_TEMPLATE_H
#define HOST_CMD_TEMPLATE_H
#include "runtime/base/base.h"

#define HOST_TEMPLATE_NAME "NAME"      // replaced by the game's name

typedef struct host_Template {
    const char *path;      // relative to the new folder
    const char *text, *end;
} host_Template;

/// The last entry has no path.
extern const host_Template host_templates[];
#endif
