/// For tests of time travel (runtime/debug/time_travel.h): a game without a library, whose updates
/// add up what they are given.
#ifndef TEST_PLAYED_H
#define TEST_PLAYED_H
#include "runtime/debug/time_travel.h"
#include "gen/schema.gen.h"

extern ed_Run played;
extern ed_Module played_module;
extern ed_TimeTravel played_time;
extern ed_Error played_error;

// From now on, until the next played_begin:
extern bool played_drifts;       ///< updates also depend on a number that is not part of the state
extern bool played_fails;        ///< no state can be packed
extern u64 played_limit_at;      ///< Game.tick of an update that exceeds a limit; 0: no such update

/// Starts the game. `bytes`: memory for rewinding.
bool played_begin(size_t bytes);
void played_end(void);
/// Runs `count` updates, with the key A held in every third one.
void played_advance(u32 count);
/// Does the same, but never keeps a state merely because enough time has passed.
void played_advance_unkept(u32 count);
/// Runs updates as played_advance_unkept does, up to that frame. Keeps the state there, and runs
/// one more update.
void played_keep_at(u64 frame);
void played_update(ed_Host *host);      ///< the update function of the game

Game *played_game(void);
/// A copy of the packed state.
ed_Span played_packed(void);
bool played_same(ed_Span one, ed_Span other);

#endif
