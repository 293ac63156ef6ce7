/// Access to the roots. Only roots.c includes the headers of all types. So editing a type
/// recompiles only roots.c and the files that use the type.
#ifndef GAME_ROOTS_H
#define GAME_ROOTS_H
#include "runtime/eddie.h"

ed_RootMemory *root_game(ed_Host *host);
ed_RootMemory *root_editor(ed_Host *host);
ed_RootMemory *root_debug(ed_Host *host);
ed_RootMemory *root_assets(ed_Host *host);

extern const ed_Schema eddie_schema;

#endif
