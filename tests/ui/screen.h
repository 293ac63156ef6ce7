/// A window without a display, and functions that describe in text form what is drawn in it. Text
/// is drawn with the built-in font, so the result is the same on every machine.
#ifndef TESTS_UI_SCREEN_H
#define TESTS_UI_SCREEN_H
#include "host/gfx/window.h"
#include "tests/lib/test.h"

/// Opens the window with an output of that size. False if SDL cannot open it.
bool screen_open(host_Window *window, int width, int height);

/// Clears the window to white.
void screen_clear(host_Window *window);
/// Counts the pixels of the window that have that color, in an area in pixels.
u32 screen_count(host_Window *window, SDL_Rect area, ed_Color color);

/// Lists the items of a draw list, one per line.
void screen_list(ed_Text *out, const ed_Draw *draw);
/// Lists the vertices and triangles that were not drawn yet.
void screen_triangles(ed_Text *out, const host_Batch *batch);

/// NULL if `text` is the content of tests/ui/expected/NAME.txt, otherwise the first line that
/// differs. UPDATE=1 in the environment writes the file.
const char *screen_differs(const char *name, const char *text);

#define CHECK_EXPECTED(name, text) \
    do { \
        const char *line_ = screen_differs(name, text); \
        if (line_) { \
            test_fail(__FILE__, __LINE__, "tests/ui/expected/%s.txt differs at line %s", name, \
                      line_); \
            return; \
        } \
    } while (0)
#endif
