/// The files a new game begins with: those of host/cmd/new_game, in the program itself.
#ifndef HOST_CMD_TEMPLATE_H
#define HOST_CMD_TEMPLATE_H
#include "runtime/base/base.h"

#define HOST_TEMPLATE_NAME "NAME"      // where it stands in a file, the game's name goes

typedef struct host_Template {
    const char *path;      // in the new folder
    const char *text, *end;
} host_Template;

/// Up to one without a path.
extern const host_Template host_templates[];
#endif
