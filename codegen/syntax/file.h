/// Files: read completely, and written completely or not at all.
#ifndef CG_SYNTAX_FILE_H
#define CG_SYNTAX_FILE_H
#include <sys/stat.h>
#include "codegen/syntax/ast.h"

#define CG_FILE_MAX ((size_t)16 << 20)      // bytes of one .def
#define CG_OUTPUTS_MAX (2u * CG_SOURCES_MAX + 4u)

/// The text followed by a zero byte; NULL with a reason on failure. `id` gets the device and inode.
char *cg_file_read(ed_Arena *arena, const char *path, size_t *size, u64 id[2], const char **reason);
/// The device and inode of a file, without reading it; false if it does not exist.
bool cg_file_id(const char *path, u64 id[2]);
/// Like cg_file_read, for standard input.
char *cg_input_read(ed_Arena *arena, size_t *size, const char **reason);

typedef struct cg_Output {
    const char *path;
    const char *text;
    size_t size;
    const char *target;      // the file that `path` links to
    char *name;              // temporary name of the new file; NULL if nothing changed
    bool staged;             // the temporary file exists
    bool replaces;           // the target exists
    struct stat old;         // its status at that time
} cg_Output;

typedef struct cg_Outputs {
    ed_Arena *arena;
    cg_Diag *diag;
    const char *dir;      // created if it does not exist; NULL: nothing to create
    cg_Output files[CG_OUTPUTS_MAX];
    u32 count;
} cg_Outputs;

/// Writes the files whose text changed: first all under temporary names, which are then renamed.
/// Links stay links, and modes are kept; anything but a regular file is refused, see
/// runtime/os/target.h. False with an error in `diag`: then no file changed, unless the renaming
/// itself failed.
bool cg_outputs_write(cg_Outputs *outputs);

/// The same for one file in an existing folder.
bool cg_output_write(cg_Outputs *outputs, const char *path, const char *text, size_t size);

#endif
