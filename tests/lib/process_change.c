#include "tests/lib/process_change.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/process.h"

char process_words[512];

const char *process_change(void)
{
    ed_Text line = ed_text_over(process_words, sizeof process_words);
    if (!ed_process_changes(&line)) return "";
    return *process_words ? process_words : "an empty line";
}

bool process_reports(const char *expected) { return strcmp(process_change(), expected) == 0; }

int process_in_child(int (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(child());
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void process_block(int signal)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, signal);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
}
