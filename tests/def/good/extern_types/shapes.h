// What a C library could declare.
#ifndef SHAPES_H
#define SHAPES_H
#include <stdbool.h>

typedef struct {
    float x, y;
} Point;

typedef enum { ROUND, SQUARE = 4, FLAT } Form;

enum { BOLD = 1, THIN = 2 };
typedef unsigned char Style;

typedef struct Shape {
    unsigned char id;
    Point corners[2][2];
    double area;
    Form form;
    char name[6];
    bool is_open;
    void *image;
} Shape;

#endif
