/// Results: the table is printed as they come, and the JSON has all of them.
#ifndef BN_RESULT_H
#define BN_RESULT_H
#include "tests/bench/clock.h"
#include "tests/bench/way.h"
ED_C_BEGIN

typedef struct bn_Options {
    u32 rounds;
    u32 max;               // records of a corpus at most
    const char *only;      // parts to run, with commas between; NULL: all
    const char *json;      // file; NULL: none
    char build[256];       // the build folder: modules, generator, room for files
} bn_Options;

typedef struct bn_Timing {      // of one operation of a way; zero rounds: not measured
    u32 rounds;
    f64 s;      // median, seconds
    f64 ratio, low,
        high;      // to memcpy of the same round: median, tenth and ninetieth percentile
} bn_Timing;

typedef struct bn_Row {
    bn_Kind kind;
    u32 count;
    size_t bytes, packed;      // in memory; as a document, or 0 without one
    const char *name;
    bn_Timing ops[BN_OPS];
} bn_Row;

typedef struct bn_Figure {      // a measurement outside of the rows
    const char *part;           // "reload"
    char name[96];
    const char *unit;      // "ms"
    f64 value;
} bn_Figure;

extern const char *const bn_kind_names[BN_KINDS];

/// Prints the table of one corpus at one size; rows are kept for the JSON.
void bn_rows_tell(const bn_Row *rows, u32 count);

/// Prints the heading of a part.
void bn_part_tell(const char *part, const char *heading);
/// Prints a line of a part, and keeps it for the JSON.
void bn_figure_tell(const char *part, const char *unit, f64 value, const char *format, ...)
    ED_FORMAT(4, 5);

bool bn_json_write(const bn_Options *options);

/// The parts. Each returns false, with a message on standard error, if a result is wrong.
bool bn_corpora(const bn_Options *options, const bn_Modules *modules, bn_Kind kind);
bool bn_links(const bn_Options *options);
bool bn_reload(const bn_Options *options, const bn_Modules *modules);
bool bn_save(const bn_Options *options, const bn_Modules *modules);
bool bn_idle(const bn_Options *options);
bool bn_codegen(const bn_Options *options);
bool bn_sizes(const bn_Options *options);

ED_C_END
#endif
