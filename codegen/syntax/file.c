#include "codegen/syntax/file.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/open_file.h"
#include "runtime/os/files/target.h"

#define SUFFIX_ROOM 64u      // bytes that a temporary path may be longer than its target

// --- Reading -----------------------------------------------------------------------------------

static char *read_open(ed_Arena *arena, i64 file, size_t *size, u64 id[2], const char **reason)
{
    ed_FileInfo info;
    int failed = ed_file_info_of(file, &info);
    if (failed) {
        *reason = ed_errno_text(failed);
        return NULL;
    }
    if (info.kind != ED_FILE_REGULAR) {
        *reason = info.kind == ED_FILE_FOLDER ? "it is a folder" : "it is not a regular file";
        return NULL;
    }
    id[0] = info.mark.device;
    id[1] = info.mark.inode;
    if (info.mark.size > CG_FILE_MAX) {
        *reason = "it is larger than 16 MiB";
        return NULL;
    }
    char *text = cg_new(arena, (size_t)info.mark.size + 1);
    failed = ed_file_read_on(file, text, (size_t)info.mark.size, size);
    if (failed) *reason = ed_errno_text(failed);
    return failed ? NULL : text;
}

char *cg_file_read(ed_Arena *arena, const char *path, size_t *size, u64 id[2], const char **reason)
{
    i64 file;
    int failed = ed_file_open(&file, path);
    if (failed) {
        *reason = failed == ENOENT ? "there is no such file" : ed_errno_text(failed);
        return NULL;
    }
    char *text = read_open(arena, file, size, id, reason);
    ed_file_close(file);
    return text;
}

bool cg_file_id(const char *path, u64 id[2])
{
    ed_FileInfo info;
    if (ed_file_info(path, ED_LINK_FOLLOW, &info) != 0) return false;
    id[0] = info.mark.device;
    id[1] = info.mark.inode;
    return true;
}

char *cg_input_read(ed_Arena *arena, size_t *size, const char **reason)
{
    size_t room = 1 << 16;
    char *text = cg_new(arena, room + 1);
    for (*size = 0;;) {
        *size += fread(text + *size, 1, room - *size, stdin);
        if (ferror(stdin)) {
            *reason = ed_errno_text(errno);
            return NULL;
        }
        if (*size < room) return text;
        if (room >= CG_FILE_MAX) {
            *reason = "it is larger than 16 MiB";
            return NULL;
        }
        char *larger = cg_new(arena, room * 2 + 1);
        memcpy(larger, text, *size);
        text = larger;
        room *= 2;
    }
}

// --- Writing -----------------------------------------------------------------------------------

/// Reports an error whose cause is the errno value `why`, unless that is 0. Returns true if it is
/// 0.
static bool check(cg_Diag *diag, int why, const char *what, const char *path)
{
    if (!why) return true;
    cg_error(diag, CG_E_UNWRITABLE_FILE, (cg_Location){ 0 }, "cannot %s %s: %s", what, path,
             ed_errno_text(why));
    cg_help(diag, "%s", ed_target_advice(why));
    return false;
}

/// Creates a folder unless its name exists already.
static int make_folder(const char *path)
{
    int failed = ed_folder_make(path);
    return failed == EEXIST ? 0 : failed;
}

static bool make_dir(cg_Outputs *outputs)
{
    char *path = cg_copy(outputs->arena, outputs->dir, strlen(outputs->dir));
    for (char *at = path + 1; *path && *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        if (!check(outputs->diag, make_folder(path), "create the folder", path)) return false;
        *at = '/';
    }
    int failed = make_folder(path);
    ed_FileKind kind = failed ? ED_FILE_NONE : ed_file_kind(path);
    if (kind != ED_FILE_NONE && kind != ED_FILE_FOLDER) failed = ENOTDIR;
    return check(outputs->diag, failed, "create the folder", path);
}

