#include "game/roots.h"
#include "gen/schema.gen.h"

ed_Block *root_game(ed_Host *host) { return &host->states[Game_root]; }

ed_Block *root_editor(ed_Host *host) { return &host->states[Editor_root]; }

ed_Block *root_debug(ed_Host *host) { return &host->states[Debug_root]; }

ed_Block *root_assets(ed_Host *host) { return &host->rigids[Assets_rigid]; }
