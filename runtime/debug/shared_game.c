#include "runtime/debug/shared_game.h"
#include <string.h>
#include "runtime/live/copy_dir.h"
#include "runtime/live/fault.h"

_Static_assert(sizeof(ed_SharedState) <= ED_SHARED_MEMORY_READY, "too large for shared memory");

// In the supervisor: the folder of the code that runs or ran last. A process supervises one game.
static ed_CopyDir kept;

bool ed_shared_game_open(ed_SharedGame *game, ed_Error *error)
{
    *game = (ed_SharedGame){ .state = NULL };
    if (!ed_shared_memory_open(&game->memory, "the supervisor", sizeof(ed_SharedState), error))
        return false;
    game->state = (ed_SharedState *)(void *)game->memory.at;
    game->checkpoint.marks = &game->state->marks;
    if (ed_checkpoint_open(&game->checkpoint, error)) return true;
    ed_shared_game_close(game);
    return false;
}

void ed_shared_game_handles(const ed_SharedGame *game, i64 handles[ED_SHARED_HANDLES])
{
    handles[0] = game->memory.handle;
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        handles[1 + i] = game->checkpoint.buffers[i].handle;
}

u32 ed_shared_game_inherit(const ed_SharedGame *game, i64 handles[ED_SHARED_HANDLES])
{
    u32 count = ed_shared_memory_inherit(&game->memory, handles, 0);
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        count = ed_shared_memory_inherit(&game->checkpoint.buffers[i], handles, count);
    return count;
}

bool ed_shared_game_attach(ed_SharedGame *game, const i64 handles[ED_SHARED_HANDLES],
                           ed_Error *error)
{
    ed_SharedMemory *memory = &game->memory;
    *game = (ed_SharedGame){ .state = NULL };
    if (!ed_shared_memory_attach(memory, handles[0], sizeof(ed_SharedState), true, error))
        return false;
    game->state = (ed_SharedState *)(void *)memory->at;
    if (ed_checkpoint_attach(&game->checkpoint, handles + 1, &game->state->marks, error))
        return true;
    ed_shared_game_close(game);
    return false;
}

void ed_shared_game_keep(ed_SharedGame *game)
{
    char copy[sizeof game->state->fault.module];
    memcpy(copy, game->state->fault.module, sizeof copy);
    copy[sizeof copy - 1] = 0;
    ed_copy_dir_keep(&kept, copy);
}

void ed_shared_game_recover(ed_SharedGame *game)
{
    ed_shared_game_keep(game);
    ed_fault_sanitize(&game->state->fault);
    ed_checkpoint_recover(&game->checkpoint);
}

void ed_shared_game_close(ed_SharedGame *game)
{
    ed_copy_dir_leave(&kept);
    ed_checkpoint_close(&game->checkpoint);
    ed_shared_memory_close(&game->memory);
    game->state = NULL;
}
