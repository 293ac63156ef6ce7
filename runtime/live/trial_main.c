#include "runtime/live/trial_main.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/live/process.h"
#include "runtime/live/trial_order.h"
#include "runtime/snapshot/document.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/exit.h"
#include "runtime/os/process/helper.h"
#include "runtime/os/memory/memory_use.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/run/module_check.h"

#define GONE_MS 1000u      // time for an ended thread to disappear from the system's list

/// This process has one trial.
static struct Trial {
    ed_SharedMemory memory;      // an ed_TrialMemory
    ed_SharedMemory buffers[ED_CHECKPOINT_BUFFERS];
    ed_TrialOrder order;      // a copy, so that the module cannot change it
    ed_TrialReport *report;
    ed_Run run;
    ed_Library library;
    u32 threads;      // of this process, before the module was loaded
} trial;

static bool has_main;

bool ed_trial_has_main(void) { return has_main; }

// --- the trial -----------------------------------------------------------------------------------

static bool is_refused(void) { return trial.report->error.code != ED_OK; }

static void on_load(void *error)
{
    ed_Error *why = (ed_Error *)error;
    if (ed_library_load(&trial.library, why)
        && ed_module_check_game(trial.library.module, trial.order.game, why))
        ed_run_prepare(&trial.run, trial.library.module, why);
}

static void on_close(void *unused)
{
    (void)unused;
    ed_library_unload(&trial.library);
}

static void on_unload(void *unused)
{
    (void)unused;
    trial.library.module->unload(ed_module_call_begin(&trial.run));
}

/// False if the module left a thread running, which would execute unmapped memory.
static bool has_no_other_threads(void)
{
    for (u32 i = 0; i < GONE_MS; i++) {      // a joined thread stays listed for a moment
        if (ed_helper_threads() <= trial.threads) return true;
        ed_sleep_ms(1);
    }
    trial.report->fault.kind = ED_FAULT_THREAD;
    trial.report->fault.phase = ED_PHASE_UNLOAD;
    return false;
}

/// True if the module has another layout than the state. If that cannot be found out, the load
/// reports the error.
static bool has_other_layout(ed_Span state)
{
    ed_Arena arena;
    ed_Document document;
    ed_Error unused = { .code = ED_OK };
    if (!ed_arena_open(&arena, "types of a trial", ed_work_bytes_max(), &unused)) return false;
    bool other = ed_document_read(state.at, state.size, &arena, &document, &unused)
              && !ed_document_has_layout(&document, trial.library.module->schema);
    ed_arena_close(&arena);
    return other;
}

/// Starts the game from the state. Rigid memory is new.
static bool take_state(void)
{
    ed_Run *run = &trial.run;
    const ed_SharedMemory *buffer = &trial.buffers[trial.order.buffer];
    ed_Span state = { buffer->at, trial.order.size };
    ed_shared_memory_prepare_read(buffer, state.size);
    run->host.trial = true;
    run->host.seed = trial.order.seed;
    run->keep_attic = trial.order.keep_attic;
    run->open_form = trial.order.open_form;
    run->caller = (ed_GuardedCall){ ed_guard_call, run };
    bool migrates = has_other_layout(state);
    __atomic_store_n(&trial.report->migrates, migrates, __ATOMIC_RELEASE);
    if (!ed_run_load_edited(run, state.at, state.size, &trial.report->error)) return false;
    trial.report->sizes = ed_run_sizes(run);
    __atomic_store_n(&trial.report->migrated, migrates, __ATOMIC_RELEASE);
    return true;
}

/// Makes every kind of call to the new module once, except start. The first fault ends the process.
static void try_all(void)
{
    ed_Span bytes;
    ed_Run *run = &trial.run;
    ed_Error *error = &trial.report->error;
    trial.threads = ed_helper_threads();
    ed_guard_call(NULL, ED_PHASE_CONSTRUCTOR, on_load, error);
    if (is_refused() || !take_state()) return;
    ed_run_update(run, &trial.order.input);
    ed_run_render(run, 0);
    if (!ed_run_pack_into(run, ED_PACK_LIVE, &run->buffer, &bytes, error)) return;
    if (trial.library.module->unload) ed_guard_call(NULL, ED_PHASE_UNLOAD, on_unload, NULL);
    if (!has_no_other_threads()) return;
    ed_guard_call(NULL, ED_PHASE_DESTRUCTOR, on_close, NULL);
    if (has_no_other_threads()) trial.report->good = ED_TRIAL_GOOD_MARK;
}

// --- the process ---------------------------------------------------------------------------------

static bool attach_buffers(ed_Error *error)
{
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        if (!ed_shared_memory_attach(&trial.buffers[i], trial.order.buffers[i],
                                     ed_snapshot_bytes_max(), false, error))
            return false;
    return true;
}

static bool attach_memory(i64 handle, ed_Error *error)
{
    if (!ed_shared_memory_attach(&trial.memory, handle, sizeof(ed_TrialOrder), true, error))
        return false;
    ed_TrialMemory *memory = (ed_TrialMemory *)(void *)trial.memory.at;
    if (memory->order.abi != ED_ABI || memory->order.bytes != sizeof *memory) {
        ed_fail(error, ED_ERR_ABI,
                "this program has another version than the program that started it");
        return false;
    }
    trial.order = memory->order;
    trial.report = &memory->report;
    ed_bytes_max = trial.order.bytes_max;
    return attach_buffers(error);
}

/// Does not return.
static void run_trial(i64 handle)
{
    ed_Error error = { .code = ED_OK };
    ed_helper_begin();
    ed_start_folder_save();
    ed_guard_set_end_at_fault(true);
    if (!attach_memory(handle, &error) || !ed_guard_open(&trial.report->fault, &error)) {
        fprintf(stderr, "%s\n", error.text);
        ed_exit_now(1);
    }
    ed_process_stop_restoring();
    if (!ed_helper_wait()) ed_exit_now(0);
    trial.order = ((const ed_TrialMemory *)(void *)trial.memory.at)->order;
    memcpy(trial.library.copy, trial.order.copy, sizeof trial.library.copy);
    memcpy(trial.library.link, trial.order.link, sizeof trial.library.link);
    ed_guard_module(trial.library.copy);
    trial.report->memory = ed_memory_used(0);
    __atomic_store_n(&trial.report->begun, true, __ATOMIC_RELEASE);
    try_all();
    ed_exit_now(0);
}

void ed_live_trial_main(int argc, char **argv)
{
    has_main = true;
    if (argc == 3 && strcmp(argv[1], ED_TRIAL_ARGUMENT) == 0) run_trial(strtoll(argv[2], NULL, 10));
}
