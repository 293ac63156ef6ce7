/// Converts JSON text to MessagePack, for documents that no writer of eddie produces.
#ifndef TEST_PACK_JSON_H
#define TEST_PACK_JSON_H
#include "runtime/msgpack/write.h"

/// Packs one value, or several, one after the other. `words` is JSON with ' instead of ". A text
/// that begins with # is written as a number, also as a key. One that begins with ! is MessagePack
/// in hexadecimal, which is copied as it is.
ed_Writer pack_json(const char *words);

#endif
