/// The small picture of a state that lies beside its file: slot-3.png. It is made of what the game
/// draws by itself and of its draw list when a save is asked for, and packed and written by the
/// saver's thread once the state is on disk.
#ifndef HOST_UI_THUMBNAIL_H
#define HOST_UI_THUMBNAIL_H
#include "host/gfx/window.h"
#include "runtime/msgpack/read.h"
#include "runtime/run/run.h"

#define HOST_THUMBNAIL_SIDE 240u      // pixels of the longer side

/// Before the save to `path`, between two frames. Nothing where that has no picture; a save without
/// one is a save.
void host_thumbnail_take(host_Window *window, ed_Run *run, const char *path);
/// Writes a snapshot as ed_quick_save_write does, then its picture beside it: the one taken of that
/// state. If there is none, an older picture at that path is removed. For ed_Saver.write: it may run
/// on any thread, one call at a time.
bool host_thumbnail_save(const char *path, const void *bytes, size_t size, ed_Error *error);
/// The picture beside a state, in `pixels`, HOST_THUMBNAIL_SIDE squared; a larger one is made smaller.
/// False where there is none, or none worth showing.
bool host_thumbnail_read(const char *path, ed_Arena *scratch, ed_Color *pixels, ed_Sprite *sprite);
#endif
