/// `eddie plan OLD NEW…`: shows what a schema change would do to a state, before it happens.
#ifndef HOST_CMD_PLAN_H
#define HOST_CMD_PLAN_H

/// `argv[0]` is "plan". Returns the exit code.
int host_plan(int argc, char **argv);
#endif
