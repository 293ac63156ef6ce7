/// A way to serialize a state and read it back: a row of the table. The files way_*.c and
/// way_cereal.cpp define the arrays of ways below.
#ifndef BN_WAY_H
#define BN_WAY_H
#include "tests/bench/layout.h"
#include "tests/bench/memory.h"
#include "tests/bench/modules.h"
ED_C_BEGIN

typedef enum bn_Op { BN_PACK, BN_UNPACK, BN_MIGRATE, BN_OPS } bn_Op;

typedef struct bn_Corpus {      // one root of one size
    bn_Kind kind;
    u32 count;                 // records; for grids, the number of tiles and heights together
    size_t bytes;              // in memory, dynamic parts and all
    ed_RootMemory source;      // in now's layout
    const bn_Modules *modules;
} bn_Corpus;

typedef struct bn_Way bn_Way;
struct bn_Way {
    const char *name;
    u32 mode;            // as its file defines
    bool fresh;          // pages come from the system each time, as for the memcpy next to it
    u32 kinds, ops;      // masks
    u32 count_max;       // more would take too long
    /// Packs once, for unpack and migrate to read.
    bool (*begin)(const bn_Way *way, const bn_Corpus *corpus);
    // before each run, not timed
    void (*ready)(const bn_Way *way, const bn_Corpus *corpus, bn_Op op);
    bool (*run)(const bn_Way *way, const bn_Corpus *corpus, bn_Op op);      // timed
    // after each run, not timed; or NULL
    void (*done)(const bn_Way *way, const bn_Corpus *corpus, bn_Op op);
    // whether the last run was right; called before done
    bool (*equal)(const bn_Way *way, const bn_Corpus *corpus, bn_Op op);
    size_t (*size)(const bn_Way *way);      // bytes packed
    void (*end)(const bn_Way *way);
};

#define BN_ALL_KINDS ((1u << BN_KINDS) - 1)
#define BN_BOTH (1u << BN_PACK | 1u << BN_UNPACK)

extern const bn_Way bn_copy_ways[3], bn_eddie_ways[3], bn_msgpack_ways[1], bn_cereal_ways[1];

ED_C_END
#endif
