// Prints what a picture shows: `look FILE [WxH] PERCENT…` prints the colors in the middle of 16
// columns, at these heights; 100 is the last row. With WxH, only the top left W by H pixels count.
// FILE is a PNG, or an XWD, as Xvfb -fbdir keeps it; `look FILE -o PNG` converts it.
#include <SDL_image.h>
#include <stdio.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 16

static Uint32 word(const Uint8 *head, int i)
{
    const Uint8 *at = head + 4 * i;
    return (Uint32)at[0] << 24 | (Uint32)at[1] << 16 | (Uint32)at[2] << 8 | at[3];
}

/// 25 numbers, a name, 12 bytes for each color, then the rows.
static SDL_Surface *read_xwd(const char *path)
{
    size_t size = 0;
    Uint8 *file = SDL_LoadFile(path, &size);
    if (!file || size < 100 || word(file, 1) != 7 || word(file, 11) != 32) return NULL;
    Uint8 *pixels = file + word(file, 0) + 12 * word(file, 19);
    return SDL_CreateRGBSurfaceWithFormatFrom(pixels, (int)word(file, 4), (int)word(file, 5), 32,
                                              (int)word(file, 12), SDL_PIXELFORMAT_RGB888);
}

static SDL_Surface *read_picture(const char *path)
{
    size_t size = strlen(path);
    bool png = size > 4 && strcmp(path + size - 4, ".png") == 0;
    SDL_Surface *read = png ? IMG_Load(path) : read_xwd(path);
    return read ? SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
}

int main(int argc, char **argv)
{
    SDL_Surface *picture = argc > 2 ? read_picture(argv[1]) : NULL;
    if (!picture) return puts("no picture"), 1;
    if (strcmp(argv[2], "-o") == 0) return IMG_SavePNG(picture, argv[3]) != 0;
    int w, h, first = sscanf(argv[2], "%dx%d", &w, &h) == 2 ? 3 : 2;
    if (first == 3) picture->w = w, picture->h = h;
    for (int i = first; i < argc; i++) {
        int y = atoi(argv[i]) * (picture->h - 1) / 100;
        const Uint32 *row = (const Uint32 *)(void *)((Uint8 *)picture->pixels + y * picture->pitch);
        for (int x = 0; x < COLUMNS; x++)
            printf("%06x%c", row[(2 * x + 1) * picture->w / (2 * COLUMNS)] & 0xffffff,
                   x < COLUMNS - 1 ? ' ' : '\n');
    }
    return 0;
}
