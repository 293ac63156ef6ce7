/// Options for running a game, set by a command line or by a program that embeds eddie.
#ifndef ED_DEBUG_GAME_OPTIONS_H
#define ED_DEBUG_GAME_OPTIONS_H
#include "runtime/base/base.h"

typedef struct ed_GameOptions {
    const char *module;      // path of the game's library
    const char *state;       // snapshot to start from, or NULL
    const char *script;      // file of commands, "-" for standard input, or NULL
    const char *record;      // file to record to, or NULL
    const char *build_command;
    bool early_builds;      // an early build may run before the compiler finishes
    u64 seed;
    u64 frames;               // stop after this many updates; UINT64_MAX: never
    size_t rewind_bytes;      // memory for rewinding; 0: no rewinding
    u32 hang_ms;              // 0: as in ed_LiveConfig
    bool headless;
    bool watching;
    bool json, quiet, color;
    bool keep_attic;          // write the attic to snapshots
    bool check_pointers;      // after each update (pointer_check.h)
    bool open;                // write snapshots without row tables
} ed_GameOptions;
#endif
