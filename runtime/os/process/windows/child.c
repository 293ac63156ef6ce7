#include "runtime/os/process/child.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include "runtime/base/arena.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/os/process/windows/end_code.h"
#include "runtime/os/files/windows/handle.h"

// A child inherits exactly the handles of its list: its standard streams, and those that its start
// names. A group is a job, which all processes that descend from the child belong to.

#define TEXT_BYTES ((size_t)32 << 20)      // command line and variables of one start, at most
#define LINE_UNITS 32767u                  // of a command line and its terminator, at most
#define STREAMS 3u                         // standard input, output and error

// --- pipes ---------------------------------------------------------------------------------------

typedef struct Pipe {      // NULL: not open
    HANDLE reads, writes;
} Pipe;

static void close_handle(HANDLE *handle)
{
    if (*handle) CloseHandle(*handle);
    *handle = NULL;
}

static void close_pipe(Pipe *it)
{
    close_handle(&it->reads);
    close_handle(&it->writes);
}

static int open_pipe(Pipe *it)
{
    if (CreatePipe(&it->reads, &it->writes, NULL, 65536)) return 0;
    *it = (Pipe){ NULL, NULL };
    return ed_last_errno();
}

// --- texts ---------------------------------------------------------------------------------------

typedef struct Start {      // what CreateProcessW needs
    ed_Arena texts;
    wchar_t program[ED_WIDE_MAX], folder[ED_WIDE_MAX];
    const char *line;             // the command line, in `texts`
    HANDLE streams[STREAMS];      // of the child; NULL: closed
    HANDLE *handles;              // that the child inherits
    DWORD *flags;                 // of from->inherit before the start, to be restored
    u32 handle_count, flag_count;
    const ed_ChildStart *from;
} Start;

/// Appends to the text that was begun last. If there is no room, the arena says so at the end.
static void put(Start *start, const char *text, size_t size)
{
    char *at = (char *)ed_arena_push_raw(&start->texts, size, 1);
    if (at) memcpy(at, text, size);
}

static void put_text(Start *start, const char *text) { put(start, text, strlen(text)); }

/// Quotes an argument so that the C library of the child undoes it: backslashes are doubled before
/// a quotation mark only.
static void put_argument(Start *start, const char *text)
{
    size_t slashes = 0;
    put(start, "\"", 1);
    for (; *text; text++) {
        for (; *text == '"' && slashes; slashes--) put(start, "\\", 1);
        if (*text == '"') put(start, "\\", 1);
        slashes = *text == '\\' ? slashes + 1 : 0;
        put(start, text, 1);
    }
    for (; slashes; slashes--) put(start, "\\", 1);
    put(start, "\"", 1);
}

/// Appends a command for the shell, in which %0, %1, … stand for the quoted arguments.
static void put_command(Start *start, const char *command, const char *const *arguments, u32 count)
{
    for (; *command; command++) {
        u32 digit = (u32)(u8)command[1] - '0';
        if (*command != '%' || digit >= count) {
            put(start, command, 1);
            continue;
        }
        put_argument(start, arguments[digit]);
        command++;
    }
}

/// Converts a text to UTF-16, in `texts`, without a terminator. NULL if there is no room.
static wchar_t *put_wide(Start *start, const char *text, size_t size)
{
    int count = size ? MultiByteToWideChar(CP_UTF8, 0, text, (int)size, NULL, 0) : 0;
    wchar_t *at = (wchar_t *)ed_arena_push_raw(&start->texts, (size_t)count * sizeof *at, 2);
    if (at && count) MultiByteToWideChar(CP_UTF8, 0, text, (int)size, at, count);
    return at;
}

// --- variables -----------------------------------------------------------------------------------

/// The size of a variable's name. Names of the system may begin with '='.
static size_t name_size(const char *variable)
{
    return *variable ? 1 + strcspn(variable + 1, "=") : 0;
}

static int upper(char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : (u8)c; }

/// The system compares names in upper case: '_' comes after the letters.
static int by_name(const void *a, const void *b)
{
    const char *first = *(char *const *)a, *second = *(char *const *)b;
    size_t sizes[] = { name_size(first), name_size(second) };
    for (size_t i = 0; i < sizes[0] && i < sizes[1]; i++) {
        int order = upper(first[i]) - upper(second[i]);
        if (order) return order;
    }
    return (sizes[0] > sizes[1]) - (sizes[0] < sizes[1]);
}

