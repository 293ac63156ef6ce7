#include "host/ui/overlay.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "host/gfx/brush.h"
#include "runtime/debug/game_source.h"

#define MARGIN 12.0f
#define PADDING 10.0f
#define BAR 3.0f      // width of the colored edge of a box
#define LARGE_TEXT 14.0f
#define LARGE_CODE 13.0f
#define CODE_LINE 18.0f
#define HEAD_LINE 30.0f
#define HELP_LINE 23.0f      // less in a small window
#define NOTE_GAP 6.0f
#define NOTE_WIDTH 0.31f      // width of a note, as a fraction of the window's width
#define NOTE_MIN 300.0f
#define NOTE_LINES 6
#define FADE_SECONDS 0.4
// a message longer than STATUS_SHORT characters is shown for longer, to give time for reading
#define STATUS_SHORT 80u
#define CHARACTERS_PER_SECOND 30.0
#define STATUS_SECONDS_MORE 6.0      // at most
#define STRIP_HEIGHT_MAX 0.25f       // as a fraction of the window's height
#define STRIP_LINES 8
#define REPORT_WIDTH 900.0f
#define SCROLL_KEYS_WIDTH 480.0f      // a narrower report does not list the keys that scroll it
#define REPORT_LINES_MAX 65536u

typedef struct Note {      // a message at the bottom left, where it hides little of a game
    const char *location, *text;      // location: a source location, on its own line, or ""
    ed_Color edge;
    float alpha;
    u32 lines_max;
} Note;

typedef struct Screen {      // the window in points, and the draw lists of one layer
    host_Overlay *overlay;
    ed_Draw *plain, *code;
    host_Batch *batch;
    host_View view;
    float w, h;
} Screen;

typedef enum Needs {      // when a key is listed
    NOTHING,
    LIVE,               // the game can be rebuilt
    REWIND,             // rewinding is possible
    PREVIOUS_BUILD      // there is a previous build
} Needs;

typedef struct KeyRow {
    const char *key, *words;
    Needs needs;
} KeyRow;

static const KeyRow help_rows[] = {
    { "F1", "show this list", NOTHING },
    { "F2", "inspector: all values, live", NOTHING },
    { "F3", "report of the last reload or load", NOTHING },
    { "F4", "resume the game that crashed", LIVE },
    { "F5", "save the game to quick.state", NOTHING },
    { "F9", "load quick.state", NOTHING },
    { "Shift F5/F9", "save to a slot, load from a slot", NOTHING },
    { "F6", "build and reload now", LIVE },
    { "Shift F6", "stop the running build", LIVE },
    { "F7", "start over", NOTHING },
    { "F8", "previous build, when it is offered", LIVE },
    { "F10", "pause, resume", NOTHING },
    { "F11", "pause and advance one update", NOTHING },
    { "Shift F10", "slow motion: 1/2, 1/4, 1/8, and back", NOTHING },
    { "Shift F11", "after a hang: allow ten times as long", LIVE },
    { "Backspace", "hold to rewind", REWIND },
    { "L", "record input, repeat it in a loop, stop", REWIND },
    { "F12", "open the error in your editor", LIVE },
    { "Alt Return", "toggle fullscreen", NOTHING },
    { "Esc", "close this, or hide the error", NOTHING },
};

static const KeyRow crashed_rows[] = {
    { "Backspace", "rewind", REWIND },
    { "F8", "previous build", PREVIOUS_BUILD },
    { "F7", "start over", NOTHING },
    { "F5", "save the state", NOTHING },
};

static const KeyRow inspector_rows[] = {
    { "F2", "close; click outside: back to the game", NOTHING },
    { "Arrows", "move, collapse, expand", NOTHING },
    { "Return", "edit, open a menu, follow a handle", NOTHING },
    { "Backspace", "go back after following a handle", NOTHING },
    { "Tab", "go to the next editable value", NOTHING },
    { "Space", "toggle a checkbox", NOTHING },
    { "Ctrl Arrows", "decrease, increase a number; Shift: 10 times as far", NOTHING },
    { "Delete", "clear an optional value or handle", NOTHING },
    { "/", "filter by name or path: player.hp", NOTHING },
    { "P", "pin a value to the top, unpin", NOTHING },
    { "Ctrl Z/Y", "undo, redo", NOTHING },
    { "Mouse", "drag numbers; Shift: fine, Ctrl: coarse", NOTHING },
    { "Esc", "clear the filter, then close", NOTHING },
};

