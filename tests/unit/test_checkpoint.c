#include "gen/schema.gen.h"
#include "runtime/live/live_inner.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MS 1000000ull

// --- a game that counts, and whose packing can be made to fail ----------------------------------

static bool packs;
static void nothing(ed_Host *host) { (void)host; }
static void update(ed_Host *host) { ((Game *)host->states[Game_root].at)->tick++; }

static bool pack(ed_Writer *w, const ed_State *state)
{
    if (packs) return ed_snapshot_write(w, state);
    ed_write_text(w, "half a state");
    ed_fail(&w->err, ED_ERR_LIMIT, "it does not fit");
    return false;
}

static ed_Run run;
static ed_Checkpoint checkpoint;
static ed_Module module;

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    packs = true;
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .view_width = 100,
                          .view_height = 50,
                          .schema = &eddie_schema,
                          .update = update,
                          .render = nothing,
                          .pack = pack,
                          .unpack = ed_snapshot_read };
    return ed_run_open(&run, &module, 5, &error);
}

static void end(void)
{
    ed_checkpoint_close(&checkpoint);
    ed_run_close(&run);
}

static void game(u32 frames)
{
    for (u32 i = 0; i < frames; i++) ed_run_update(&run, NULL);
}

/// Counts the checkpoints of a game that runs at 60 frames a second for `seconds`, at a cost of
/// `cost_ns` each.
static u32 takes_in(u64 seconds, u64 cost_ns)
{
    u32 count = 0;
    for (u64 now = MS; now < seconds * 1000 * MS; now += 1000 * MS / 60) {
        if (!ed_checkpoint_due(&checkpoint, now)) continue;
        ed_checkpoint_take(&checkpoint, &run, now);
        ed_checkpoint_schedule(&checkpoint, now, cost_ns);
        count++;
    }
    return count;
}

/// Loads the state of the checkpoint and returns its tick.
static u64 tick_in(ed_Span bytes)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_load(&run, bytes.at, bytes.size, &error)
             ? ((Game *)run.host.states[Game_root].at)->tick
             : UINT64_MAX;
}

static u64 tick_of(const ed_CheckpointState *state)
{
    return tick_in(ed_checkpoint_bytes(&checkpoint, state));
}

TEST(a_checkpoint_holds_the_state_of_its_frame)
{
    CHECK(begin());
    CHECK_EQ(checkpoint.last.size, 0);
    game(7);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1000));
    game(5);
    CHECK_EQ(checkpoint.last.frame, 7);
    CHECK_EQ(checkpoint.last.taken_ns, 1000);
    CHECK_EQ(tick_of(&checkpoint.last), 7);
    CHECK_EQ(run.host.tick, 7);
    end();
}

TEST(a_checkpoint_is_due_at_once_then_five_times_a_second)
{
    CHECK(begin());
    CHECK(ed_checkpoint_due(&checkpoint, 0));
    ed_checkpoint_schedule(&checkpoint, 50 * MS, 10000);
    CHECK(!ed_checkpoint_due(&checkpoint, 249 * MS));
    CHECK(ed_checkpoint_due(&checkpoint, 250 * MS));
    end();
    CHECK(begin());
    u32 count = takes_in(10, 10000);
    CHECK(count > 40 && count <= 50);
    end();
}

TEST(expensive_checkpoints_take_less_than_a_hundredth_of_the_time)
{
    static const u64 costs_ns[] = { 2 * MS, 5 * MS, 20 * MS, 100 * MS, 600 * MS };
    for (u32 i = 0; i < ED_COUNT(costs_ns); i++) {
        CHECK(begin());
        u32 count = takes_in(600, costs_ns[i]);
        u64 most = 600 * 1000 * MS / 100 / costs_ns[i];
        CHECK(count <= most + 1);      // one more at the start
        CHECK(count * 10 >= most * 9);
        end();
    }
}

TEST(the_most_expensive_checkpoint_is_taken_once_a_minute)
{
    CHECK(begin());
    ed_checkpoint_schedule(&checkpoint, 0, UINT64_MAX);
    CHECK(!ed_checkpoint_due(&checkpoint, 59999 * MS));
    CHECK(ed_checkpoint_due(&checkpoint, 60000 * MS));
    end();
}

TEST(the_last_good_checkpoint_outlives_one_that_fails)
{
    CHECK(begin());
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS));
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 2 * MS));
    game(3);
    packs = false;
    for (u32 i = 0; i < 3; i++) {      // however often: each goes to the buffer that is not in use
        CHECK(!ed_checkpoint_take(&checkpoint, &run, 3 * MS));
        CHECK_HAS(checkpoint.error.text, "does not fit");
        CHECK_EQ(checkpoint.last.frame, 6);
        CHECK_EQ(checkpoint.last.taken_ns, 2 * MS);
    }
    packs = true;
    CHECK_EQ(tick_of(&checkpoint.last), 6);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 4 * MS));
    CHECK_EQ(checkpoint.error.code, ED_OK);
    end();
}

