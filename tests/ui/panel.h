/// The inspector's panel in a window without a display, and its events.
#ifndef TESTS_UI_PANEL_H
#define TESTS_UI_PANEL_H
#include "host/inspect/inspect.h"
#include "host/inspect/rows.h"

#define WINDOW_WIDTH 900
#define WINDOW_HEIGHT 520

extern host_Window panel_window;
extern host_Inspect panel;
extern ed_Run panel_run;
extern f64 panel_now;
extern char panel_text[1 << 18];      ///< what panel_add_… listed

/// Opens the window, the game and the panel. False if that fails.
bool panel_opened(void);
void panel_closed(void);
void panel_resize(int width, int height);      ///< of the window
void panel_frame(void);                        ///< draws a frame
/// Draws a frame and lists what is in it.
void panel_add_frame(const char *title);
/// Draws a frame and lists what begins inside of an area.
void panel_add_part(const char *title, host_Area area);
/// Draws a frame and lists the rows that are shown: a short form for tests of keys.
void panel_add_rows(const char *title);

bool panel_key(SDL_Keycode sym);
bool panel_key_with(SDL_Keycode sym, int mod);
void panel_keys(SDL_Keycode sym, u32 count);
/// The inspector has to use each letter.
void panel_type(const char *letters);
bool panel_button(Uint32 kind, float x, float y);
bool panel_motion(float x, float y);
void panel_wheel(int rows);
bool panel_click(float x, float y);

const host_Shown *panel_row_of(const char *path);
float panel_value_x(const char *path, float right);
float panel_row_y(const char *path);
void panel_select(const char *path);
/// Selects a row by a click on its value, which also activates the value.
void panel_click_value(const char *path);
void panel_expand_scene(void);
/// Expands what contains the row, selects it and scrolls to it.
void panel_reveal(const char *path);
#endif