bool host_overlay_open(host_Overlay *overlay, ed_Error *error)
{
    *overlay = (host_Overlay){ 0 };
    if (!ed_arena_open(&overlay->arena, "overlay", HOST_OVERLAY_MEMORY_MAX, error)) return false;
    bool ok = true;
    for (u32 i = 0; i < 2 && ok; i++)
        ok = ed_draw_open(&overlay->plain[i], &overlay->arena, 1, 1)
          && ed_draw_open(&overlay->code[i], &overlay->arena, 1, 1);
    if (ok) return true;
    ed_arena_check(&overlay->arena, error);
    host_overlay_close(overlay);
    return false;
}

void host_overlay_close(host_Overlay *overlay) { ed_arena_close(&overlay->arena); }

/// A long line is shown for longer.
static f64 status_seconds(const host_Overlay *overlay)
{
    size_t size = strlen(overlay->status);
    f64 more = size > STATUS_SHORT ? (f64)(size - STATUS_SHORT) / CHARACTERS_PER_SECOND : 0;
    return HOST_STATUS_SECONDS + fmin(more, STATUS_SECONDS_MORE);
}

void host_overlay_say(host_Overlay *overlay, f64 now, host_Mood mood, const char *format, ...)
{
    ed_Text text = ed_text_over(overlay->status, sizeof overlay->status);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    overlay->status_mood = mood;
    overlay->status_at = now;
}

void host_overlay_add(host_Overlay *overlay, f64 now, const char *text)
{
    if (overlay->status_at + status_seconds(overlay) <= now || !overlay->status[0]) {
        host_overlay_say(overlay, now, HOST_MOOD_PLAIN, "%s", text);
        return;
    }
    size_t size = strlen(overlay->status);
    ed_Text end = ed_text_over(overlay->status + size, sizeof overlay->status - size);
    ed_text_add(&end, "; %s", text);
}

/// The location has its own color, so it is removed from the text.
void host_overlay_set_error(host_Overlay *overlay, const char *location, const char *text)
{
    size_t size = strlen(location);
    const char *found = size ? strstr(text, location) : NULL;
    if (found) text = found + size + strspn(found + size, ": ");
    snprintf(overlay->strip_location, sizeof overlay->strip_location, "%s", location);
    snprintf(overlay->strip, sizeof overlay->strip, "%s", text);
}

void host_overlay_toggle(host_Overlay *overlay, host_Panel panel)
{
    overlay->panel = overlay->panel == panel ? HOST_PANEL_NONE : panel;
    overlay->scroll = 0;
}

bool host_overlay_escape(host_Overlay *overlay)
{
    bool open = overlay->panel != HOST_PANEL_NONE || overlay->strip[0];
    if (overlay->panel != HOST_PANEL_NONE) overlay->panel = HOST_PANEL_NONE;
    else overlay->strip[0] = 0;
    return open;
}

void host_overlay_scroll(host_Overlay *overlay, int lines)
{
    overlay->scroll = overlay->scroll + lines > 0 ? overlay->scroll + lines : 0;
}

static ed_Color fade(ed_Color color, float by)
{
    u32 alpha = (u32)((float)(color & 0xff) * by + 0.5f);
    return (color & 0xffffff00u) | alpha;
}

static float code_width(const Screen *screen, const char *text)
{
    float size_px = LARGE_CODE * screen->view.scale;
    float width = host_text_width(screen->batch, HOST_FACE_MONO, text, strlen(text), size_px);
    return width / screen->view.scale;
}

static void box(const Screen *screen, float x, float y, float w, float h, ed_Color edge,
                float alpha)
{
    ed_draw_rect(screen->plain, x, y, w, h, fade(BACK, alpha));
    ed_draw_rect(screen->plain, x, y, BAR, h, fade(edge, alpha));
}

