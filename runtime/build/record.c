#include "runtime/build/record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/build/file_hashes.h"
#include "runtime/os/files/files.h"

#define FILE_BYTES_MAX ((size_t)256 << 20)
#define HEADER "eddie build 4"
#define END "end"
#define WHY "why "
#define FIRST_ROOM 64u
#define NUMBER_CHARS 11u      // of the number of a file and the blank after it

// --- steps ---------------------------------------------------------------------------------------

static ed_RecordStep *find_step(const ed_Record *record, const char *name, u64 name_hash)
{
    for (u32 i = 0; i < record->count; i++) {
        ed_RecordStep *step = &record->steps[i];
        if (step->name_hash == name_hash && strcmp(step->name, name) == 0) return step;
    }
    return NULL;
}

ed_RecordStep *ed_record_find(const ed_Record *record, const char *name)
{
    ed_RecordStep *step = find_step(record, name, ed_hash_of_bytes(name, strlen(name)));
    return step && !step->dropped ? step : NULL;
}

static bool grow_steps(ed_Record *record)
{
    u32 room = record->room ? record->room * 2 : FIRST_ROOM;
    ed_RecordStep *steps = (ed_RecordStep *)ed_arena_push(record->arena, room * sizeof *steps,
                                                          _Alignof(ed_RecordStep));
    if (!steps) return false;
    if (record->count) memcpy(steps, record->steps, record->count * sizeof *steps);
    record->steps = steps;
    record->room = room;
    return true;
}

/// Adds a step or replaces it, with room for its files.
static ed_RecordStep *make_step(ed_Record *record, const char *name, u64 key, ed_StepState state,
                                u32 file_count)
{
    u64 name_hash = ed_hash_of_bytes(name, strlen(name));
    ed_RecordStep *step = find_step(record, name, name_hash);
    ed_RecordFile **files = (ed_RecordFile **)ed_arena_push(
        record->arena, file_count * sizeof *files + 1, _Alignof(ed_RecordFile *));
    if (!files || (!step && record->count == record->room && !grow_steps(record))) return NULL;
    if (!step) step = &record->steps[record->count++];
    *step = (ed_RecordStep){ name, name_hash, key, state, "", files, file_count, false, true };
    record->changed = true;
    return step;
}

ed_RecordStep *ed_record_put(ed_Record *record, const char *name, u64 key, ed_StepState state,
                             u32 file_count)
{
    ed_RecordFile *all = (ed_RecordFile *)ed_arena_push(record->arena, file_count * sizeof *all + 1,
                                                        _Alignof(ed_RecordFile));
    ed_RecordStep *step = all ? make_step(record, name, key, state, file_count) : NULL;
    for (u32 i = 0; step && i < file_count; i++) step->files[i] = &all[i];
    return step;
}

void ed_record_drop(ed_Record *record, const char *name)
{
    ed_RecordStep *step = ed_record_find(record, name);
    if (!step) return;
    step->dropped = record->changed = true;
}

// --- tables of files -----------------------------------------------------------------------------

typedef bool SameFile(const ed_RecordFile *a, const ed_RecordFile *b);

typedef struct FileTable {      // a hash table
    ed_RecordFile **slots;      // a power of two of them, more than there are files
    u32 slot_count;
    SameFile *same;
} FileTable;

static bool has_same_path(const ed_RecordFile *a, const ed_RecordFile *b)
{
    return strcmp(a->path, b->path) == 0;
}

static bool is_same(const ed_RecordFile *a, const ed_RecordFile *b)
{
    return a == b || (a->hash == b->hash && a->mark == b->mark && has_same_path(a, b));
}

/// Opens a table for up to `most` files. Returns false if the arena is full.
static bool open_table(FileTable *table, ed_Arena *arena, u32 most, SameFile *same)
{
    *table = (FileTable){ .slot_count = FIRST_ROOM, .same = same };
    while (table->slot_count <= most) table->slot_count *= 2;
    table->slots = (ed_RecordFile **)ed_arena_push(arena, table->slot_count * sizeof *table->slots,
                                                   _Alignof(ed_RecordFile *));
    return table->slots != NULL;
}

/// Returns the slot of the same file, or the empty slot where it would go.
static ed_RecordFile **find_slot(const FileTable *table, const ed_RecordFile *file)
{
    u32 mask = table->slot_count - 1;
    u32 at = (u32)ed_hash_of_bytes(file->path, strlen(file->path)) & mask;
    while (table->slots[at] && !table->same(table->slots[at], file)) at = (at + 1) & mask;
    return &table->slots[at];
}

