/// A recording, as docs/recording.md has it: MessagePack values one after the other, so that it is
/// readable however it ends.
///   head   { "eddie-recording": 1, "game": str, "seed": u64, "keys": [name…] }
///   [0, bin]                a snapshot: the state that the next update begins with
///   [1, { field: value… }]  the input of one update: what is not as in the update before; after a
///                           snapshot, as in none
///   [2, xxh64]              of the values before, each hashed with the hash of those before it as
///                           the seed, 0 at first; nine bytes wide (cf)
///   [3, xxh64]              likewise, and the end
///   field = 0 keys down · 1 keys pressed · 2 pad buttons down · 3 pressed · 4 mouse buttons down ·
///           5 pressed · 6 a pad is there · 7 the mouse moved: bits, keys in the order of "keys",
///           the others in that of runtime/api/input.h;
///           8 mouse x · 9 y · 10 wheel · 11 left stick x · 12 y · 13 right stick x · 14 y ·
///           15 left trigger · 16 right: f32, finite
#ifndef ED_DEBUG_RECORDING_H
#define ED_DEBUG_RECORDING_H
#include "runtime/api/input.h"
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"

#define ED_RECORDING_VERSION 1u

typedef enum ed_RecordingItem {
    ED_RECORDING_STATE,
    ED_RECORDING_INPUT,
    ED_RECORDING_SEAL,
    ED_RECORDING_LAST,        // as in the file
    ED_RECORDING_CUT,         // the bytes end too early: what came before is good
    ED_RECORDING_REFUSED      // see the error
} ed_RecordingItem;

// --- out -----------------------------------------------------------------------------------------

void ed_recording_write_head(ed_Writer *w, const char *game, u64 seed);
void ed_recording_write_state(ed_Writer *w, ed_Span snapshot);
void ed_recording_write_input(ed_Writer *w, const ed_Input *before, const ed_Input *input);
void ed_recording_write_seal(ed_Writer *w, ed_RecordingItem which, u64 hash);

/// Of the values so far and one more.
u64 ed_recording_hash(u64 hash, const void *value, size_t size);

// --- in ------------------------------------------------------------------------------------------

typedef struct ed_Recording {      // borrows the bytes; allocates nothing
    ed_Reader r;
    u64 hash;          // of the values so far
    ed_Span game;      // its name
    u64 seed;
    u8 keys[64];      // the key that a bit stands for
    u32 key_count;
    ed_Input input;           // of the item at hand
    ed_Span state;            // likewise
    u64 updates, sealed;      // so far; and as far as the last seal
    bool begun;               // there was a state
} ed_Recording;

bool ed_recording_open(ed_Recording *tape, const void *bytes, size_t size, ed_Error *error);
/// The next STATE, INPUT, LAST, CUT or REFUSED: seals are checked on the way.
ed_RecordingItem ed_recording_next(ed_Recording *tape, ed_Error *error);
/// Whether a file that begins so may be taken for a recording: the start of a head, however short.
bool ed_recording_begins(const void *bytes, size_t size);
#endif
