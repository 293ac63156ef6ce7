#ifndef HOST_CMD_IMPORT_H
#define HOST_CMD_IMPORT_H
/// `eddie import`: starts the program eddie-import, which is beside this one.
int host_import(int argc, char **argv);
#endif