static bool holds(i64 file, const char *text, size_t size)
{
    char part[1 << 14];
    for (size_t got = 0; size; text += got, size -= got) {
        size_t want = size < sizeof part ? size : sizeof part;
        if (ed_file_read_on(file, part, want, &got) != 0 || got != want
            || memcmp(part, text, got) != 0)
            return false;
    }
    return true;
}

static bool is_unchanged(const cg_Output *output)
{
    ed_FileInfo info;
    i64 file;
    if (ed_file_info(output->path, ED_LINK_FOLLOW, &info) != 0 || info.kind != ED_FILE_REGULAR
        || info.mark.size != output->size || ed_file_open(&file, output->path) != 0)
        return false;
    bool same = holds(file, output->text, output->size);
    ed_file_close(file);
    return same;
}

/// Returns true if the error came from writing the bytes of a file. All others come from creating
/// it.
static bool is_about_bytes(int why) { return why == ENOSPC || why == EFBIG || why == EIO; }

/// Writes the temporary file, and sets its path, which is chosen only now.
static bool stage(cg_Outputs *outputs, cg_Output *file)
{
    ed_Target target = { .replaces = file->replaces, .old = file->old };
    char temporary[ED_PATH_MAX];
    snprintf(target.path, sizeof target.path, "%s", file->target);
    int failed = ed_file_write_beside(&target, file->text, file->size, temporary);
    if (!failed && strlen(temporary) >= strlen(file->target) + SUFFIX_ROOM) {
        ed_file_remove(temporary);
        failed = ENAMETOOLONG;
    }
    if (failed)
        return check(outputs->diag, failed,
                     is_about_bytes(failed) ? "write" : "create a temporary file beside",
                     file->path);
    strcpy(file->temporary_path, temporary);
    file->staged = true;
    return true;
}

static void unstage(cg_Outputs *outputs)
{
    for (u32 i = 0; i < outputs->count; i++)
        if (outputs->files[i].staged) ed_file_remove(outputs->files[i].temporary_path);
}

static bool publish(cg_Outputs *outputs, cg_Output *file)
{
    if (!file->staged) return true;
    int failed = ed_file_rename(file->temporary_path, file->target);
    if (failed) return check(outputs->diag, failed, "replace", file->path);
    file->staged = false;
    outputs->written++;
    return true;
}

/// Resolves symbolic links, and reserves memory for the path of the temporary file.
static bool find_target(cg_Outputs *outputs, cg_Output *file)
{
    ed_Target target;
    ed_Error error = { 0 };
    if (!ed_target_find(&target, file->path, &error)) {
        cg_error(outputs->diag, CG_E_UNWRITABLE_FILE, (cg_Location){ 0 }, "cannot write %s",
                 error.text);
        return false;
    }
    file->replaces = target.replaces;
    file->old = target.old;
    file->target = cg_copy(outputs->arena, target.path, strlen(target.path));
    file->temporary_path = cg_new(outputs->arena, strlen(target.path) + SUFFIX_ROOM);
    return true;
}

bool cg_outputs_write(cg_Outputs *outputs)
{
    bool good = !outputs->dir || make_dir(outputs);
    outputs->written = 0;
    // allocates everything before the first write: cg_new ends the program when memory is full
    for (u32 i = 0; good && i < outputs->count; i++)
        if (!is_unchanged(&outputs->files[i])) good = find_target(outputs, &outputs->files[i]);
    for (u32 i = 0; good && i < outputs->count; i++)
        if (outputs->files[i].temporary_path) good = stage(outputs, &outputs->files[i]);
    for (u32 i = 0; good && i < outputs->count; i++) good = publish(outputs, &outputs->files[i]);
    unstage(outputs);
    return good;
}

bool cg_output_write(cg_Outputs *outputs, const char *path, const char *text, size_t size)
{
    outputs->dir = NULL;
    outputs->count = 1;
    outputs->files[0] = (cg_Output){ .path = path, .text = text, .size = size };
    return cg_outputs_write(outputs);
}
