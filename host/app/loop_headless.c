#include "host/app/loop_headless.h"
#include "runtime/debug/console.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/stop_request.h"

void host_loop_poll_source(ed_Game *game, ed_LiveEvent *event)
{
    event->kind = ED_LIVE_NOTHING;
    if (ed_source_poll(game->source, event)) ed_console_event(game, event);
}

void host_loop_headless(ed_Game *game)
{
    bool limit_shown = false;
    ed_console_start(game);
    ed_LiveEvent event = { 0 };
    while (game->frames_left && !game->run->host.quit && !ed_stop_requested()) {
        host_loop_poll_source(game, &event);
        // leave the processor to the build
        if (ed_source_busy(game->source)) ed_sleep_ms(1);
        if (event.kind == ED_LIVE_RELOADED) limit_shown = false;
        if (game->run->failed_phase) {
            game->failed = true;
            // Without watching, or with a limit of frames, nobody will save a fix: end.
            bool runs_until_stopped =
                game->options->watching && game->options->frames == UINT64_MAX;
            if (event.kind == ED_LIVE_PAUSED && !runs_until_stopped) break;
            ed_sleep_ms(1);
            continue;
        }
        ed_game_count(game);
        if (ed_game_update(game, NULL) || game->run->failed_phase) continue;
        if (!limit_shown || game->dangles) ed_console_limit(game);
        limit_shown = game->failed = true;
    }
}
