/// Files: read whole, and written whole or not at all.
#ifndef CG_SYNTAX_FILE_H
#define CG_SYNTAX_FILE_H
#include <sys/stat.h>
#include "codegen/syntax/ast.h"

#define CG_FILE_MAX ((size_t)16 << 20)      // bytes of one .def
#define CG_OUTPUTS_MAX (2u * CG_SOURCES_MAX + 4u)

/// The text with a zero byte behind it; NULL with a reason in words. `id` gets what tells files
/// apart.
char *cg_file_read(ed_Arena *arena, const char *path, size_t *size, u64 id[2], const char **reason);
/// What tells the file apart, without reading it; false where there is none.
bool cg_file_id(const char *path, u64 id[2]);
/// Standard input, likewise.
char *cg_input_read(ed_Arena *arena, size_t *size, const char **reason);

typedef struct cg_Output {
    const char *path;
    const char *text;
    size_t size;
    const char *target;      // the file that `path` leads to
    char *name;              // temporary, of the new file; NULL where nothing changed
    bool staged;             // the temporary file exists
    bool replaces;           // the target exists
    struct stat old;         // then
} cg_Output;

typedef struct cg_Outputs {
    ed_Arena *arena;
    cg_Diag *diag;
    const char *dir;      // made where it is missing; NULL: nothing is made
    cg_Output files[CG_OUTPUTS_MAX];
    u32 count;
} cg_Outputs;

/// Writes those files whose text changed: all to temporary names first, then renamed. Links stay
/// links, and modes are kept; what is not a regular file is refused, see runtime/os/target.h.
/// False, told in `diag`: then no file changed, unless the renaming itself failed.
bool cg_outputs_write(cg_Outputs *outputs);

/// The same for one file, in a folder that exists.
bool cg_output_write(cg_Outputs *outputs, const char *path, const char *text, size_t size);

#endif
