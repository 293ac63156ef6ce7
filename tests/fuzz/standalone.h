/// Reads a snapshot without the game that wrote it, as tools do: the memory layout of its types is
/// computed.
#ifndef FUZZ_STANDALONE_H
#define FUZZ_STANDALONE_H
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"

#define STANDALONE_ROOTS_MAX 6u

typedef struct Standalone {
    ed_Document document;
    ed_Schema schema;
    ed_RootMemory blocks[STANDALONE_ROOTS_MAX];
    ed_State state;
    ed_Report report;
    ed_Error error;
} Standalone;

/// Uses up to eight test arenas. False with an error if the snapshot is refused, or has too many
/// roots.
bool standalone_read(Standalone *read, const void *bytes, size_t size);
/// Whether the error is a limit, which a valid snapshot may exceed.
bool is_limit(const ed_Error *error);

#endif