/// Returns the variables as the system wants them: sorted by name, each with a terminator, and
/// another one at the end.
static wchar_t *put_variables(Start *start, char *const *variables)
{
    u32 count = 0;
    while (variables && variables[count]) count++;
    size_t bytes = count * sizeof(char *);
    char **sorted = (char **)ed_arena_push_raw(&start->texts, bytes, sizeof(char *));
    wchar_t *block = put_wide(start, "", 0);
    if (!sorted || !block) return NULL;
    if (count) {
        memcpy(sorted, variables, bytes);
        qsort(sorted, count, sizeof *sorted, by_name);
    }
    for (u32 i = 0; i < count; i++) put_wide(start, sorted[i], strlen(sorted[i]) + 1);
    put_wide(start, "\0", count ? 1 : 2);
    return block;
}

/// The value of a variable; case does not matter in its name.
static const char *variable_in(char *const *variables, const char *name)
{
    size_t size = strlen(name);
    for (; variables && *variables; variables++)
        if (_strnicmp(*variables, name, size) == 0 && (*variables)[size] == '=')
            return *variables + size + 1;
    return "";
}

// --- the program ---------------------------------------------------------------------------------

static bool is_program(const char *path)
{
    wchar_t wide[ED_WIDE_MAX];
    DWORD kind = ed_wide(path, wide, ED_WIDE_MAX) ? GetFileAttributesW(wide) : MAXDWORD;
    return kind != INVALID_FILE_ATTRIBUTES && !(kind & FILE_ATTRIBUTE_DIRECTORY);
}

/// Finds the program at a path in the folder that the child starts in. ".exe" may be left out: a
/// file with that ending comes before one without it, which may be a script.
static bool find_at(Start *start, const char *path)
{
    char room[ED_PATH_MAX], named[ED_PATH_MAX];
    const char *whole = start->from->current_folder ? path : ed_start_folder_path(path, room);
    int size = snprintf(named, sizeof named, "%s.exe", whole);
    bool has_exe = size > 0 && (size_t)size < sizeof named && is_program(named);
    if (!has_exe && !is_program(whole)) return false;
    return ed_wide(has_exe ? named : whole, start->program, ED_WIDE_MAX);
}

/// Finds a program by its name in the PATH of the child.
static bool find_in_path(Start *start, const char *name, char *const *variables)
{
    char path[ED_PATH_MAX];
    const char *folders = variable_in(variables, "PATH");
    for (size_t size; *folders; folders += size + (folders[size] == ';')) {
        size = strcspn(folders, ";");
        int used = snprintf(path, sizeof path, "%.*s/%s", (int)size, folders, name);
        if (size && used > 0 && (size_t)used < sizeof path && find_at(start, path)) return true;
    }
    return false;
}

/// The shell is the system's own one, not one that a variable names.
static bool find_shell(Start *start)
{
    static const wchar_t name[] = L"\\cmd.exe";
    UINT size = GetSystemDirectoryW(start->program, MAX_PATH);
    if (!size || size >= MAX_PATH) return false;
    memcpy(start->program + size, name, sizeof name);
    return true;
}

/// Finds the program and writes the command line. Returns 0 or an errno value.
static int set_program(Start *start, char *const *variables)
{
    const ed_ChildStart *from = start->from;
    const char *const *arguments = from->arguments;
    const char *program = from->program || !arguments ? from->program : arguments[0];
    u32 count = 0;
    while (arguments && arguments[count]) count++;
    start->line = (const char *)ed_arena_push_raw(&start->texts, 0, 1);
    if (from->command) {
        if (count > ED_CHILD_ARGUMENTS_MAX) return E2BIG;
        if (!find_shell(start)) return ENOENT;
        put_text(start, "cmd.exe /d /s /c \"");
        put_command(start, from->command, arguments, count);
        put_text(start, "\"");
    } else {
        bool path = strpbrk(program, "/\\") != NULL;
        if (!(path ? find_at(start, program) : find_in_path(start, program, variables)))
            return ENOENT;
        for (u32 i = 0; i < count; i++) {
            if (i) put(start, " ", 1);
            put_argument(start, arguments[i]);
        }
    }
    put(start, "", 1);
    return start->texts.refused ? E2BIG : 0;
}

// --- what the child starts with ------------------------------------------------------------------

