/// Lines that a build prints for the game that started it: `eddie build`, or a build command of the
/// game's author.
#ifndef ED_BASE_BUILD_MESSAGES_H
#define ED_BASE_BUILD_MESSAGES_H

/// A build can offer an early module before it ends, for example one from a faster compiler. To do
/// so, it prints a line with this prefix and the path of the complete file, but only if EDDIE_EARLY
/// is in its environment. A running early module is called an early build.
#define ED_BUILD_TRY "eddie: try "
/// If no early module can be built, a build prints a line with this prefix and the reason, which
/// names the file.
#define ED_BUILD_NO_EARLY "eddie: no early build: "

#endif
