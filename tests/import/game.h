// Types as old games have them.
#ifndef GAME_H
#define GAME_H
#include <stdbool.h>
#include <stdint.h>
#include "other.h"

#define NUMAMMO 4

typedef int fixed_t;      // 16.16

/* What a thing can be. */
typedef enum
{
    MT_PLAYER,
    MT_TROOP = 5, // from hell
    MT_BARREL,
    NUMMOBJTYPES,
    MT_LAST = NUMMOBJTYPES
} mobjtype_t;

enum side { LEFT = -1, RIGHT = 1 };

typedef enum { _NOTHING } reserved_t;
typedef union { void (*none)(void); void (*one)(int x); } action_t;

struct mobj_s;
typedef void (*think_t)(struct mobj_s *mo);

/**
 * A thing in the level.
 */
typedef struct mobj_s
{
    struct mobj_s *next, *prev;
    fixed_t x, y, z;    // position
    unsigned char frame;
    char sprite[8];
    char initial;
    short ammo[NUMAMMO][2];
    mobjtype_t type;
    enum side facing;
    think_t think;
    int (*hit)(const struct mobj_s *mo, point_t *at, unsigned damage);
    void (*alone)(long double number);
    const char *name;
    char *title, *const tags[3];
    int new;
    reserved_t reserved;
    action_t action;
    struct { float w; float h; } size;
    struct {
        uint16_t angle;
        bool is_flipped;
    };
    unsigned flags : 3, awake : 1;
    signed delta : 12;
    union { int i; float f; } value;
    point_t path[NUMAMMO];
    uint64_t seed;
    long double precise;
    unsigned char rest[];
} mobj_t;

void A_Stand(mobj_t *mo);
void A_Chase(struct mobj_s *mo);
void A_Stand(mobj_t *mo);
static inline void A_None(mobj_t *mo) { (void)mo; }
int hit_hard(const mobj_t *mo, point_t *at, unsigned damage);

typedef struct actor_s { int id; struct actor_s *other; } actor_t;
typedef struct dragon_s { actor_t actor; struct dragon_s *mate; } dragon_t;

union any { int a; float b; };
struct only_pointers { void *a; };
typedef struct { struct only_pointers link; int number; } linked_t;
typedef struct opaque opaque_t;

#endif