static int duplicate(HANDLE from, HANDLE *to)
{
    HANDLE process = GetCurrentProcess();
    if (DuplicateHandle(process, from, process, to, 0, TRUE, DUPLICATE_SAME_ACCESS)) return 0;
    *to = NULL;
    return ed_last_errno();
}

static int open_nothing(bool input, HANDLE *to)
{
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    HANDLE file =
        CreateFileW(L"NUL", input ? GENERIC_READ : GENERIC_WRITE,
                    FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    *to = file == INVALID_HANDLE_VALUE ? NULL : file;
    return *to ? 0 : ed_last_errno();
}

/// Sets up a standard stream. One that this program has closed is closed in the child, too.
static int add_stream(Start *start, u32 number, ed_ChildStream stream, HANDLE pipe)
{
    static const DWORD names[STREAMS] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    HANDLE *to = &start->streams[number], from = pipe;
    if (stream == ED_CHILD_EMPTY) return open_nothing(number == 0, to);
    if (stream == ED_CHILD_FILE) from = ed_handle_of(start->from->error_file);
    if (stream == ED_CHILD_SAME) {
        from = GetStdHandle(names[number]);
        if (!from || from == INVALID_HANDLE_VALUE || duplicate(from, to) != 0) *to = NULL;
        return 0;
    }
    return duplicate(from, to);
}

static int add_streams(Start *start, const Pipe *input, const Pipe *output)
{
    const ed_ChildStart *from = start->from;
    int failed = add_stream(start, 0, from->input, input->reads);
    if (!failed) failed = add_stream(start, 1, from->output, output->writes);
    if (!failed) failed = add_stream(start, 2, from->errors, output->writes);
    return failed;
}

/// The system refuses a list that has a handle twice.
static void add_handle(Start *start, HANDLE handle)
{
    bool known = !handle;
    for (u32 i = 0; i < start->handle_count; i++) known |= start->handles[i] == handle;
    if (!known) start->handles[start->handle_count++] = handle;
}

/// Makes the list of inherited handles. Those of from->inherit become inheritable during the start.
static int add_handles(Start *start)
{
    const ed_ChildStart *from = start->from;
    u32 room = from->inherit_count + STREAMS;
    start->handles = (HANDLE *)ed_arena_push(&start->texts, room * sizeof(HANDLE), 8);
    start->flags = (DWORD *)ed_arena_push(&start->texts, room * sizeof(DWORD), 8);
    if (!start->handles || !start->flags) return E2BIG;
    for (u32 i = 0; i < STREAMS; i++) add_handle(start, start->streams[i]);
    for (u32 i = 0; i < from->inherit_count; i++) {
        HANDLE handle = ed_handle_of(from->inherit[i]);
        if (!GetHandleInformation(handle, &start->flags[i])
            || !SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
            return EBADF;
        start->flag_count = i + 1;
        add_handle(start, handle);
    }
    return 0;
}

/// Backwards, since the list may name a handle twice.
static void restore_handles(const Start *start)
{
    for (u32 i = start->flag_count; i-- > 0;)
        SetHandleInformation(ed_handle_of(start->from->inherit[i]), HANDLE_FLAG_INHERIT,
                             start->flags[i] & HANDLE_FLAG_INHERIT);
}

// --- starting ------------------------------------------------------------------------------------

/// A tracked group is ended when this program ends, so that none of its processes outlives it.
static int open_group(const ed_ChildStart *from, HANDLE *group)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {
        .BasicLimitInformation = { .LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE }
    };
    if (!from->group) return 0;
    *group = CreateJobObjectW(NULL, NULL);
    if (!*group) return ed_last_errno();
    if (from->track_all)
        SetInformationJobObject(*group, JobObjectExtendedLimitInformation, &limit, sizeof limit);
    return 0;
}

/// A program without a console does not show one for its child.
static DWORD creation_flags(const ed_ChildStart *from)
{
    DWORD flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_UNICODE_ENVIRONMENT | CREATE_SUSPENDED;
    if (from->group) flags |= CREATE_NEW_PROCESS_GROUP;
    if (!GetConsoleCP()) flags |= CREATE_NO_WINDOW;
    return flags;
}

/// Creates the process, joins it to its group, and lets it run.
static int create(Start *start, wchar_t *line, wchar_t *variables, STARTUPINFOEXW *info,
                  HANDLE group, HANDLE *process)
{
    PROCESS_INFORMATION made;
    bool elsewhere = !start->from->current_folder && *ed_start_folder();
    if (elsewhere && !ed_wide(ed_start_folder(), start->folder, ED_WIDE_MAX)) return ENOENT;
    if (!CreateProcessW(start->program, line, NULL, NULL, start->handle_count > 0,
                        creation_flags(start->from), variables, elsewhere ? start->folder : NULL,
                        &info->StartupInfo, &made))
        return ed_last_errno();
    bool joined = !group || AssignProcessToJobObject(group, made.hProcess);
    int failed = joined ? 0 : ed_last_errno();
    if (joined) ResumeThread(made.hThread);
    else TerminateProcess(made.hProcess, ED_CODE_KILLED);
    CloseHandle(made.hThread);
    if (failed) CloseHandle(made.hProcess);
    else *process = made.hProcess;
    return failed;
}

static int create_with_handles(Start *start, char *const *variables, HANDLE group, HANDLE *process)
{
    SIZE_T bytes = 0;
    STARTUPINFOEXW info = { .StartupInfo = { .cb = sizeof info,
                                             .dwFlags = STARTF_USESTDHANDLES,
                                             .hStdInput = start->streams[0],
                                             .hStdOutput = start->streams[1],
                                             .hStdError = start->streams[2] } };
    wchar_t *line = put_wide(start, start->line, strlen(start->line) + 1),
            *block = put_variables(start, variables);
    InitializeProcThreadAttributeList(NULL, 1, 0, &bytes);
    LPPROC_THREAD_ATTRIBUTE_LIST list =
        (LPPROC_THREAD_ATTRIBUTE_LIST)ed_arena_push(&start->texts, bytes, 16);
    if (!line || !block || !list || start->texts.refused) return E2BIG;
    if (wcslen(line) >= LINE_UNITS) return E2BIG;
    if (!InitializeProcThreadAttributeList(list, 1, 0, &bytes)) return ed_last_errno();
    info.lpAttributeList = list;
    bool good =
        !start->handle_count
        || UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, start->handles,
                                     start->handle_count * sizeof(HANDLE), NULL, NULL);
    int failed = good ? create(start, line, block, &info, group, process) : ed_last_errno();
    DeleteProcThreadAttributeList(list);
    return failed;
}

