/// Places in state as the inspector walks them: like runtime/value.h, but a game that runs may have
/// left its lists and texts pointing anywhere, so nothing outside of the root's arena is looked at.
#ifndef HOST_INSPECT_PLACE_H
#define HOST_INSPECT_PLACE_H
#include "runtime/value.h"

#define HOST_PATH_MAX 512u      // bytes of a path, with its terminator

/// Names are those of now, or what these were called before. False where the path is gone: it names
/// nothing that is there now.
bool host_place_find(const ed_State *state, const char *path, ed_Place *place);
/// Elements along the next dimension; 0 for a list that the game left pointing to somewhere else.
u32  host_place_elements(const ed_Place *place);
/// Goes over the first step of a path, the root's name. False where it is none.
bool host_path_root(const char **path, u32 *tag);
/// Goes over the next step: an element's index, or the tag of a name. False at the path's end, or
/// where it is none.
bool host_path_step(const char **path, u32 *key);
/// Cuts the last step off a path. False where there is none: it is a root.
bool host_path_up(char *path);
/// The record's type: of the root, or of the field.
const ed_Type *host_place_type(const ed_Place *place);
/// A text that lies in its arena; all else is sound where it is found.
bool host_place_is_sound(const ed_Place *place);
#endif
