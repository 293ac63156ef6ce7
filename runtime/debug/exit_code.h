/// Exit codes of a program that runs a game, and of the commands of eddie.
#ifndef ED_DEBUG_EXIT_CODE_H
#define ED_DEBUG_EXIT_CODE_H

enum {
    ED_EXIT_OK = 0,
    ED_EXIT_FAILED = 1,       // the command or the game failed
    ED_EXIT_USAGE = 2,        // the command line is invalid
    ED_EXIT_STATE = 3,        // a snapshot or a recording cannot be used
    ED_EXIT_NOT_YET = -1      // not an exit code: the program continues
};
#endif