TEST(checkpoints_take_turns_in_two_buffers_that_are_kept)
{
    CHECK(begin());
    u32 at[6];
    for (u32 i = 0; i < ED_COUNT(at); i++) {
        game(1);
        CHECK(ed_checkpoint_take(&checkpoint, &run, i * MS));
        at[i] = checkpoint.last.buffer;
        CHECK(i < 1 || at[i] != at[i - 1]);
        CHECK(i < 2 || at[i] == at[i - 2]);
    }
    end();
}

TEST(live_editing_takes_checkpoints_between_frames_unless_turned_off)
{
    static ed_Live live;      // only the loop: no library, no watched files
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(ed_run_open(&live.run, &module, 5, &error));
    live.build_lock = -1;
    live.config.no_checkpoints = true;
    ed_live_step(&live);
    CHECK_EQ(ed_live_checkpoint(&live).bytes.size, 0);
    live.config.no_checkpoints = false;
    for (u32 i = 0; i < 4; i++) ed_run_update(&live.run, NULL);
    ed_live_step(&live);
    CHECK(live.checkpoint.due_ns >= live.checkpoint.last.taken_ns + ED_CHECKPOINT_WAIT_MIN_NS);
    live.checkpoint.due_ns = UINT64_MAX;
    ed_run_update(&live.run, NULL);
    ed_live_step(&live);      // no checkpoint is due
    ed_LiveCheckpoint last = ed_live_checkpoint(&live);
    CHECK_EQ(last.frame, 4);
    CHECK_EQ(tick_in(last.bytes), 4);
    ed_live_close(&live);
    end();
}

TEST(the_checkpoint_of_a_resumed_game_is_kept_until_the_next_one_is_good)
{
    CHECK(begin());
    CHECK(ed_checkpoint_best(&checkpoint) == NULL);
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS));
    CHECK_EQ(ed_checkpoint_best(&checkpoint)->frame, 3);
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 2 * MS));
    CHECK_EQ(ed_checkpoint_best(&checkpoint)->frame, 3);
    CHECK_EQ(tick_of(ed_checkpoint_best(&checkpoint)), 3);
    game(6);
    packs =
        false;      // fails with half a state in the other buffer; the proved one stays complete
    CHECK(!ed_checkpoint_take(&checkpoint, &run, 3 * MS));
    packs = true;
    CHECK_EQ(ed_checkpoint_best(&checkpoint)->frame, 6);
    CHECK_EQ(tick_of(ed_checkpoint_best(&checkpoint)), 6);
    end();
}

TEST(a_game_that_was_rolled_back_continues_from_that_checkpoint)
{
    CHECK(begin());
    for (u32 i = 0; i < 3; i++) {
        game(2);
        CHECK(ed_checkpoint_take(&checkpoint, &run, i * MS));
    }
    ed_checkpoint_set_current(&checkpoint, ed_checkpoint_best(&checkpoint));
    CHECK_EQ(checkpoint.last.frame, 4);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 9 * MS));
    CHECK_EQ(checkpoint.proved.frame, 4);      // not overwritten
    CHECK_EQ(tick_of(&checkpoint.proved), 4);
    end();
}

static ed_CheckpointMarks marks;

TEST(a_restart_accepts_only_checkpoints_inside_the_buffers)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(ed_checkpoint_open(&checkpoint, &error));
    checkpoint.marks = &marks;
    const size_t limit = checkpoint.buffers[0].size;
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS)
          && ed_checkpoint_take(&checkpoint, &run, 2 * MS));
    const ed_CheckpointState last = checkpoint.last, proved = checkpoint.proved;
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(tick_of(&checkpoint.proved), 3);
    CHECK_EQ(tick_of(&checkpoint.last), 3);
    marks.last.buffer = ED_CHECKPOINT_BUFFERS;
    marks.proved.size = limit + 1;
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(tick_of(&checkpoint.last), 3);      // found by the contents of the buffers
    CHECK_EQ(tick_of(&checkpoint.proved), 3);
    CHECK(checkpoint.last.size == last.size && checkpoint.last.buffer != checkpoint.proved.buffer);
    CHECK(marks.last.size == last.size && marks.proved.size == last.size);      // written back
    // A record written in part: the buffer of one checkpoint and the size of another.
    marks.last = (ed_CheckpointState){ last.buffer, last.size + 100, last.frame, last.taken_ns };
    marks.proved = proved;
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(tick_of(&checkpoint.last), UINT64_MAX);
    CHECK_EQ(tick_of(&checkpoint.proved), 3);
    end();
}