/// Returns the bytes of the next line with at most `columns` characters, broken at a space if there
/// is one.
static size_t wrap(const char *text, u32 columns)
{
    size_t at = 0, space = 0;
    for (u32 letters = 0; text[at] && text[at] != '\n'; letters++) {
        if (letters == columns) return space ? space : at;
        if (text[at] == ' ' && at) space = at;
        size_t whole = ed_utf8_size(text + at, strnlen(text + at, 4));
        at += whole ? whole : 1;
    }
    return at;
}

static u32 columns_in(const Screen *screen, float width)
{
    float letter = code_width(screen, "m");
    float columns = width / fmaxf(letter, 1);
    return columns > 8 ? (u32)columns : 8;
}

/// Returns the offset of the next line. Skips the blanks at a break, but not the leading blanks
/// after a newline.
static size_t next_line(const char *text, u32 columns)
{
    size_t size = wrap(text, columns);
    if (text[size] != '\n') size += strspn(text + size, " ");
    return size + (text[size] == '\n');
}

static u32 wrapped_lines(const char *text, u32 columns, u32 most)
{
    u32 lines = 0;
    for (; *text && lines < most; lines++) { text += next_line(text, columns); }
    return lines;
}

/// Draws text in at most `lines` lines; if it does not fit, it ends with an ellipsis.
static void draw_wrapped(const Screen *screen, float x, float y, const char *text, u32 columns,
                         u32 lines, ed_Color color)
{
    for (u32 i = 0; i < lines && *text; i++) {
        size_t size = wrap(text, columns), after = next_line(text, columns);
        bool cut = i + 1 == lines && text[after];
        if (cut) size = wrap(text, columns - 2);
        ed_draw_text(screen->code, x, y + (float)i * CODE_LINE, LARGE_CODE, ED_ALIGN_LEFT, color,
                     "%.*s%s", (int)size, text, cut ? " …" : "");
        text += after;
    }
}

static void draw_location(const Screen *screen, const Note *note, float x, float right, float y,
                          u32 columns)
{
    static const char *const hints[] = { "F12 opens it in your editor, Esc hides it", "F12, Esc",
                                         "" };
    const char *const *hint = hints;
    draw_wrapped(screen, x, y, note->location, columns, 1, note->edge);
    while (**hint && strlen(note->location) + strlen(*hint) + 1 > columns) hint++;
    ed_draw_text(screen->plain, right, y, LARGE_CODE - 1, ED_ALIGN_RIGHT, FAINT, "%s", *hint);
}

static float note_width(const Screen *screen)
{
    return fminf(fmaxf(screen->w * NOTE_WIDTH, NOTE_MIN), screen->w - 2 * MARGIN);
}

/// Draws a note upwards from `bottom`. Returns the bottom of the next note.
static float draw_note(const Screen *screen, float bottom, const Note *note)
{
    float w = note_width(screen), edges = 2 * PADDING + BAR;
    u32 columns = columns_in(screen, w - edges);
    u32 head = note->location[0] && note->lines_max > 1;
    u32 lines = wrapped_lines(note->text, columns, note->lines_max - head);
    if (lines + head == 1) w = fminf(w, edges + code_width(screen, note->text));
    float h = (float)(lines + head) * CODE_LINE + 2 * PADDING - 4;
    float y = bottom - h, x = MARGIN + BAR + PADDING, text_y = y + PADDING - 1;
    box(screen, MARGIN, y, w, h, note->edge, note->alpha);
    if (head) draw_location(screen, note, x, MARGIN + w - PADDING, text_y, columns);
    draw_wrapped(screen, x, text_y + (float)head * CODE_LINE, note->text, columns, lines,
                 fade(INK, note->alpha));
    return y - NOTE_GAP;
}

/// Draws the current problem, which stays until it is fixed or the user hides it.
static float draw_strip(const Screen *screen, float bottom)
{
    const host_Overlay *overlay = screen->overlay;
    float lines = (screen->h * STRIP_HEIGHT_MAX - 2 * PADDING) / CODE_LINE;
    Note note = { overlay->strip_location, overlay->strip, ALARM, 1, 1 };
    if (lines > 1) note.lines_max = lines < STRIP_LINES ? (u32)lines : STRIP_LINES;
    return overlay->strip[0] ? draw_note(screen, bottom, &note) : bottom;
}

