#include "host/cmd/template.h"

// The directive .previous exists only for ELF, and the names of sections differ between systems. On
// macOS, C names begin with _, and the linker may separate a symbol from the data before it, unless
// the symbol is marked as an alternative entry.
#if ED_ON_WINDOWS
#    define CONSTANTS ".section .rdata,\"dr\"\n"
#    define CODE ".text\n"
#elif ED_ON_MACOS
#    define CONSTANTS ".section __TEXT,__const\n"
#    define CODE ".byte 0\n.text\n"
#else
#    define CONSTANTS ".section .rodata\n"
#    define CODE ".previous\n"
#endif
#if ED_ON_MACOS
#    define START_OF(name) "_" #    name "_text:\n"
#    define END_OF(name) ".alt_entry _" #    name "_end\n_" #    name "_end:\n"
#else
#    define START_OF(name) #    name "_text:\n"
#    define END_OF(name) #    name "_end:\n"
#endif

/// Embeds the bytes of a file between two symbols.
#define BYTES_OF(name, file) \
    __asm__(CONSTANTS START_OF(name) ".incbin \"host/cmd/new_game/" file "\"\n" END_OF(name) \
                CODE); \
    extern const char name##_text[], name##_end[];

BYTES_OF(schema, "schema/game.def")
BYTES_OF(code, "game/main.c")
BYTES_OF(ignored, "gitignore")
#if ED_ON_WINDOWS
BYTES_OF(readme, "windows/README.md")
BYTES_OF(tasks, "windows/tasks.json")
#else
BYTES_OF(makefile, "Makefile")
BYTES_OF(readme, "README.md")
BYTES_OF(tasks, ".vscode/tasks.json")
#endif

// clang-format off
const host_Template host_templates[] = {
    { "schema/game.def", schema_text, schema_end },
    { "game/main.c", code_text, code_end },
#if !ED_ON_WINDOWS
    { "Makefile", makefile_text, makefile_end },
#endif
    { "README.md", readme_text, readme_end },
    { ".gitignore", ignored_text, ignored_end },
    { ".vscode/tasks.json", tasks_text, tasks_end },
    { NULL, NULL, NULL },
};
// clang-format on
