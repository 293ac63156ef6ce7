#include "tests/ui/fake_source.h"
#include "tests/ui/game.h"

struct ed_GameSource {
    ed_Run run;
};

const bool ed_source_is_live = true;
FakeSource fake;

ed_GameSource *ed_source_open(ed_Arena *arena, const ed_GameSourceConfig *config, ed_Error *error)
{
    if (fake.refuses) ed_fail(error, ED_ERR_MODULE, "there is no such game");
    if (fake.refuses) return NULL;
    ed_GameSource *source = ed_arena_push(arena, sizeof *source, _Alignof(ed_GameSource));
    return source && ed_run_open(&source->run, &ui_game, config->seed, error) ? source : NULL;
}

void ed_source_close(ed_GameSource *source)
{
    fake.closes++;
    ed_run_close(&source->run);
}

ed_Run *ed_source_run(ed_GameSource *source) { return &source->run; }

void ed_source_describe(const ed_GameSource *source, ed_Text *out)
{
    (void)source;
    ed_text_add(out, "a game without builds");
}

const char *ed_source_watcher(void) { return "nothing"; }

static bool take(const ed_LiveEvent **from, ed_LiveEvent *event)
{
    if (!*from) return false;
    *event = **from;
    *from = NULL;
    return true;
}

bool ed_source_poll(ed_GameSource *source, ed_LiveEvent *event)
{
    (void)source;
    if (fake.on_poll) fake.on_poll();
    bool fresh = take(&fake.polled[0], event);
    for (u32 i = 1; fresh && i < ED_COUNT(fake.polled); i++) {
        fake.polled[i - 1] = fake.polled[i];
        fake.polled[i] = NULL;
    }
    return fresh;
}

bool ed_source_poll_safety(ed_GameSource *source, ed_LiveEvent *event)
{
    return (void)source, take(&fake.safety, event);
}

bool ed_source_poll_build(ed_GameSource *source, ed_LiveEvent *event)
{
    return (void)source, take(&fake.built, event);
}

bool ed_source_is_building(const ed_GameSource *source) { return (void)source, fake.building; }
void ed_source_restart_checkpoints(ed_GameSource *source) { (void)source, fake.restarts++; }

bool ed_source_use_previous_build(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    if (fake.has_previous) {
        *event = (ed_LiveEvent){ .kind = ED_LIVE_RELOADED, .line = "reloaded the previous build" };
        source->run.failed_phase = ED_PHASE_NONE;
    } else ed_fail(error, ED_ERR_MODULE, "there is no previous build");
    return fake.has_previous;
}

bool ed_source_allow_longer(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    (void)source;
    if (fake.hung) *event = (ed_LiveEvent){ .kind = ED_LIVE_NOTICE, .line = "a longer limit" };
    else ed_fail(error, ED_ERR_MODULE, "no call has exceeded its limit");
    return fake.hung;
}

bool ed_source_has_previous_build(const ed_GameSource *source)
{
    return (void)source, fake.has_previous;
}

bool ed_source_returns_state(const ed_GameSource *source)
{
    return (void)source, fake.returns_state;
}

const char *ed_source_build_output(const ed_GameSource *source)
{
    return (void)source, fake.output ? fake.output : "";
}

void ed_source_describe_reset(const ed_GameSource *source, ed_Text *out)
{
    (void)source;
    ed_text_add(out, "%s", fake.reset ? fake.reset : "");
}

void ed_source_build(ed_GameSource *source) { (void)source, fake.builds++; }

bool ed_source_stop_build(ed_GameSource *source)
{
    (void)source;
    fake.stops++;
    return fake.building;
}

bool ed_source_busy(const ed_GameSource *source) { return (void)source, fake.building; }
bool ed_source_has_pending_save(const ed_GameSource *source) { return (void)source, fake.building; }
void ed_source_sleep(const ed_GameSource *source, u32 ms) { (void)source, (void)ms; }

void ed_source_crash_state(ed_Text *path)
{
    if (fake.crash_state) ed_text_add(path, "%s", fake.crash_state);
}

void ed_source_describe_resumed(ed_Text *out)
{
    if (fake.resumed) ed_text_add(out, "%s", fake.resumed);
}

void ed_source_mark_resumed(const char *path) { fake.marked = path; }
