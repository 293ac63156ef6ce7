/// Files: read whole, and written whole or not at all.
#ifndef CG_FILE_H
#define CG_FILE_H
#include "codegen/ast.h"

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
    size_t      size;
    char       *name;        // temporary, of the new file; NULL where nothing changed
    bool        staged;      // it is there
} cg_Output;

typedef struct cg_Outputs {
    ed_Arena   *arena;
    cg_Diag    *diag;
    const char *dir;
    cg_Output   files[CG_OUTPUTS_MAX];
    u32         count;
} cg_Outputs;

/// Writes those files whose text changed: all to temporary names first, then renamed.
/// False, told in `diag`: then no file changed, unless the renaming itself failed.
bool cg_outputs_write(cg_Outputs *outputs);

/// A new text for a file that is there: whole or not at all, through links, with the mode it had.
/// False, told in `diag`: then it is as it was.
bool cg_file_replace(ed_Arena *arena, cg_Diag *diag, const char *path, const char *text,
                     size_t size);

#endif
