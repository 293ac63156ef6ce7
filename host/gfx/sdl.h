/// SDL and its libraries for fonts and pictures, without the headers of processor intrinsics, whose
/// parsing takes most of the time of a compile.
#ifndef HOST_GFX_SDL_H
#define HOST_GFX_SDL_H

#define SDL_DISABLE_IMMINTRIN_H
#define SDL_DISABLE_MMINTRIN_H
#define SDL_DISABLE_XMMINTRIN_H
#define SDL_DISABLE_EMMINTRIN_H
#include <SDL.h>
#include <SDL_image.h>
#include <SDL_ttf.h>

#endif
