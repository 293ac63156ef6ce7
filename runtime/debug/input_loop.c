#include "runtime/debug/input_loop.h"

void ed_input_loop_close(ed_InputLoop *loop)
{
    ed_arena_close(&loop->state);
    ed_arena_close(&loop->memory);
    *loop = (ed_InputLoop){ .phase = ED_INPUT_LOOP_OFF };
}

static bool open_memory(ed_InputLoop *loop, ed_Error *error)
{
    const size_t size = ED_INPUT_LOOP_MAX * sizeof *loop->inputs;
    if (loop->inputs) return true;
    if (!loop->state.base && !ed_arena_open(&loop->state, "loop", ed_snapshot_bytes_max(), error))
        return false;
    if (!loop->memory.base && !ed_arena_open(&loop->memory, "loop", size + 4096, error))
        return false;
    loop->inputs = ed_arena_push_raw(&loop->memory, size, 64);
    return loop->inputs || ed_arena_check(&loop->memory, error);
}

bool ed_input_loop_start(ed_InputLoop *loop, ed_Run *run, ed_Error *error)
{
    loop->phase = ED_INPUT_LOOP_OFF;
    loop->error.code = ED_OK;
    if (run->failed_phase) {
        ed_fail(error, ED_ERR_CRASH,
                "the game is paused after a failure: a loop needs a running game");
        return false;
    }
    bool good = open_memory(loop, error)
             && ed_run_pack_into(run, ED_PACK_CHECKPOINT, &loop->state, &loop->start, error);
    if (!good) return false;
    loop->phase = ED_INPUT_LOOP_RECORDING;
    loop->count = loop->at = loop->round = 0;
    loop->tick = run->host.tick;
    return true;
}

void ed_input_loop_stop(ed_InputLoop *loop) { loop->phase = ED_INPUT_LOOP_OFF; }

static bool begin_round(ed_InputLoop *loop, ed_Run *run, ed_Error *error)
{
    bool good = ed_run_restore(run, loop->start.at, loop->start.size, true, error)
             && ed_run_resume(run, error);
    loop->at = 0;
    loop->round++;
    loop->tick = run->host.tick;
    run->host.quit = false;
    return good;
}

bool ed_input_loop_play(ed_InputLoop *loop, ed_Run *run, ed_Error *error)
{
    loop->phase = ED_INPUT_LOOP_OFF;
    if (loop->count == 0) {
        ed_fail(error, ED_ERR_RANGE, "no updates since the start of the loop");
        return false;
    }
    loop->at = loop->count;
    if (!run->failed_phase && !begin_round(loop, run, error)) return false;
    loop->phase = ED_INPUT_LOOP_PLAYING;
    return true;
}

static const ed_Input *record_input(ed_InputLoop *loop, ed_Run *run, const ed_Input *given,
                                    bool *jumped)
{
    const ed_Input none = { .mouse_x = 0 };
    if (loop->tick != run->host.tick) {
        ed_fail(&loop->error, ED_ERR_RANGE, "the game jumped to a different point in time");
        ed_input_loop_stop(loop);
        return given;
    }
    if (loop->count == ED_INPUT_LOOP_MAX) {      // replays the updates that fit
        loop->at = loop->count;
        loop->phase = ED_INPUT_LOOP_PLAYING;
        return ed_input_loop_input(loop, run, given, jumped);
    }
    loop->inputs[loop->count++] = given ? *given : none;
    loop->tick++;
    return given;
}

const ed_Input *ed_input_loop_input(ed_InputLoop *loop, ed_Run *run, const ed_Input *given,
                                    bool *jumped)
{
    if (loop->phase == ED_INPUT_LOOP_OFF) return given;
    if (loop->phase == ED_INPUT_LOOP_RECORDING) return record_input(loop, run, given, jumped);
    bool over = loop->at == loop->count || loop->tick != run->host.tick;
    if (over && !begin_round(loop, run, &loop->error)) ed_input_loop_stop(loop);
    *jumped |= over;
    if (loop->phase == ED_INPUT_LOOP_OFF) return given;
    loop->tick++;
    return &loop->inputs[loop->at++];
}
