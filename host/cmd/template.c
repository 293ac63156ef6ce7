#include "host/cmd/template.h"

// An object file of Windows has no .previous, and its sections have other names.
#if ED_ON_WINDOWS
#    define CONSTANTS ".section .rdata,\"dr\"\n"
#    define CODE ".text\n"
#else
#    define CONSTANTS ".section .rodata\n"
#    define CODE ".previous\n"
#endif

/// Embeds the bytes of a file between two symbols.
#define BYTES_OF(name, file) \
    __asm__(CONSTANTS #name "_text:\n" \
                            ".incbin \"host/cmd/new_game/" file "\"\n" #name "_end:\n" CODE); \
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