void ed_record_extend(const ed_Record *record, ed_RecordStep *to, const ed_RecordStep *from)
{
    FileTable table;
    u32 most = to->file_count + from->file_count, count = to->file_count;
    ed_RecordFile **files = (ed_RecordFile **)ed_arena_push(record->arena, most * sizeof *files + 1,
                                                            _Alignof(ed_RecordFile *));
    if (!files || !open_table(&table, record->arena, most, has_same_path)) return;
    for (u32 i = 0; i < count; i++) *find_slot(&table, to->files[i]) = files[i] = to->files[i];
    for (u32 i = 0; i < from->file_count; i++) {
        ed_RecordFile *file = from->files[i], **slot = find_slot(&table, file);
        if (!*slot && strcmp(file->path, from->name) != 0) *slot = files[count++] = file;
    }
    to->files = files;
    to->file_count = count;
}

// --- reading -------------------------------------------------------------------------------------

/// Returns the next line, terminated; NULL at the end of the text.
static char *take_line(char **at, const char *end)
{
    char *line = *at;
    if (line >= end) return NULL;
    char *stop = (char *)memchr(line, '\n', (size_t)(end - line));
    if (!stop) return NULL;
    *stop = 0;
    *at = stop + 1;
    return line;
}

/// Reads a number at `at` and the blank after it.
static bool take_number(char **at, int base, u64 max, u64 *value)
{
    char *end = NULL;
    if (**at == '-' || **at == '+' || **at == ' ') return false;
    *value = strtoull(*at, &end, base);
    if (end == *at || *end != ' ' || *value > max) return false;
    *at = end + 1;
    return true;
}

static bool take_why(ed_RecordStep *step, char **at, const char *end)
{
    if (step->state != ED_STEP_UNABLE) return true;
    const char *line = take_line(at, end);
    if (!line || strncmp(line, WHY, strlen(WHY)) != 0) return false;
    step->why = line + strlen(WHY);
    return true;
}

typedef struct Files {
    ed_RecordFile *all;
    u64 count;
} Files;

static bool take_files(Files *files, ed_Arena *arena, char **at, const char *end)
{
    static const char start[] = "files ";
    char *line = take_line(at, end);
    if (!line || strncmp(line, start, strlen(start)) != 0) return false;
    files->count = strtoull(line + strlen(start), NULL, 10);
    if (files->count > (u64)(end - *at)) return false;
    files->all = (ed_RecordFile *)ed_arena_push(
        arena, (size_t)files->count * sizeof *files->all + 1, _Alignof(ed_RecordFile));
    for (u64 i = 0; files->all && i < files->count; i++) {
        line = take_line(at, end);
        if (!line || !take_number(&line, 16, UINT64_MAX, &files->all[i].hash)
            || !take_number(&line, 16, UINT64_MAX, &files->all[i].mark))
            return false;
        files->all[i].path = line;
    }
    return files->all != NULL;
}

/// Reads the numbers of the files of a step. There are many: this is faster than strtoull.
static bool take_numbers(ed_RecordStep *step, const Files *files, char **at, const char *end)
{
    const char *line = take_line(at, end);
    for (u32 i = 0; line && i < step->file_count; i++) {
        u64 number = 0;
        if (*line < '0' || *line > '9') return false;
        for (; *line >= '0' && *line <= '9' && number < files->count; line++)
            number = number * 10 + (u64)(*line - '0');
        if (number >= files->count || *line != ' ') return false;
        step->files[i] = &files->all[number];
        line++;
    }
    return line && !*line;
}

static bool take_steps(ed_Record *record, char *at, const char *end)
{
    Files files;
    char *line = take_line(&at, end);
    if (!line || strcmp(line, HEADER) != 0 || !take_files(&files, record->arena, &at, end))
        return false;
    while ((line = take_line(&at, end)) && strcmp(line, END) != 0) {
        u64 state, key, count;
        if (strncmp(line, "step ", 5) != 0) return false;
        line += 5;
        if (!take_number(&line, 10, ED_STEP_STATES - 1, &state)
            || !take_number(&line, 16, UINT64_MAX, &key)
            || !take_number(&line, 10, (u64)(end - at), &count))
            return false;
        ed_RecordStep *step = make_step(record, line, key, (ed_StepState)state, (u32)count);
        if (!step || !take_why(step, &at, end) || !take_numbers(step, &files, &at, end))
            return false;
        step->used = false;
    }
    return line && at == end;
}

