#include "runtime/build/watch_list.h"
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/build/compiler_options.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/start_folder.h"

#define LINE_ROOM 24u      // of a line, without the path

typedef struct List {
    ed_BuildSteps *steps;
    const ed_Commands *commands;
    ed_Words known;      // folders of the game
    ed_Words lines;
} List;

static void add_known(List *list, const ed_Words *files)
{
    for (u32 i = 0; i < files->count; i++)
        ed_words_add(&list->known, list->steps->arena,
                     ed_words_folder(list->steps->arena, files->at[i]));
}

/// Finds the folders that the settings name, and those of the sources.
static void find_known(List *list)
{
    const ed_BuildStep compile = ed_command_compile(list->commands, 0),
                       link = ed_command_link(list->commands);
    const ed_BuildStep *const steps[] = { &compile, &link };
    for (u32 i = 0; i < ED_COUNT(steps); i++) {
        ed_CompilerOptions options;
        ed_compiler_options_read(&options, list->steps->arena, &steps[i]->arguments);
        ed_words_add_all(&list->known, list->steps->arena, &options.folders);
        ed_words_add_all(&list->known, list->steps->arena, &options.linked);
        add_known(list, &options.files);
    }
    add_known(list, &list->commands->code);
}

static bool is_in(const char *path, const char *folder)
{
    size_t size = strlen(folder);
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || !path[size]);
}

/// True for files of eddie. If they change, the game has to be restarted.
static bool is_eddies(const List *list, const char *path)
{
    const ed_BuildTools *tools = list->commands->tools;
    const char *headers = ed_words_format(list->steps->arena, "%s/runtime", tools->include);
    return is_in(path, headers) || (tools->library && strcmp(path, tools->library) == 0)
        || (tools->object && strcmp(path, tools->object) == 0)
        || (strcmp(tools->include, ed_start_folder()) == 0 && is_in(path, "runtime"));
}

static bool is_watched(const List *list, const char *path)
{
    return !ed_inputs_is_system(path, &list->known) && !is_in(path, list->commands->folder)
        && !is_in(path, list->commands->config->generated) && !is_eddies(list, path)
        && !strchr(path, '\n');
}

static void add_file(List *list, const ed_RecordFile *file)
{
    ed_Arena *arena = list->steps->arena;
    if (!is_watched(list, file->path)) return;
    if (file->hash != ED_ABSENT) {
        ed_words_add(
            &list->lines, arena,
            ed_words_format(arena, "%016llx %s", (unsigned long long)file->hash, file->path));
        return;
    }
    const char *folder = ed_words_folder(arena, file->path);
    if (strcmp(folder, ".") != 0 && strcmp(folder, list->commands->tools->include) != 0)
        ed_words_add(&list->lines, arena, ed_words_format(arena, "%016x %s/", 0, folder));
}

/// The record has been written, so files that steps share have a number.
static void add_files(List *list)
{
    ed_Record *record = &list->steps->record;
    u8 *seen = (u8 *)ed_arena_push(list->steps->arena, record->file_count + 1, 1);
    for (u32 i = 0; seen && i < record->count; i++) {
        const ed_RecordStep *step = &record->steps[i];
        for (u32 j = 0; step->used && !step->dropped && j < step->file_count; j++) {
            const ed_RecordFile *file = step->files[j];
            if (file->number >= record->file_count || seen[file->number]) continue;
            seen[file->number] = 1;
            add_file(list, file);
        }
    }
}

static const char *path_of(const ed_Commands *commands)
{
    return ed_words_format(commands->arena, "%s.inputs", commands->config->module);
}

bool ed_watch_list_exists(const ed_Commands *commands)
{
    return ed_file_kind(path_of(commands)) == ED_FILE_REGULAR;
}

bool ed_watch_list_write(ed_BuildSteps *steps, const ed_Commands *commands, ed_Error *error)
{
    List list = { .steps = steps, .commands = commands };
    const char *path = path_of(commands);
    size_t room = LINE_ROOM;
    find_known(&list);
    add_files(&list);
    u64 settings = ed_file_hashes_get(&steps->hashes, ED_BUILD_CONFIG_FILE);
    ed_words_add(&list.lines, steps->arena,
                 ed_words_format(steps->arena, "%016llx " ED_BUILD_CONFIG_FILE,
                                 (unsigned long long)settings));
    ed_words_sort(&list.lines);
    for (u32 i = 0; i < list.lines.count; i++) room += strlen(list.lines.at[i]) + 1;
    char *buffer = (char *)ed_arena_push_raw(steps->arena, room, 1);
    if (!buffer) return ed_arena_check(steps->arena, error);
    ed_Text text = ed_text_over(buffer, room);
    for (u32 i = 0; i < list.lines.count; i++)
        if (!i || strcmp(list.lines.at[i], list.lines.at[i - 1]) != 0)
            ed_text_add(&text, "%s\n", list.lines.at[i]);
    if (ed_hash_of_bytes(text.at, text.size) == ed_file_hashes_get(&steps->hashes, path)
        || ed_file_write_atomic(path, text.at, text.size, error))
        return true;
    ed_file_remove(path);
    return false;
}
