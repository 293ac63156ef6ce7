#include "runtime/live/process.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/system/floats.h"
#include "runtime/os/system/locale.h"
#include "runtime/os/process/process_state.h"
#include "runtime/os/files/start_folder.h"

/// There is one instance, since signal handlers, limits and files belong to the process.
static struct Process {
    bool taken;
    void *host, *game;        // locales of the calling thread; game NULL: that of the process
    ed_ProcessPart next;      // the next part to check
    u64 due_ns;
    u32 changed, reported;                 // one bit per part
    ed_Phase phase[ED_PROCESS_PARTS];      // the phase after which a change was found
    char detail[ED_PROCESS_PARTS][ED_PROCESS_DETAIL_MAX];
} process;

static const struct {
    const char *what, *then;
} parts[ED_PROCESS_PARTS] = {
    [ED_PROCESS_FLOATS] = { "the floating-point environment", "it is restored after each call" },
    [ED_PROCESS_FOLDER] = { "the working folder", "it is reset to the start folder when the next "
                                                  "module loads; eddie's own files stay in the "
                                                  "start folder" },
    [ED_PROCESS_SIGNALS] = { "the handling of a signal", "it is restored" },
    [ED_PROCESS_MASK] = { "the signal mask", "it is restored" },
    [ED_PROCESS_LIMITS] = { "a resource limit", "it is restored" },
    [ED_PROCESS_UMASK] = { "the file mode mask (umask)", "it is restored" },
    [ED_PROCESS_FILES] = { "a standard stream",
                           "it is restored; write the game's output to a separate file" },
    [ED_PROCESS_TIMERS] = { "a timer", "it is stopped, because its signal would end the process" },
    [ED_PROCESS_PRCTL] = { "a setting of prctl", "it is restored" },
};

// --- checking ------------------------------------------------------------------------------------

static void check_part(ed_ProcessPart part, ed_Phase phase)
{
    if (!ed_process_state_restore(part, process.detail[part]) || (process.changed & 1u << part))
        return;
    process.changed |= 1u << part;
    process.phase[part] = phase;
}

void ed_process_check(ed_Phase phase)
{
    for (u32 i = 0; process.taken && i < ED_PROCESS_PARTS; i++)
        check_part((ed_ProcessPart)i, phase);
}

void ed_process_check_files(void)
{
    if (process.taken) check_part(ED_PROCESS_FILES, ED_PHASE_UPDATE);
}

/// True for phases that occur once or seldom.
static bool is_once(ed_Phase phase)
{
    return phase != ED_PHASE_UPDATE && phase != ED_PHASE_RENDER && phase != ED_PHASE_PACK;
}

/// True if the phase runs eddie's own code. The game's upgrade functions, which unpack calls, run
/// in the locale of the host, too.
static bool is_own(ed_Phase phase) { return phase == ED_PHASE_PACK || phase == ED_PHASE_UNPACK; }

void ed_process_begin(ed_Phase phase)
{
    bool loads = phase == ED_PHASE_CONSTRUCTOR || phase == ED_PHASE_LOAD;
    if (process.taken && loads) {
        check_part(ED_PROCESS_FOLDER, ED_PHASE_UPDATE);      // a change by the previous module
        ed_start_folder_enter();
    }
    process.host = is_own(phase) ? NULL : ed_locale_use(process.game);
}

void ed_process_end(ed_Phase phase)
{
    if (process.host) process.game = ed_locale_use(process.host);
    if (!process.taken) return;
    check_part(ED_PROCESS_FLOATS, phase);
    if (is_once(phase)) {
        ed_process_check(phase);
        return;
    }
    u64 now_ns = ed_now_ns();
    if (now_ns < process.due_ns) return;
    process.due_ns = now_ns + ED_PROCESS_CHECK_MS * 1000000ull;
    process.next = process.next + 1 < ED_PROCESS_PARTS ? process.next + 1 : ED_PROCESS_FOLDER;
    check_part(process.next, phase);
}

bool ed_process_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    ed_Floats before = ed_floats_now();
    ed_process_begin(phase);
    fn(arg);
    ed_process_end(phase);
    ed_floats_set(before);
    return true;
}

// --- taking --------------------------------------------------------------------------------------

void ed_process_take(void)
{
    ed_start_folder_save();
    ed_process_state_take();
    process.changed = process.reported = 0;
    process.taken = true;
}

void ed_process_stop_restoring(void)
{
    process.taken = false;
    ed_process_state_drop();
}

// --- reporting -----------------------------------------------------------------------------------

/// Names the phase of a change. Most parts are not checked after every update and render, so a
/// change found there may have happened in either.
static const char *phase_of_change(ed_Phase phase)
{
    return is_once(phase) ? ed_phase_name(phase) : "update or render";
}

bool ed_process_changes(ed_Text *line)
{
    for (u32 i = 0; i < ED_PROCESS_PARTS; i++) {
        u32 bit = 1u << i;
        if (!(process.changed & bit) || (process.reported & bit)) continue;
        process.reported |= bit;
        ed_text_add(line, "the game changed %s", parts[i].what);
        if (*process.detail[i]) ed_text_add(line, " (%s)", process.detail[i]);
        bool lost = i == ED_PROCESS_LIMITS && ed_process_state_lost_limit();
        bool linked = i == ED_PROCESS_FLOATS && process.phase[i] == ED_PHASE_CONSTRUCTOR;
        ed_text_add(line, " in %s; %s", phase_of_change(process.phase[i]),
                    lost     ? "it cannot be restored; restart the game"
                    : linked ? "it is restored; link without -ffast-math, which adds it"
                             : parts[i].then);
        return true;
    }
    return false;
}

const char *ed_process_lost_limit(void) { return ed_process_state_lost_limit(); }
