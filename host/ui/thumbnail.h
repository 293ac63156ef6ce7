/// Thumbnails: the small picture beside a saved state, such as slot-3.png. It is drawn when a save
/// is requested, from the game's own drawing and its draw list. The saver's thread compresses and
/// writes it after the state is on disk.
#ifndef HOST_UI_THUMBNAIL_H
#define HOST_UI_THUMBNAIL_H
#include "host/gfx/window.h"
#include "runtime/msgpack/read.h"
#include "runtime/run/run.h"

#define HOST_THUMBNAIL_SIDE 240u      // pixels of the longer side

/// Call it before the save to `path`, between two frames. Does nothing if that file has no
/// thumbnail; a failure does not affect the save.
void host_thumbnail_take(host_Window *window, ed_Run *run, const char *path);
/// Writes a snapshot as ed_quick_save_write does, then its picture beside it: the one taken of that
/// state. If none exists, an older picture at that path is removed. For ed_Saver.write: it may run
/// on any thread, one call at a time.
bool host_thumbnail_save(const char *path, const void *bytes, size_t size, ed_Error *error);
/// Reads the picture beside a state into `pixels`, HOST_THUMBNAIL_SIDE squared, reduced if
/// necessary. False if no such picture exists.
bool host_thumbnail_read(const char *path, ed_Arena *scratch, ed_Color *pixels, ed_Sprite *sprite);
#endif
