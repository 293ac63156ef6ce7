/// What the code under test prints, as text.
#ifndef TEST_PRINTED_H
#define TEST_PRINTED_H

#define PRINTED_MAX 65536

/// What was printed to standard output and standard error, up to PRINTED_MAX bytes of each.
extern char printed_out[PRINTED_MAX], printed_err[PRINTED_MAX];

/// From here on, both outputs go to files.
void printed_begin(void);
void printed_end(void);

/// Runs a command of eddie in a separate process, which leaves no trace in this one. `words` starts
/// with the command's name, and ends with NULL. Returns the exit code; -1 if a signal ended it.
int printed_run(int (*command)(int argc, char **argv), const char *const *words);
/// The same, with standard output to a terminal of so many columns, without a pager.
int printed_run_on_terminal(int (*command)(int argc, char **argv), const char *const *words,
                            int columns);
#endif
