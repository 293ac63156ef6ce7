/// For tests of the live loop with libraries: a game of tests/faults, in two layouts, that a script
/// builds by copying files.
#ifndef TEST_SWAP_H
#define TEST_SWAP_H
#include "runtime/live/live_inner.h"
#include "tests/faults/order.h"

enum { NOW, NEXT };      // layouts

// Commands of the script: they copy the new module, or offer an early one and wait.
#define SWAP_COPY "cp new.so game.so.part && mv game.so.part game.so"
#define SWAP_OFFER \
    "rm -f go; echo \"eddie: try $PWD/early.so\"; mkfifo go.part; mv go.part go; read _ <go\n"

extern ed_Live *live;
extern ed_Span swap_bytes[2];      ///< a module of each layout
extern char swap_folder[64];

/// Makes a folder with the game and its script, and opens the game. The next checkpoint is due when
/// a test sets its time.
bool swap_begin(bool guard);
void swap_end(void);
// The same in parts.
ed_LiveConfig swap_config(bool guard);
bool swap_begin_folder(void);
bool swap_open(const ed_LiveConfig *config);
void swap_end_folder(void);

/// The path of a file in the folder. It is valid for the next three calls.
const char *swap_path(const char *name);
bool swap_write(const char *name, const void *text, size_t size);
/// Writes a module that does not fail and differs from those before.
bool swap_put(const char *name, u32 layout);
/// Writes a module that fails as tests/faults/order.h describes, from the frame `after` on.
bool swap_put_failing(const char *name, u32 layout, u32 fault, FaultPhase phase, u8 after);
/// Sets what builds do from now on.
bool swap_script(const char *commands);

void swap_play(u32 frames);
/// Steps until something happens to the build that runs.
ed_LiveKind swap_next_event(void);
ed_LiveKind swap_reload(void);
/// Reloads a module of that layout as an early build; `rest` is what the script does afterwards.
bool swap_offer_early(u32 layout, const char *rest);
/// Waits until the script has made its offer.
bool swap_is_offered(void);
/// Lets the script continue after its offer.
bool swap_let_go(void);
u32 swap_loaded(void);      ///< the number of loaded libraries

#endif