static int start_program(const ed_ChildStart *from, const Pipe *input, const Pipe *output,
                         HANDLE group, HANDLE *process)
{
    Start start = { .from = from };
    char *const *variables = from->variables ? from->variables : ed_start_environment(NULL, 0);
    if (!ed_arena_open(&start.texts, "child", TEXT_BYTES, NULL)) return ENOMEM;
    int failed = set_program(&start, variables);
    if (!failed) failed = add_streams(&start, input, output);
    if (!failed) failed = add_handles(&start);
    if (!failed) failed = create_with_handles(&start, variables, group, process);
    restore_handles(&start);
    for (u32 i = 0; i < STREAMS; i++) close_handle(&start.streams[i]);
    ed_arena_close(&start.texts);
    return failed;
}

int ed_child_start(ed_Child *child, const ed_ChildStart *start)
{
    Pipe input = { NULL, NULL }, output = { NULL, NULL };
    HANDLE process = NULL, group = NULL;
    bool from_child = start->output == ED_CHILD_PIPE || start->errors == ED_CHILD_PIPE;
    *child = (ed_Child){ .process = 0 };
    assert((from_child && start->group) || !start->track_all);
    int failed = open_group(start, &group);
    if (!failed && start->input == ED_CHILD_PIPE) failed = open_pipe(&input);
    if (!failed && from_child) failed = open_pipe(&output);
    if (!failed) failed = start_program(start, &input, &output, group, &process);
    if (failed) {
        close_pipe(&input);
        close_pipe(&output);
        close_handle(&group);
        return failed;
    }
    close_handle(&input.reads);
    close_handle(&output.writes);
    *child = (ed_Child){ .process = ed_handle_number(process),
                         .group = ed_handle_number(group),
                         .input = input.writes ? ed_handle_number(input.writes) : -1,
                         .output = output.reads ? ed_handle_number(output.reads) : -1,
                         .tracked = start->track_all };
    return 0;
}

// --- its streams ---------------------------------------------------------------------------------