static bool is_shown(const Screen *screen, const KeyRow *row)
{
    switch (row->needs) {
    case LIVE: return ed_source_is_live;
    case REWIND: return screen->overlay->can_rewind;
    case PREVIOUS_BUILD: return screen->overlay->has_previous_build;
    default: return true;
    }
}

static u32 shown_rows(const Screen *screen, const KeyRow *rows, u32 count)
{
    u32 shown = 0;
    for (u32 i = 0; i < count; i++) shown += is_shown(screen, &rows[i]);
    return shown;
}

/// Lists what the user can do after a crash, in a box as wide as the error strip.
static float draw_crashed(const Screen *screen, float bottom)
{
    ed_Draw *code = screen->code;
    float w = note_width(screen), x = MARGIN + BAR + PADDING, keys = 10 * code_width(screen, "m");
    u32 rows = shown_rows(screen, crashed_rows, ED_COUNT(crashed_rows));
    float h = (float)(rows + 1) * CODE_LINE + 2 * PADDING - 4, y = bottom - h + PADDING - 1;
    box(screen, MARGIN, bottom - h, w, h, ALARM, 1);
    ed_draw_text(code, x, y, LARGE_CODE, ED_ALIGN_LEFT, ALARM,
                 "paused after a crash; save a fix, or");
    for (u32 i = 0; i < ED_COUNT(crashed_rows); i++) {
        if (!is_shown(screen, &crashed_rows[i])) continue;
        y += CODE_LINE;
        ed_draw_text(code, x, y, LARGE_CODE, ED_ALIGN_LEFT, INK, "%s", crashed_rows[i].key);
        ed_draw_text(code, x + keys, y, LARGE_CODE, ED_ALIGN_LEFT, FAINT, "%s",
                     crashed_rows[i].words);
    }
    return bottom - h - NOTE_GAP;
}

/// Draws the notes from the bottom upwards: the problem, messages, the state of time travel.
static void draw_notes(const Screen *screen, f64 now)
{
    const host_Overlay *overlay = screen->overlay;
    float bottom = draw_strip(screen, screen->h - MARGIN);
    f64 left = overlay->status_at + status_seconds(overlay) - now;
    static const ed_Color edges[] = { FAINT, ACCENT, AMBER, ALARM };      // for each host_Mood
    Note status = { "", overlay->status, edges[overlay->status_mood],
                    (float)fmin(left / FADE_SECONDS, 1), NOTE_LINES };
    Note building = { "", "building…", FAINT, 1, 1 };
    Note paused = { "", "paused: F10 resumes, F11 steps", FAINT, 1, 1 };
    Note time = { "", overlay->time, ACCENT, 1, NOTE_LINES };
    if (overlay->status[0] && left > 0) bottom = draw_note(screen, bottom, &status);
    if (overlay->building) bottom = draw_note(screen, bottom, &building);
    if (overlay->crashed) bottom = draw_crashed(screen, bottom);
    if (overlay->paused) bottom = draw_note(screen, bottom, &paused);
    if (overlay->time[0]) draw_note(screen, bottom, &time);
}

/// Draws a titled box in the middle and returns its inner area. Everything that is drawn after it
/// in this layer is clipped to the box.
static SDL_FRect panel(const Screen *screen, const char *title, float w, float h)
{
    w = fminf(w, screen->w - 2 * MARGIN);
    h = fminf(h, screen->h - 2 * MARGIN);
    float x = floorf((screen->w - w) / 2), y = floorf((screen->h - h) / 2);
    box(screen, x, y, w, h, ACCENT, 1);
    ed_draw_clip(screen->plain, x, y, w, h);
    ed_draw_clip(screen->code, x, y, w, h);
    ed_draw_text(screen->plain, x + 2 * PADDING, y + PADDING + 2, LARGE_TEXT, ED_ALIGN_LEFT, ACCENT,
                 "%s", title);
    return (SDL_FRect){ x + 2 * PADDING, y + PADDING + HEAD_LINE, w - 4 * PADDING,
                        h - HEAD_LINE - 2 * PADDING };
}

