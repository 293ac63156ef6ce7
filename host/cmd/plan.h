/// `eddie plan OLD NEW…`: what a schema change would do to the state, before anything happens.
#ifndef HOST_CMD_PLAN_H
#define HOST_CMD_PLAN_H

/// `argv[0]` is the word plan. The exit code.
int host_plan(int argc, char **argv);
#endif
