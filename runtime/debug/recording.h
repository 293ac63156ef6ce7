/// The recording format (docs/recording.md): consecutive MessagePack values, so that a truncated
/// file can be read up to its end.
///   head   { "eddie-recording": 1, "game": str, "seed": u64, "system": str, "keys": [name…] }
///   [0, bin]                a snapshot: the state before the next update
///   [1, { field: value… }]  the input of one update: the fields that differ from the previous
///                           update; after a snapshot, those that are not 0
///   [2, xxh64]              a seal: the hash of all values before it, always stored as a uint 64
///                           (0xcf and eight bytes). The hash of a value is seeded with that of the
///                           values before it; the first seed is 0
///   [3, xxh64]              the final seal
///   field, as bits: keys in the order of "keys", the others in the order of runtime/api/input.h
///     0 keys down             1 keys pressed
///     2 pad buttons down      3 pad buttons pressed
///     4 mouse buttons down    5 mouse buttons pressed
///     6 a pad is connected    7 the mouse moved
///   field, as a finite f32:
///     8 mouse x           9 mouse y           10 wheel
///     11 left stick x     12 left stick y     13 right stick x    14 right stick y
///     15 left trigger     16 right trigger
#ifndef ED_DEBUG_RECORDING_H
#define ED_DEBUG_RECORDING_H
#include "runtime/api/input.h"
#include "runtime/msgpack/read.h"
#include "runtime/msgpack/write.h"

#define ED_RECORDING_VERSION 1u

/// The system and processor, such as "linux-x86_64". The same inputs lead to the same state only
/// where functions such as sinf round alike, which depends on both.
extern const char ed_recording_system[];

typedef enum ed_RecordingItem {
    ED_RECORDING_STATE,
    ED_RECORDING_INPUT,
    ED_RECORDING_SEAL,
    ED_RECORDING_LAST,           // the final seal: the recording is complete
    ED_RECORDING_TRUNCATED,      // the file was truncated: the items before are valid
    ED_RECORDING_REFUSED         // the file is invalid: see the error
} ed_RecordingItem;

// --- writing -------------------------------------------------------------------------------------

void ed_recording_write_head(ed_Writer *w, const char *game, u64 seed);
void ed_recording_write_state(ed_Writer *w, ed_Span snapshot);
void ed_recording_write_input(ed_Writer *w, const ed_Input *before, const ed_Input *input);
void ed_recording_write_seal(ed_Writer *w, ed_RecordingItem which, u64 hash);

/// Returns the hash including one more item. `hash` is that of the items before it, and `value` has
/// its bytes.
u64 ed_recording_hash(u64 hash, const void *value, size_t size);

// --- reading -------------------------------------------------------------------------------------

typedef struct ed_Recording {      // refers to the caller's bytes; allocates nothing
    ed_Reader r;
    u64 hash;          // hash of the items read so far
    ed_Span game;      // the game's name
    u64 seed;
    ed_Span system;      // on which it was recorded, see ed_recording_system; empty: unknown
    u8 keys[64];         // the ed_Key of each bit
    u32 key_count;
    ed_Input input;           // the input of the current item
    ed_Span state;            // the snapshot of the current item
    u64 updates, sealed;      // number of inputs read; sealed: up to the last seal
    bool begun;               // a state was read
} ed_Recording;

bool ed_recording_open(ed_Recording *recording, const void *bytes, size_t size, ed_Error *error);
/// Reads the next item, such as ED_RECORDING_INPUT. Checks the seals before it.
ed_RecordingItem ed_recording_next(ed_Recording *recording, ed_Error *error);
/// True if the bytes are the start of a recording. The first key of its head must be complete.
bool ed_recording_begins(const void *bytes, size_t size);
#endif