static void draw_help(const Screen *screen)
{
    bool inspecting = screen->overlay->inspecting;
    const KeyRow *rows = inspecting ? inspector_rows : help_rows;
    u32 count = inspecting ? ED_COUNT(inspector_rows) : ED_COUNT(help_rows);
    const float keys = 110, edges = HEAD_LINE + 2.5f * PADDING;
    float lines = (float)shown_rows(screen, rows, count), y = 0;
    // In a small window, the lines shrink so that the box fits.
    float line = floorf(fminf(HELP_LINE, (screen->h - 2 * MARGIN - edges) / lines));
    float size = fminf(LARGE_TEXT, line - 1);
    SDL_FRect at =
        panel(screen, inspecting ? "inspector: keys" : "eddie: keys", 430, edges + line * lines);
    for (u32 i = 0; i < count; i++) {
        if (!is_shown(screen, &rows[i])) continue;
        ed_Draw *draw = screen->plain;
        ed_draw_text(draw, at.x, at.y + y, size, ED_ALIGN_LEFT, INK, "%s", rows[i].key);
        ed_draw_text(draw, at.x + keys, at.y + y, size, ED_ALIGN_LEFT, FAINT, "%s", rows[i].words);
        y += line;
    }
}

static const char *skip_lines(const char *text, u32 columns, int lines)
{
    for (; lines > 0 && *text; lines--) text += next_line(text, columns);
    return text;
}

static void draw_report(const Screen *screen)
{
    host_Overlay *overlay = screen->overlay;
    const char *text =
        overlay->report && *overlay->report ? overlay->report : "nothing reloaded or loaded yet";
    float width = fminf(REPORT_WIDTH, screen->w - 2 * MARGIN);
    u32 columns = columns_in(screen, width - 4 * PADDING);
    int lines = (int)wrapped_lines(text, columns, REPORT_LINES_MAX);
    SDL_FRect at =
        panel(screen, overlay->strip[0] ? "problems and last reload" : "last reload or load", width,
              HEAD_LINE + 3 * PADDING + CODE_LINE * (float)lines);
    int shown = (int)fmaxf(at.h / CODE_LINE, 1), last = lines > shown ? lines - shown : 0;
    if (overlay->scroll > last) overlay->scroll = last;
    text = skip_lines(text, columns, overlay->scroll);
    for (int i = 0; i < shown && *text; i++) {
        ed_draw_text(screen->code, at.x, at.y + CODE_LINE * (float)i, LARGE_CODE, ED_ALIGN_LEFT,
                     INK, "%.*s", (int)wrap(text, columns), text);
        text += next_line(text, columns);
    }
    if (last > 0)
        ed_draw_text(screen->plain, at.x + at.w, at.y - HEAD_LINE + 2, LARGE_CODE - 1,
                     ED_ALIGN_RIGHT, FAINT, "%d to %d of %d%s", overlay->scroll + 1,
                     overlay->scroll + shown, lines,
                     at.w < SCROLL_KEYS_WIDTH ? "" : ": wheel, Page Up, Page Down");
}

static Screen begin_layer(host_Overlay *overlay, host_Window *window, u32 layer)
{
    host_View view = host_window_points(window);
    float w = (float)window->width / view.scale, h = (float)window->height / view.scale;
    ed_draw_clear(&overlay->plain[layer]);
    ed_draw_clear(&overlay->code[layer]);
    return (Screen){
        overlay, &overlay->plain[layer], &overlay->code[layer], &window->batch, view, w, h
    };
}

/// Monospaced text is drawn on top.
static void put_layer(const Screen *screen)
{
    host_draw_list(screen->batch, screen->plain, &screen->view, HOST_FACE_SANS);
    host_draw_list(screen->batch, screen->code, &screen->view, HOST_FACE_MONO);
}

/// The panel is drawn after the notes and covers them.
void host_overlay_draw(host_Overlay *overlay, host_Window *window, f64 now)
{
    Screen notes = begin_layer(overlay, window, 0), above = begin_layer(overlay, window, 1);
    draw_notes(&notes, now);
    put_layer(&notes);
    if (overlay->panel == HOST_PANEL_HELP) draw_help(&above);
    if (overlay->panel == HOST_PANEL_REPORT) draw_report(&above);
    put_layer(&above);
}
