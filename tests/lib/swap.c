#include "tests/lib/swap.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

ed_Live *live;
static ed_Arena libraries[2];
ed_Span swap_bytes[2];
char swap_folder[64];
static char module[96], command[112];

const char *swap_path(const char *name)
{
    static char paths[4][128];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", swap_folder, name);
    return path;
}

bool swap_write(const char *name, const void *text, size_t size)
{
    FILE *file = fopen(swap_path(name), "w");
    return file && fwrite(text, 1, size, file) == size && fclose(file) == 0;
}

static bool read_libraries(void)
{
    static const char *const names[] = { "faulty/now.so", "faulty/next.so" };
    for (u32 i = 0; i < 2 && !swap_bytes[i].size; i++) {
        char path[400];
        ed_Error error = { .code = ED_OK };
        ssize_t size = readlink("/proc/self/exe", path, 300);
        while (size > 0 && path[size - 1] != '/') size--;
        snprintf(path + (size > 0 ? size : 0), 100, "%s", names[i]);
        if (!ed_arena_open(&libraries[i], "library", (size_t)64 << 20, &error)
            || !ed_file_read(path, (size_t)64 << 20, &libraries[i], &swap_bytes[i], &error))
            return false;
    }
    return true;
}

bool swap_put_failing(const char *name, u32 layout, u32 fault, FaultPhase phase, u8 after)
{
    u8 *order =
        (u8 *)memmem(swap_bytes[layout].at, swap_bytes[layout].size, FAULT_MARK, sizeof FAULT_MARK);
    if (!order) return false;
    order += sizeof FAULT_MARK;
    order[0] = (u8)fault;
    order[1] = (u8)phase;
    order[2] = after;
    return swap_write(name, swap_bytes[layout].at, swap_bytes[layout].size);
}

bool swap_put(const char *name, u32 layout)
{
    static u8 number;
    return swap_put_failing(name, layout, FAULT_NONE, PHASE_CONSTRUCTOR, ++number);
}

bool swap_script(const char *commands)
{
    char script[1024];
    int size = snprintf(script, sizeof script, "cd %s || exit\n%s\n", swap_folder, commands);
    return size > 0 && swap_write("build.sh", script, (size_t)size);
}

ed_LiveConfig swap_config(bool guard)
{
    return (ed_LiveConfig){ .module_path = module,
                            .build_command = command,
                            .no_guard = !guard,
                            .no_trial = true,
                            .seed = 7 };
}

bool swap_begin_folder(void)
{
    snprintf(swap_folder, sizeof swap_folder, "/tmp/eddie-test-XXXXXX");
    if (!read_libraries() || !mkdtemp(swap_folder)) return false;
    snprintf(module, sizeof module, "%s/game.so", swap_folder);
    snprintf(command, sizeof command, "sh %s/build.sh", swap_folder);
    return swap_put("game.so", NOW) && swap_script(SWAP_COPY);
}

bool swap_open(const ed_LiveConfig *config)
{
    ed_Error error = { .code = ED_OK };
    live = ed_live_open(config, &error);
    if (!live) printf("%s\n", error.text);
    return live;
}

bool swap_begin(bool guard)
{
    const ed_LiveConfig config = swap_config(guard);
    if (!swap_begin_folder() || !swap_open(&config)) return false;
    live->checkpoint.due_ns = UINT64_MAX;      // until a test wants one
    return true;
}

void swap_end_folder(void)
{
    char line[128];
    snprintf(line, sizeof line, "rm -rf %s", swap_folder);
    CHECK_EQ(system(line), 0);
}

void swap_end(void)
{
    ed_live_close(live);
    live = NULL;
    swap_end_folder();
}

void swap_play(u32 frames)
{
    for (u32 i = 0; i < frames; i++) {
        ed_run_update(&live->run, NULL);
        ed_run_render(&live->run, 0);
    }
}

ed_LiveKind swap_next_event(void)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(live) && live->event.kind != ED_LIVE_BUILDING) return live->event.kind;
        ed_live_wait(live, 1);
    }
    return ED_LIVE_NOTHING;
}

ed_LiveKind swap_reload(void)
{
    ed_live_build(live);
    return swap_next_event();
}

bool swap_is_offered(void)
{
    for (u32 i = 0; i < 20000 && access(swap_path("go"), F_OK) != 0; i++) usleep(1000);
    return access(swap_path("go"), F_OK) == 0;
}

bool swap_let_go(void)
{
    return swap_is_offered() && swap_write("go", "\n", 1) && unlink(swap_path("go")) == 0;
}

u32 swap_loaded(void)
{
    u32 count = 0;
    for (u32 i = 0; i < ED_LIVE_LIBRARIES_MAX; i++) count += *live->libraries[i].copy != 0;
    return count;
}

bool swap_offer_early(u32 layout, const char *rest)
{
    char script[512];
    snprintf(script, sizeof script, SWAP_OFFER "%s", rest);
    return swap_script(script) && swap_put("early.so", layout) && swap_reload() == ED_LIVE_RELOADED
        && live->event.early && strstr(live->event.line, "(early build, ");
}
