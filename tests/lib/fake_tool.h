/// Replaces addr2line, which the host starts to find the source location of a fault, with a script.
#ifndef TEST_FAKE_TOOL_H
#define TEST_FAKE_TOOL_H
#include <stdbool.h>

/// From now on, programs are looked up in a new folder first. False if that is not possible.
bool fake_tool_begin(void);
/// The commands that addr2line runs from now on. False if the script cannot be written.
bool fake_tool_runs(const char *commands);
void fake_tool_end(void);
const char *fake_tool_folder(void);

#endif
