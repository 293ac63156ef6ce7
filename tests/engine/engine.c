// An engine that uses the live library. Arguments: MODULE, BUILD COMMAND, number of reloads. It has
// a pair of sockets, a file that it writes, a file that it reads and, if DISPLAY is set, an X
// connection. The game calls engine_present, which uses all of them. At the end, the engine prints
// how often trials sent, wrote and read.
#include <X11/Xlib.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "runtime/live/live.h"
#include "runtime/live/trial_main.h"

void engine_present(void);

static struct Engine {
    pid_t process;
    int ends[2];           // what is sent to the first arrives at the second
    int saves, level;      // a file that is written, and one that is read
    u32 presented;         // by this process
    Display *display;
    Window window;
    GC pen;
} engine;

static void use_display(void)
{
    XDrawLine(engine.display, engine.window, engine.pen, 0, 0, 10, 10);
    XSync(engine.display, False);
}

void engine_present(void)
{
    char byte;
    pid_t process = getpid();
    if (!engine.process) return;      // in a trial, the engine is not open
    engine.presented += process == engine.process;
    if (write(engine.ends[0], &process, sizeof process) != sizeof process) perror("send");
    if (write(engine.saves, "x", 1) != 1 && process == engine.process) perror("save");
    if (read(engine.level, &byte, 1) != 1) abort();
    if (engine.display) use_display();
}

static bool open_engine(const char *self)
{
    engine.process = getpid();
    engine.saves = open("saves", O_RDWR | O_CREAT | O_TRUNC, 0666);
    engine.level = open(self, O_RDONLY);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, engine.ends) != 0 || engine.saves < 0
        || engine.level < 0)
        return false;
    if (!getenv("DISPLAY")) return true;
    engine.display = XOpenDisplay(NULL);
    if (!engine.display) return false;
    engine.window = XCreateSimpleWindow(engine.display, DefaultRootWindow(engine.display), 0, 0,
                                        100, 100, 0, 0, 0);
    XMapWindow(engine.display, engine.window);
    engine.pen = XCreateGC(engine.display, engine.window, 0, NULL);
    return true;
}

/// Returns the number of messages from other processes, and adds the number of own ones to `mine`.
static u32 listen_to_others(u32 *mine)
{
    pid_t process;
    u32 others = 0;
    while (recv(engine.ends[1], &process, sizeof process, MSG_DONTWAIT) == sizeof process) {
        if (process == engine.process) (*mine)++;
        else others++;
    }
    return others;
}

static bool reload(ed_Live *live)
{
    ed_live_build(live);
    for (u32 i = 0; i < 20000; i++, usleep(1000)) {
        if (!ed_live_step(live) || ed_live_event(live)->kind == ED_LIVE_BUILDING) continue;
        if (ed_live_event(live)->kind == ED_LIVE_RELOADED) return true;
        printf("%s\n", ed_live_event(live)->line);
        return false;
    }
    return false;
}

int main(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    u32 mine = 0, others = 0, reloads = 0;
    ed_LiveConfig config = { .module_path = argv[1], .build_command = argv[2], .seed = 1 };
    ed_live_trial_main(argc, argv);
    if (argc != 4 || !open_engine(argv[0])) return 2;
    ed_Live *live = ed_live_open(&config, &error);
    if (!live) return fprintf(stderr, "%s\n", error.text), 1;
    for (int i = atoi(argv[3]); i > 0; i--) {
        reloads += reload(live);
        ed_run_update(ed_live_run(live), NULL);
        ed_run_render(ed_live_run(live), 0);
        others += listen_to_others(&mine);
    }
    printf("last: %s\n", ed_live_event(live)->line);
    printf("%u reloads, %u own messages missing, %u messages of trials\n", reloads,
           engine.presented - mine, others);
    off_t saved = lseek(engine.saves, 0, SEEK_CUR), read_to = lseek(engine.level, 0, SEEK_CUR);
    printf("%d bytes written by trials, %d read by trials\n", (int)(saved - engine.presented),
           (int)(read_to - engine.presented));
    ed_live_close(live);
    return 0;
}
