/// A thumbnail: the small picture beside a saved state, such as slot-3.png. It is drawn when a save
/// is requested, from what the game draws with the renderer and from its draw list. The saver's
/// thread compresses and writes it after the state is on disk.
#ifndef HOST_UI_THUMBNAIL_H
#define HOST_UI_THUMBNAIL_H
#include "host/gfx/window.h"
#include "runtime/msgpack/read.h"
#include "runtime/run/run.h"

#define HOST_THUMBNAIL_SIDE 240u      // pixels of the longer side

/// Draws the thumbnail for the save to `path`. Call it before the save, between two frames. Only
/// slots and quick saves have thumbnails: for other paths, does nothing. If the thumbnail cannot be
/// drawn, the state is still saved.
void host_thumbnail_take(host_Window *window, ed_Run *run, const char *path);
/// Writes a snapshot as ed_quick_save_write does, then the thumbnail that was drawn of that state.
/// Without one, an older thumbnail beside the file is removed. Used as ed_Saver.write: it may run
/// on any thread, one call at a time.
bool host_thumbnail_save(const char *path, const void *bytes, size_t size, ed_Error *error);
/// Reads the thumbnail beside a state into `pixels`, which has HOST_THUMBNAIL_SIDE squared
/// elements, and reduces it if necessary. False if there is no valid thumbnail.
bool host_thumbnail_read(const char *path, ed_Arena *scratch, ed_Color *pixels, ed_Sprite *sprite);
#endif
