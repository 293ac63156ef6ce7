/// The files of a new game: those of host/cmd/new_game, embedded in the program.
#ifndef HOST_CMD_TEMPLATE_H
#define HOST_CMD_TEMPLATE_H
#include "runtime/base/base.h"

#define HOST_TEMPLATE_NAME "NAME"      // the game's name replaces it in a file

typedef struct host_Template {
    const char *path;      // relative to the new folder
    const char *text, *end;
} host_Template;

/// Ends with an entry without a path.
extern const host_Template host_templates[];
#endif
