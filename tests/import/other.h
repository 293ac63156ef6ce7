#ifndef OTHER_H
#define OTHER_H
typedef struct { double x, y; } point_t;
typedef struct { int unused; } unused_t;
#endif
