// What a C library could declare.
#ifndef DEALS_H
#define DEALS_H
typedef struct Deal {
    int id;
    float discount;
} Deal;

extern Deal deals[2];
extern const unsigned deals_count;
#endif
