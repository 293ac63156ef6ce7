#include "tests/lib/printed.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include "tests/lib/test.h"

#define WORDS_MAX 32

char printed_out[PRINTED_MAX], printed_err[PRINTED_MAX];

static char *const texts[2] = { printed_out, printed_err };
static FILE *files[2];
static int before[2];

void printed_begin(void)
{
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        files[i] = tmpfile();
        before[i] = dup(i + 1);
        dup2(fileno(files[i]), i + 1);
    }
}

void printed_end(void)
{
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        ssize_t size = pread(fileno(files[i]), texts[i], PRINTED_MAX - 1, 0);
        texts[i][size > 0 ? size : 0] = 0;
        dup2(before[i], i + 1);
        close(before[i]);
        fclose(files[i]);
    }
}

/// Copies the words, since a command changes its list.
static void run_in_child(int (*command)(int argc, char **argv), const char *const *words)
{
    char *argv[WORDS_MAX + 1] = { NULL };
    int argc = 0;
    for (; words[argc] && argc < WORDS_MAX; argc++) argv[argc] = strdup(words[argc]);
    int code = command(argc, argv);
    fflush(NULL);
    _exit(code);
}

static int wait_for(pid_t child)
{
    int status = 0;
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    return ended ? WEXITSTATUS(status) : -1;
}

int printed_run(int (*command)(int argc, char **argv), const char *const *words)
{
    printed_begin();
    pid_t child = fork();
    if (child == 0) run_in_child(command, words);
    int code = wait_for(child);
    printed_end();
    return code;
}

static int open_terminal(int columns, int *user)
{
    struct termios raw;
    const struct winsize size = { .ws_row = 24, .ws_col = (unsigned short)columns };
    *user = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*user < 0 || grantpt(*user) != 0 || unlockpt(*user) != 0) return -1;
    int terminal = open(ptsname(*user), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || tcgetattr(terminal, &raw) != 0) return -1;
    cfmakeraw(&raw);      // no \r before \n
    tcsetattr(terminal, TCSANOW, &raw);
    ioctl(terminal, TIOCSWINSZ, &size);
    return terminal;
}

int printed_run_on_terminal(int (*command)(int argc, char **argv), const char *const *words,
                            int columns)
{
    static char shown[PRINTED_MAX];
    int user = -1, terminal = open_terminal(columns, &user);
    size_t used = 0;
    if (terminal < 0) return -1;
    printed_begin();
    pid_t child = fork();
    if (child == 0) {
        dup2(terminal, STDOUT_FILENO);
        setenv("PAGER", "", 1);
        unsetenv("NO_COLOR");
        run_in_child(command, words);
    }
    close(terminal);
    while (used < PRINTED_MAX - 1) {
        ssize_t got = read(user, shown + used, PRINTED_MAX - 1 - used);
        if (got <= 0) break;
        used += (size_t)got;
    }
    shown[used] = 0;
    close(user);
    int code = wait_for(child);
    printed_end();
    strcpy(printed_out, shown);
    return code;
}
