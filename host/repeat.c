#include "host/repeat.h"

void host_repeat_close(host_Repeat *repeat)
{
    ed_arena_close(&repeat->state);
    ed_arena_close(&repeat->memory);
    *repeat = (host_Repeat){ .phase = HOST_REPEAT_OFF };
}

static bool open_memory(host_Repeat *repeat, ed_Error *error)
{
    const size_t size = HOST_REPEAT_MAX * sizeof *repeat->inputs;
    if (repeat->inputs) return true;
    if (!repeat->state.base
        && !ed_arena_open(&repeat->state, "loop", ed_snapshot_bytes_max(), error))
        return false;
    if (!repeat->memory.base && !ed_arena_open(&repeat->memory, "loop", size + 4096, error))
        return false;
    repeat->inputs = ed_arena_push_raw(&repeat->memory, size, 64);
    return repeat->inputs || ed_arena_fits(&repeat->memory, error);
}

bool host_repeat_start(host_Repeat *repeat, ed_Run *run, ed_Error *error)
{
    repeat->phase = HOST_REPEAT_OFF;
    repeat->error.code = ED_OK;
    if (run->broken) {
        ed_fail(error, ED_ERR_CRASH, "the game is frozen: a loop starts where it runs");
        return false;
    }
    bool good = open_memory(repeat, error)
        && ed_run_pack_into(run, ED_PACK_CHECKPOINT, &repeat->state, &repeat->start, error);
    if (!good) return false;
    repeat->phase = HOST_REPEAT_TAKING;
    repeat->count = repeat->at = repeat->round = 0;
    repeat->tick  = run->host.tick;
    return true;
}

void host_repeat_stop(host_Repeat *repeat) { repeat->phase = HOST_REPEAT_OFF; }

static bool begin_round(host_Repeat *repeat, ed_Run *run, ed_Error *error)
{
    bool good = ed_run_restore(run, repeat->start.at, repeat->start.size, true, error)
        && ed_run_resume(run, error);
    repeat->at    = 0;
    repeat->round++;
    repeat->tick  = run->host.tick;
    run->host.quit = false;
    return good;
}

bool host_repeat_end(host_Repeat *repeat, ed_Run *run, ed_Error *error)
{
    repeat->phase = HOST_REPEAT_OFF;
    if (repeat->count == 0) {
        ed_fail(error, ED_ERR_RANGE, "nothing happened since the start of the loop");
        return false;
    }
    repeat->at = repeat->count;
    if (!run->broken && !begin_round(repeat, run, error)) return false;
    repeat->phase = HOST_REPEAT_PLAYING;
    return true;
}

static const ed_Input *take(host_Repeat *repeat, ed_Run *run, const ed_Input *given, bool *cut)
{
    const ed_Input none = { .mouse_x = 0 };
    if (repeat->tick != run->host.tick) {
        ed_fail(&repeat->error, ED_ERR_RANGE, "the game went on from another moment");
        host_repeat_stop(repeat);
        return given;
    }
    if (repeat->count == HOST_REPEAT_MAX) {      // what fits is repeated from here on
        repeat->at = repeat->count;
        repeat->phase = HOST_REPEAT_PLAYING;
        return host_repeat_input(repeat, run, given, cut);
    }
    repeat->inputs[repeat->count++] = given ? *given : none;
    repeat->tick++;
    return given;
}

const ed_Input *host_repeat_input(host_Repeat *repeat, ed_Run *run, const ed_Input *given,
                                  bool *cut)
{
    if (repeat->phase == HOST_REPEAT_OFF) return given;
    if (repeat->phase == HOST_REPEAT_TAKING) return take(repeat, run, given, cut);
    bool over = repeat->at == repeat->count || repeat->tick != run->host.tick;
    if (over && !begin_round(repeat, run, &repeat->error)) host_repeat_stop(repeat);
    *cut |= over;
    if (repeat->phase == HOST_REPEAT_OFF) return given;
    repeat->tick++;
    return &repeat->inputs[repeat->at++];
}
