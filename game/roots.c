#include "game/roots.h"
#include "gen/schema.gen.h"

ed_RootMemory *root_game(ed_Host *host) { return &host->states[Game_root]; }

ed_RootMemory *root_editor(ed_Host *host) { return &host->states[Editor_root]; }

ed_RootMemory *root_debug(ed_Host *host) { return &host->states[Debug_root]; }

ed_RootMemory *root_assets(ed_Host *host) { return &host->rigids[Assets_rigid]; }
