#include "codegen/syntax/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/target.h"

// --- Reading -----------------------------------------------------------------------------------

static bool read_all(int fd, char *text, size_t size_max, size_t *size)
{
    for (*size = 0; *size < size_max;) {
        ssize_t got = read(fd, text + *size, size_max - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) return true;
        *size += (size_t)got;
    }
    return true;
}

static char *read_open(ed_Arena *arena, int fd, size_t *size, u64 id[2], const char **reason)
{
    struct stat info;
    if (fstat(fd, &info) != 0) {
        *reason = strerror(errno);
        return NULL;
    }
    if (!S_ISREG(info.st_mode)) {
        *reason = S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file";
        return NULL;
    }
    id[0] = (u64)info.st_dev;
    id[1] = (u64)info.st_ino;
    if ((u64)info.st_size > CG_FILE_MAX) {
        *reason = "it is larger than 16 MiB";
        return NULL;
    }
    char *text = cg_new(arena, (size_t)info.st_size + 1);
    if (!read_all(fd, text, (size_t)info.st_size, size)) {
        *reason = strerror(errno);
        return NULL;
    }
    return text;
}

char *cg_file_read(ed_Arena *arena, const char *path, size_t *size, u64 id[2], const char **reason)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        *reason = errno == ENOENT ? "there is no such file" : strerror(errno);
        return NULL;
    }
    char *text = read_open(arena, fd, size, id, reason);
    close(fd);
    return text;
}

bool cg_file_id(const char *path, u64 id[2])
{
    struct stat info;
    if (stat(path, &info) != 0) return false;
    id[0] = (u64)info.st_dev;
    id[1] = (u64)info.st_ino;
    return true;
}

char *cg_input_read(ed_Arena *arena, size_t *size, const char **reason)
{
    size_t room = 1 << 16;
    char *text = cg_new(arena, room + 1);
    for (*size = 0;;) {
        size_t got = 0;
        if (!read_all(STDIN_FILENO, text + *size, room - *size, &got)) {
            *reason = strerror(errno);
            return NULL;
        }
        *size += got;
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

/// Reports an error with the cause in errno. Returns false.
static bool report(cg_Diag *diag, const char *what, const char *path)
{
    int why = errno;
    cg_error(diag, CG_E_UNWRITABLE_FILE, (cg_Location){ 0 }, "cannot %s %s: %s", what, path,
             strerror(why));
    cg_help(diag, "%s", ed_target_advice(why));
    return false;
}

static bool make_dir(cg_Outputs *outputs)
{
    char *path = cg_copy(outputs->arena, outputs->dir, strlen(outputs->dir));
    for (char *at = path + 1; *path && *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return report(outputs->diag, "create the folder", path);
        *at = '/';
    }
    struct stat info;
    bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    if (made && stat(path, &info) == 0 && !S_ISDIR(info.st_mode)) {
        made = false;
        errno = ENOTDIR;
    }
    return made || report(outputs->diag, "create the folder", path);
}

static bool holds(int fd, const char *text, size_t size)
{
    char part[1 << 14];
    for (size_t got = 0; size; text += got, size -= got) {
        size_t want = size < sizeof part ? size : sizeof part;
        if (!read_all(fd, part, want, &got) || got != want || memcmp(part, text, got) != 0)
            return false;
    }
    return true;
}

static bool is_unchanged(const cg_Output *file)
{
    struct stat info;
    if (stat(file->path, &info) != 0 || !S_ISREG(info.st_mode) || (u64)info.st_size != file->size)
        return false;
    int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool same = holds(fd, file->text, file->size);
    close(fd);
    return same;
}

static bool write_all(int fd, const char *text, size_t size)
{
    while (size) {
        ssize_t put = write(fd, text, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        size -= (size_t)put;
    }
    return true;
}

/// Sets owner and mode of the temporary file. A replaced file keeps its mode and, if permitted, its
/// owner; a new file gets the mode that the umask allows.
static bool set_owner(int fd, const cg_Output *file)
{
    if (file->replaces)
        return (fchown(fd, file->old.owner, file->old.group) == 0 || errno == EPERM)
            && fchmod(fd, file->old.permissions) == 0;
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0;
}

static bool stage(cg_Outputs *outputs, cg_Output *file)
{
    int fd = mkstemp(file->temporary_path);
    if (fd < 0) return report(outputs->diag, "create a temporary file beside", file->path);
    file->staged = true;
    bool good = set_owner(fd, file) && write_all(fd, file->text, file->size);
    int code = errno;
    good = close(fd) == 0 && good;
    errno = good || code == 0 ? errno : code;
    return good || report(outputs->diag, "write", file->path);
}

static void unstage(cg_Outputs *outputs)
{
    for (u32 i = 0; i < outputs->count; i++)
        if (outputs->files[i].staged) unlink(outputs->files[i].temporary_path);
}

static bool publish(cg_Outputs *outputs, cg_Output *file)
{
    if (!file->staged) return true;
    if (rename(file->temporary_path, file->target) != 0)
        return report(outputs->diag, "replace", file->path);
    file->staged = false;
    outputs->written++;
    return true;
}

/// Resolves symbolic links, and chooses a temporary name in the folder of the target.
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
    file->temporary_path = cg_format(outputs->arena, "%s.XXXXXX", target.path);
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
