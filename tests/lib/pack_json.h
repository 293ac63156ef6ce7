/// Writes MessagePack that is spelled as JSON, for documents that no writer of eddie writes.
#ifndef TEST_PACK_JSON_H
#define TEST_PACK_JSON_H
#include "runtime/msgpack/write.h"

/// Packs one value, or a few after another. `words` is JSON with ' instead of ". A text that begins
/// with # is a number instead, also as a key, and one that begins with ! is bytes in hexadecimal.
ed_Writer pack_json(const char *words);

#endif