TEST(a_checkpoint_that_was_written_over_is_noticed)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS));
    ed_Span bytes = ed_checkpoint_bytes(&checkpoint, &checkpoint.last);
    CHECK(ed_run_restore(&run, bytes.at, bytes.size, true, &error));
    ((u8 *)(uintptr_t)bytes.at)[bytes.size / 2] ^= 1;
    CHECK(!ed_run_restore(&run, bytes.at, bytes.size, true, &error));
    CHECK_EQ(error.code, ED_ERR_HASH);
    end();
}

TEST(a_game_has_no_checkpoint_after_they_were_cleared)
{
    CHECK(begin());
    game(3);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS)
          && ed_checkpoint_take(&checkpoint, &run, 2 * MS));
    ed_checkpoint_clear(&checkpoint);
    CHECK(ed_checkpoint_best(&checkpoint) == NULL);
    game(1);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 3 * MS));
    CHECK_EQ(ed_checkpoint_best(&checkpoint)->frame, 4);
    end();
}

static void take(u32 frames)
{
    game(frames);
    CHECK(ed_checkpoint_take(&checkpoint, &run, 1 * MS));
}

TEST(a_pinned_checkpoint_is_kept_until_another_one_is_pinned)
{
    CHECK(begin());
    for (u32 round = 0; round < 3; round++) {      // first one buffer is pinned, then another
        take(1);
        ed_checkpoint_pin(&checkpoint, &checkpoint.last);
        const ed_CheckpointState pinned = checkpoint.pinned;
        u64 frame = run.host.tick;
        CHECK_EQ(pinned.frame, frame);
        for (u32 i = 0; i < 5; i++) {
            take(1);
            CHECK(checkpoint.last.buffer != pinned.buffer);
            CHECK(checkpoint.last.buffer != checkpoint.proved.buffer);
        }
        ed_checkpoint_clear(&checkpoint);
        CHECK(checkpoint.pinned.size && checkpoint.pinned.buffer == pinned.buffer);
        CHECK_EQ(tick_of(&checkpoint.pinned), frame);
        CHECK_EQ(run.host.tick, frame);
        ed_checkpoint_pin(&checkpoint, &(ed_CheckpointState){ .size = 0 });
        CHECK_EQ(checkpoint.pinned.size, 0);
        take(1);
    }
    end();
}

/// True if the memory can be written to: the system refuses to read a file into other memory.
static bool is_writable(const ed_CheckpointState *state)
{
    const u8 *at = ed_checkpoint_bytes(&checkpoint, state).at;
    int file = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    u8 before = *at;
    bool good = read(file, (u8 *)(uintptr_t)at, 1) == 1;
    if (good) *(u8 *)(uintptr_t)at = before;
    close(file);
    return good;
}

TEST(the_state_that_a_swap_reads_cannot_be_written_to)
{
    CHECK(begin());
    for (u32 i = 0; i < 3; i++) {
        game(1);
        CHECK(ed_checkpoint_take_for_swap(&checkpoint, &run, 5));
        CHECK_EQ(checkpoint.last.frame, run.host.tick);
        CHECK_EQ(checkpoint.last.taken_ns, 5);
        CHECK(!is_writable(&checkpoint.last));
        take(1);
        CHECK(is_writable(&checkpoint.last));
        take(1);      // into the buffer of the swap
        CHECK(is_writable(&checkpoint.last));
    }
    end();
}

/// In another process: attaches the checkpoints, returns to the proved one and takes the next one.
static int continue_in_a_child(const i64 handles[ED_CHECKPOINT_BUFFERS])
{
    static ed_Checkpoint own;
    ed_Error error = { .code = ED_OK };
    if (!ed_checkpoint_attach(&own, handles, &marks, &error)) return 1;
    const ed_CheckpointState *best = ed_checkpoint_best(&own);
    ed_Span bytes = best ? ed_checkpoint_bytes(&own, best) : (ed_Span){ NULL, 0 };
    if (bytes.at == checkpoint.buffers[best ? best->buffer : 0].at) return 2;
    if (tick_in(bytes) != 3) return 3;
    game(4);
    if (!ed_checkpoint_take(&own, &run, 3 * MS)) return 4;
    return own.last.buffer == marks.last.buffer && marks.last.frame == 7 ? 0 : 5;
}

