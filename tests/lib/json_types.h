/// Types that a test writes as JSON (pack_json.h), in the form of the type tables of a snapshot
/// (document.h), and memory with the layout that they claim.
#ifndef TEST_JSON_TYPES_H
#define TEST_JSON_TYPES_H
#include "runtime/snapshot/type_tables.h"

/// Reads types. They are valid until the end of the test. If they are refused, prints why, and
/// fails the test.
ed_DocumentTypes json_types(const char *words);
/// Returns a field of a type that was read, to be changed by the test: a document has no transient
/// fields, for example.
ed_Field *json_field(const ed_DocumentTypes *types, u32 type, u32 index);
/// Begins to read values that are written as JSON.
ed_Reader json_reader(const char *words);

/// Adds bytes in hexadecimal.
void add_hex(ed_Text *out, const void *bytes, size_t size);
/// Sets memory to a value that no test writes (ee).
void mark_unwritten(void *memory, size_t size);
/// Returns which bytes of memory were written since, as "OFFSET:HEX OFFSET:HEX". The text is valid
/// until the next call.
const char *written_bytes(const void *memory, size_t size);

#endif