void ed_record_read(ed_Record *record, ed_Arena *arena, const char *path)
{
    ed_Span bytes;
    ed_Error unused = { .code = ED_OK };
    *record = (ed_Record){ .arena = arena };
    if (!ed_file_read(path, FILE_BYTES_MAX, arena, &bytes, &unused)) return;
    char *start = (char *)ed_arena_bytes(arena, bytes.at);      // to terminate the lines
    bool text = !memchr(start, 0, bytes.size);
    if (!text || !take_steps(record, start, start + bytes.size))
        *record = (ed_Record){ .arena = arena };
    record->changed = false;
}

// --- writing -------------------------------------------------------------------------------------

/// A path with a line break cannot be written, so its step runs in every build.
static bool is_writable(const ed_RecordStep *step)
{
    bool good = step->used && !step->dropped && !strchr(step->name, '\n');
    for (u32 i = 0; i < step->file_count && good; i++) good = !strchr(step->files[i]->path, '\n');
    return good;
}

static size_t size_of(const ed_RecordStep *step)
{
    size_t size = strlen(step->name) + strlen(step->why) + 64;
    for (u32 i = 0; i < step->file_count; i++)
        size += strlen(step->files[i]->path) + 48 + NUMBER_CHARS;
    return size;
}

static void put_step(ed_Text *text, const ed_RecordStep *step)
{
    ed_text_add(text, "step %u %016llx %u %s\n", step->state, (unsigned long long)step->key,
                step->file_count, step->name);
    if (step->state == ED_STEP_UNABLE) ed_text_add(text, WHY "%s\n", step->why);
    for (u32 i = 0; i < step->file_count; i++) ed_text_add(text, "%u ", step->files[i]->number);
    ed_text_add(text, "\n");
}

/// The different files of all steps.
typedef struct Distinct {
    FileTable table;
    ed_RecordFile **all;      // in the order of their numbers
    u32 count;
} Distinct;

/// Gives the file the number of the same one, or the next number.
static void number_file(Distinct *files, ed_RecordFile *file)
{
    ed_RecordFile **slot = find_slot(&files->table, file);
    if (!*slot) {
        *slot = files->all[files->count] = file;
        file->number = files->count++;
    }
    file->number = (*slot)->number;
}

/// Writes each file once.
static bool put_files(ed_Text *text, ed_Record *record)
{
    Distinct files = { .count = 0 };
    u32 most = 0;
    for (u32 i = 0; i < record->count; i++) most += record->steps[i].file_count;
    files.all = (ed_RecordFile **)ed_arena_push(record->arena, most * sizeof *files.all + 1,
                                                _Alignof(ed_RecordFile *));
    if (!files.all || !open_table(&files.table, record->arena, most, is_same)) return false;
    for (u32 i = 0; i < record->count; i++) {
        const ed_RecordStep *step = &record->steps[i];
        if (!is_writable(step)) continue;
        for (u32 j = 0; j < step->file_count; j++) number_file(&files, step->files[j]);
    }
    record->file_count = files.count;
    ed_text_add(text, "files %u\n", files.count);
    for (u32 i = 0; i < files.count; i++)
        ed_text_add(text, "%016llx %llx %s\n", (unsigned long long)files.all[i]->hash,
                    (unsigned long long)files.all[i]->mark, files.all[i]->path);
    return true;
}

bool ed_record_write(ed_Record *record, const char *path, ed_Error *error)
{
    size_t room = 64;
    char temporary[ED_PATH_MAX];
    ed_Target target;
    for (u32 i = 0; i < record->count; i++) room += size_of(&record->steps[i]);
    char *bytes = (char *)ed_arena_push_raw(record->arena, room, 1);
    if (!bytes) return ed_arena_check(record->arena, error);
    ed_Text text = ed_text_over(bytes, room);
    ed_text_add(&text, HEADER "\n");
    if (!put_files(&text, record)) return ed_arena_check(record->arena, error);
    for (u32 i = 0; i < record->count; i++)
        if (is_writable(&record->steps[i])) put_step(&text, &record->steps[i]);
    ed_text_add(&text, END "\n");
    if (!ed_target_find(&target, path, error)) return false;
    int failed = ed_file_write_beside(&target, text.at, text.size, temporary);
    if (!failed) failed = ed_file_rename(temporary, target.path);
    if (!failed) return true;
    ed_fail(error, ED_ERR_OS, "%s: cannot be written: %s: %s", path, ed_errno_text(failed),
            ed_target_advice(failed));
    return false;
}
