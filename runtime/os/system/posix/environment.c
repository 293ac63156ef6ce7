#include "runtime/os/system/environment.h"
#include <errno.h>
#include <unistd.h>

extern char **environ;

int ed_working_folder(char path[ED_PATH_MAX]) { return getcwd(path, ED_PATH_MAX) ? 0 : errno; }

int ed_working_folder_enter(const char *path) { return chdir(path) == 0 ? 0 : errno; }

bool ed_path_is_absolute(const char *path) { return path[0] == '/'; }

char *ed_path_use_slashes(char *path) { return path; }

char **ed_environment(void) { return environ; }
