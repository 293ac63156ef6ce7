/// Reads whole files, and writes sets of files: all of them or none. Only a failed rename can leave
/// a set partly written.
#ifndef CG_SYNTAX_FILE_H
#define CG_SYNTAX_FILE_H
#include "codegen/syntax/ast.h"
#include "runtime/os/files/target.h"

#define CG_FILE_MAX ((size_t)16 << 20)      // bytes of one .def
#define CG_OUTPUTS_MAX (2u * CG_SOURCES_MAX + 5u)

/// Returns the text followed by a zero byte, or NULL with `reason` set. `id` receives two numbers
/// that identify the file.
char *cg_file_read(ed_Arena *arena, const char *path, size_t *size, u64 id[2], const char **reason);
/// Identifies a file without reading it; false if it does not exist.
bool cg_file_id(const char *path, u64 id[2]);
/// Like cg_file_read, for standard input.
char *cg_input_read(ed_Arena *arena, size_t *size, const char **reason);

typedef struct cg_Output {
    const char *path;
    const char *text;
    size_t size;
    const char *target;        // `path` with symbolic links resolved; NULL if nothing changed
    char *temporary_path;      // of the new file, if `staged`; NULL if nothing changed
    bool staged;               // the temporary file exists
    bool replaces;             // the target exists
    ed_FileInfo old;           // the target before writing, if `replaces`
} cg_Output;

typedef struct cg_Outputs {
    ed_Arena *arena;
    cg_Diag *diag;
    const char *dir;      // created if missing; NULL: the files go to existing folders
    cg_Output files[CG_OUTPUTS_MAX];
    u32 count;
    u32 written;      // files that the last cg_outputs_write created or replaced
} cg_Outputs;

/// Writes the files whose text changed: first all of them under temporary names, which are then
/// renamed. Symbolic links stay links, and modes are kept. Anything but a regular file is refused;
/// see runtime/os/files/target.h. Returns false with an error in `diag`; then no file has changed,
/// unless a rename failed: `written` counts the files that were renamed before.
bool cg_outputs_write(cg_Outputs *outputs);

/// Writes one file in the same way. Its folder must exist.
bool cg_output_write(cg_Outputs *outputs, const char *path, const char *text, size_t size);

#endif
