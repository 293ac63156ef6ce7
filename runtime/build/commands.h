/// The steps of a build and their commands.
///
/// | step       | command                                   | output                             |
/// |------------|-------------------------------------------|------------------------------------|
/// | schema     | eddiec -o build/gen schema/actors.def …   | build/gen/actors.gen.c, …          |
/// | compile    | cc -c game/main.c …                       | build/objects/game/main.c.o        |
/// | link       | cc -shared build/objects/game/main.c.o …  | build/game.so                      |
/// | early      | tcc -c game/main.c …                      | build/objects/early/game/main.c.o  |
/// | check      | cc -fsyntax-only game/main.c …            | none; after tcc has failed         |
/// | early link | tcc -shared build/objects/early/…         | build/early/game.so                |
/// | link from  | tcc -shared game/main.c build/objects/…   | the same, from changed sources     |
/// | group      | tcc -r game/main.c game/map.c …           | build/objects/early/0.o            |
#ifndef ED_BUILD_COMMANDS_H
#define ED_BUILD_COMMANDS_H
#include "runtime/build/sources.h"
#include "runtime/build/step.h"
ED_C_BEGIN

typedef struct ed_Commands {
    ed_Arena *arena;
    const ed_BuildConfig *config;
    const ed_BuildTools *tools;
    bool color;                           // compilers print with colors
    const char *folder;                   // of the module
    const char *early;                    // the early module
    ed_Words schema;                      // .def files
    ed_Words code;                        // all code, the generated ones included
    ed_Words generated;                   // what the step `schema` writes
    ed_Words objects, early_objects;      // of `code`, in the same order
    bool cpp;
} ed_Commands;

/// Finds the names of all outputs.
void ed_commands_open(ed_Commands *commands, ed_Arena *arena, const ed_BuildConfig *config,
                      const ed_BuildTools *tools, const ed_Sources *sources);

ed_BuildStep ed_command_schema(const ed_Commands *commands);
ed_BuildStep ed_command_compile(const ed_Commands *commands, u32 code);      ///< an index of `code`
ed_BuildStep ed_command_link(const ed_Commands *commands);
ed_BuildStep ed_command_early(const ed_Commands *commands, u32 code);
ed_BuildStep ed_command_check(const ed_Commands *commands, u32 code);
ed_BuildStep ed_command_early_link(const ed_Commands *commands);
/// Links like that step, but from sources and groups instead of some objects: `from`.
ed_BuildStep ed_command_early_link_from(const ed_Commands *commands, const ed_Words *from);
/// Compiles the sources to one object, which has the number `group` in its name.
ed_BuildStep ed_command_early_group(const ed_Commands *commands, const ed_Words *sources,
                                    u32 group);

ED_C_END
#endif