TEST(another_process_continues_with_the_checkpoints_that_it_attached)
{
    static ed_CheckpointMarks *shared;
    ed_Error error = { .code = ED_OK };
    ed_SharedMemory memory;
    i64 handles[ED_CHECKPOINT_BUFFERS];
    int status = 0;
    CHECK(begin());
    CHECK(ed_shared_memory_open(&memory, "marks", sizeof *shared, &error));
    shared = (ed_CheckpointMarks *)(void *)memory.at;
    CHECK(ed_checkpoint_open(&checkpoint, &error));
    checkpoint.marks = shared;
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) handles[i] = checkpoint.buffers[i].handle;
    take(3);
    take(2);
    pid_t pid = fork();
    if (pid == 0) {
        marks = *shared;
        int code = continue_in_a_child(handles);
        *shared = marks;
        _exit(code);
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_EQ(status, 0);
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(checkpoint.last.frame, 7);
    CHECK_EQ(tick_of(&checkpoint.last), 7);
    CHECK_EQ(tick_of(&checkpoint.proved), 5);
    handles[2] = -1;
    static ed_Checkpoint other;
    CHECK(!ed_checkpoint_attach(&other, handles, shared, &error));
    CHECK(!other.buffers[0].at && !other.marks);
    end();
    ed_shared_memory_close(&memory);
}

TEST(a_held_checkpoint_is_kept_until_it_is_released)
{
    CHECK(begin());
    take(1);
    ed_checkpoint_pin(&checkpoint, &checkpoint.last);
    take(1);
    ed_checkpoint_hold(&checkpoint);      // beside the pinned one
    for (u32 i = 0; i < 5; i++) {
        take(1);
        ed_checkpoint_clear(&checkpoint);
        CHECK_EQ(tick_of(&checkpoint.held), 2);
        CHECK_EQ(tick_of(&checkpoint.pinned), 1);
    }
    ed_checkpoint_release(&checkpoint);
    CHECK_EQ(checkpoint.held.size, 0);
    end();
}

TEST(a_closed_checkpoint_has_no_memory_and_is_due)
{
    CHECK(begin());
    take(1);
    ed_checkpoint_schedule(&checkpoint, 0, UINT64_MAX);
    end();
    CHECK(!checkpoint.memory[0].base && !checkpoint.buffers[0].at && !checkpoint.last.size);
    CHECK(ed_checkpoint_due(&checkpoint, 0));
}

TEST(the_next_checkpoint_is_due_after_a_hundred_times_the_cost)
{
    static const struct {
        u64 cost_ns, wait_ns;
    } costs[] = { { 0, 200 * MS },
                  { 2 * MS, 200 * MS },
                  { 3 * MS, 300 * MS },
                  { 599 * MS, 59900 * MS },
                  { 601 * MS, 60000 * MS },
                  { UINT64_MAX / 100, 60000 * MS },
                  { UINT64_MAX / 100 + 1, 60000 * MS } };
    for (u32 i = 0; i < ED_COUNT(costs); i++) {
        ed_checkpoint_schedule(&checkpoint, 7, costs[i].cost_ns);
        CHECK_EQ(checkpoint.due_ns, 7 + costs[i].wait_ns);
    }
    ed_checkpoint_close(&checkpoint);
}

TEST(after_a_restart_the_buffers_are_searched_only_if_no_checkpoint_is_known)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(ed_checkpoint_open(&checkpoint, &error));
    checkpoint.marks = &marks;
    const size_t limit = checkpoint.buffers[0].size;
    take(3);
    take(3);
    ed_checkpoint_pin(&checkpoint, &checkpoint.last);
    ed_checkpoint_hold(&checkpoint);
    const ed_CheckpointState last = checkpoint.last;
    checkpoint.due_ns = UINT64_MAX;
    marks.proved.size = limit + 1;
    ed_checkpoint_recover(&checkpoint);
    CHECK(ed_checkpoint_due(&checkpoint, 0));
    CHECK(!checkpoint.pinned.size && !checkpoint.held.size);
    CHECK_EQ(checkpoint.proved.size, 0);
    CHECK_EQ(checkpoint.last.size, last.size);
    CHECK_EQ(checkpoint.last.frame, 6);
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        CHECK(checkpoint.memory[i].base == checkpoint.buffers[i].at);
        CHECK_EQ(checkpoint.memory[i].touched, limit);
    }
    // A checkpoint may be as large as its buffer. Its hash decides later whether it is good.
    marks.last.size = limit;
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(checkpoint.last.size, limit);
    // nothing is known, and one buffer is damaged
    marks = (ed_CheckpointMarks){ .last = { .size = 0 } };
    checkpoint.memory[0].base[0] = 0xc1;
    ed_checkpoint_recover(&checkpoint);
    CHECK_EQ(tick_of(&checkpoint.last), 6);
    CHECK_EQ(checkpoint.proved.size, 0);
    take(1);
    end();
}
