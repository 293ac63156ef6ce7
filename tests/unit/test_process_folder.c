#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/process_change.h"

static bool is_folder(const char *path)
{
    struct stat here, there;
    return stat(".", &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
        && here.st_dev == there.st_dev;
}

static int change_the_folder(void)
{
    static const char words_of_it[] = "the game changed the working folder in %s; it is reset to "
                                      "the start folder when the next module loads; eddie's own "
                                      "files stay in the start folder";
    char expected[256];
    if (chdir("/usr") != 0) return 1;
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change() || chdir("/") != 0) return 2;
    ed_process_check(ED_PHASE_START);
    snprintf(expected, sizeof expected, words_of_it, "start");
    if (!is_folder("/") || !process_reports(expected)) return 3;
    ed_process_begin(ED_PHASE_UPDATE);
    ed_process_end(ED_PHASE_UPDATE);
    if (!is_folder("/")) return 4;
    ed_process_begin(ED_PHASE_LOAD);      // of the next module
    if (!is_folder("/usr")) return 5;
    ed_process_end(ED_PHASE_LOAD);
    ed_process_take();
    if (chdir("/") != 0) return 6;
    ed_process_begin(ED_PHASE_CONSTRUCTOR);
    if (!is_folder("/usr")) return 7;
    ed_process_end(ED_PHASE_CONSTRUCTOR);
    snprintf(expected, sizeof expected, words_of_it, "update or render");
    if (!process_reports(expected)) return 8;      // by the module before
    ed_process_take();
    ed_process_begin(ED_PHASE_LOAD);
    ed_process_end(ED_PHASE_LOAD);
    return *process_change() != 0;
}

TEST(the_working_folder_is_reset_when_the_next_module_loads)
{
    CHECK_EQ(process_in_child(change_the_folder), 0);
}

static int lose_the_folder(void)
{
    char folder[] = "/tmp/eddie-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    ed_process_take();
    if (rmdir(folder) != 0 || mkdir(folder, 0700) != 0 || !ed_start_folder_enter()) return 2;
    ed_process_check(ED_PHASE_UPDATE);
    if (*process_change()) return 3;
    if (chdir("/") != 0 || rmdir(folder) != 0 || mkdir(folder, 0700) != 0) return 4;
    ed_process_check(ED_PHASE_UPDATE);      // that was the game
    if (!*process_change()) return 5;
    return rmdir(folder) != 0;
}

TEST(a_start_folder_that_is_deleted_and_created_again_is_not_the_games_change)
{
    CHECK_EQ(process_in_child(lose_the_folder), 0);
}
