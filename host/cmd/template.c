#include "host/cmd/template.h"

// An object file of Windows has no .previous, and its sections have other names.
#ifdef _WIN32
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
BYTES_OF(makefile, "Makefile")
BYTES_OF(readme, "README.md")
BYTES_OF(ignored, "gitignore")
BYTES_OF(tasks, ".vscode/tasks.json")

const host_Template host_templates[] = {
    { "schema/game.def", schema_text, schema_end },
    { "game/main.c", code_text, code_end },
    { "Makefile", makefile_text, makefile_end },
    { "README.md", readme_text, readme_end },
    { ".gitignore", ignored_text, ignored_end },
    { ".vscode/tasks.json", tasks_text, tasks_end },
    { NULL, NULL, NULL },
};
