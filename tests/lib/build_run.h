/// For tests of builds (runtime/live/build.h): runs a build command to its end.
#ifndef TEST_BUILD_RUN_H
#define TEST_BUILD_RUN_H
#include "runtime/live/build.h"

extern ed_Build build;
extern char build_location[128], build_message[256];      ///< of the error of the last run

ed_BuildEnd build_run(const char *command);

#endif