bool ed_child_group_exists(const ed_Child *child)
{
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION info;
    return child->group
        && QueryInformationJobObject(ed_handle_of(child->group),
                                     JobObjectBasicAccountingInformation, &info, sizeof info, NULL)
        && info.ActiveProcesses > 0;
}

/// Reads what is there. EAGAIN: nothing yet.
static int read_now(const ed_Child *child, void *bytes, size_t room, size_t *size)
{
    DWORD there = 0, got = 0;
    HANDLE pipe = ed_handle_of(child->output);
    if (!PeekNamedPipe(pipe, NULL, 0, NULL, &there, NULL)) {
        if (GetLastError() != ERROR_BROKEN_PIPE) return ed_last_errno();
        return child->tracked && ed_child_group_exists(child) ? EAGAIN : 0;
    }
    if (!there) return EAGAIN;
    if (there > room) there = (DWORD)room;
    if (!ReadFile(pipe, bytes, there, &got, NULL)) return ed_last_errno();
    *size = got;
    return 0;
}

int ed_child_read(ed_Child *child, void *bytes, size_t room, u32 wait_ms, size_t *size)
{
    u64 end_ns = wait_ms == ED_CHILD_NO_LIMIT ? UINT64_MAX
               : wait_ms                      ? ed_now_ns() + wait_ms * 1000000ull
                                              : 0;
    *size = 0;
    for (;;) {
        int failed = read_now(child, bytes, room, size);
        if (failed != EAGAIN || !end_ns || ed_now_ns() >= end_ns) return failed;
        Sleep(1);      // a pipe without a name cannot be waited for
    }
}

FILE *ed_child_input(ed_Child *child)
{
    if (child->input < 0) return NULL;
    int file = _open_osfhandle((intptr_t)child->input, _O_BINARY | _O_NOINHERIT);
    if (file < 0) return NULL;
    FILE *stream = _fdopen(file, "wb");
    child->input = -1;
    if (!stream) _close(file);
    return stream;
}

void ed_child_close_pipes(ed_Child *child)
{
    if (!child->process) return;
    if (child->input >= 0) CloseHandle(ed_handle_of(child->input));
    if (child->output >= 0) CloseHandle(ed_handle_of(child->output));
    child->input = child->output = -1;
    if (child->end == ED_CHILD_RUNS || !child->group) return;
    CloseHandle(ed_handle_of(child->group));
    child->group = 0;
}

// --- its end -------------------------------------------------------------------------------------

static ed_ChildEnd wait_for(ed_Child *child, DWORD ms)
{
    DWORD code = 0;
    HANDLE process = ed_handle_of(child->process);
    if (!child->process || child->end != ED_CHILD_RUNS) return child->end;
    DWORD result = WaitForSingleObject(process, ms);
    if (result == WAIT_TIMEOUT) return ED_CHILD_RUNS;
    bool known = result == WAIT_OBJECT_0 && GetExitCodeProcess(process, &code);
    if (known) child->code = (i32)code;
    child->end = !known ? ED_CHILD_LOST : ed_code_is_kill(code) ? ED_CHILD_KILLED : ED_CHILD_EXITED;
    CloseHandle(process);
    return child->end;
}

ed_ChildEnd ed_child_poll(ed_Child *child) { return wait_for(child, 0); }

ed_ChildEnd ed_child_wait(ed_Child *child) { return wait_for(child, INFINITE); }

bool ed_child_has_ended(const ed_Child *child)
{
    if (!child->process || child->end != ED_CHILD_RUNS) return child->process != 0;
    return WaitForSingleObject(ed_handle_of(child->process), 0) != WAIT_TIMEOUT;
}

/// What is left of a group can still be ended after the child itself.
static void end_with(const ed_Child *child, u32 code)
{
    if (child->group) TerminateJobObject(ed_handle_of(child->group), code);
    else if (child->process && child->end == ED_CHILD_RUNS)
        TerminateProcess(ed_handle_of(child->process), code);
}

/// Only a group in the console of this program can be asked. Others are ended at once.
void ed_child_ask(const ed_Child *child)
{
    bool asked =
        child->group && child->end == ED_CHILD_RUNS
        && GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, GetProcessId(ed_handle_of(child->process)));
    if (!asked) end_with(child, ED_CODE_ASKED);
}

void ed_child_kill(const ed_Child *child) { end_with(child, ED_CODE_KILLED); }
