// eddie-trial: the program of a trial. The host starts it to test new code of a game in a separate
// process.
#include <stdio.h>
#include "runtime/live/trial_main.h"
#include "runtime/os/process/program.h"

int main(int argc, char **argv)
{
    ed_program_begin(&argc, &argv);
    ed_live_trial_main(argc, argv);
    fprintf(stderr, "eddie-trial: eddie starts this program to test the new code of a game\n");
    return 2;
}
