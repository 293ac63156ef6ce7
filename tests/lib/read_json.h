/// Reads a document that is written as JSON (see pack_json) as the state of a game with one root.
#ifndef TEST_READ_JSON_H
#define TEST_READ_JSON_H
#include "runtime/attic/snapshot.h"

typedef struct JsonRead {
    ed_RootMemory root;
    ed_State state;
    ed_Report report;
    ed_Error error;
} JsonRead;

/// `read` is valid until the next call. It must not be copied, since its state points into it.
/// False if the document is refused.
bool read_json(JsonRead *read, const ed_Schema *schema, const char *words);
/// The message of a refusal, without the location in the document.
const char *read_json_refusal(const JsonRead *read);

#endif
