#include "exact.h"

static int score = 5;
float speed = 1.5f;
unsigned mask = 0xff;
static const int limit = 4;
extern int elsewhere;
static Point path[8], *chosen;
char title[16] = "start";
static int table[2] = { 1, 2 };

int next(void);
int next(void)
{
    static int calls;
    int local = 0;
    return calls++ + score + local + limit + elsewhere + table[0] + (chosen != 0) + title[0]
         + (int)speed + (int)mask + (int)path[0].x;
}

void again(void)
{
    static int calls;
    calls++;
}
