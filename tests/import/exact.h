#ifndef EXACT_H
#define EXACT_H
#include <stdint.h>

/// A point of the plane.
typedef struct Point { float x, y; } Point;
typedef enum { NONE, ADD = 2, SUB } Blend;

typedef struct Sprite {
    uint8_t  id;
    Point    corners[2][2];      ///< clockwise
    Blend    blend;
    double   area;
    char     name[12];
    void    *texture;
    struct { int16_t top, left; } margin;
} Sprite;

struct __attribute__((packed)) packed { char a; int b; };
typedef struct { int a : 4; } bits;
#endif
