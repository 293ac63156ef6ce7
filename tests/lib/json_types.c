#include "tests/lib/json_types.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

#define UNWRITTEN 0xee

ed_Reader json_reader(const char *words)
{
    ed_Reader r;
    ed_Writer w = pack_json(words);
    ed_read_init(&r, w.bytes, w.size);
    return r;
}

ed_DocumentTypes json_types(const char *words)
{
    ed_DocumentTypes types = { NULL, 0 };
    ed_Reader r = json_reader(words);
    ed_document_types_read(&r, test_arena(), &types);
    if (!ed_read_ok(&r)) test_fail(__FILE__, __LINE__, "%s in %s", r.err.text, words);
    return types;
}

ed_Field *json_field(const ed_DocumentTypes *types, u32 type, u32 index)
{
    return (ed_Field *)(uintptr_t)&types->types[type].fields[index];
}

void add_hex(ed_Text *out, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) ed_text_add(out, "%02x", ((const u8 *)bytes)[i]);
}

void mark_unwritten(void *memory, size_t size) { memset(memory, UNWRITTEN, size); }

const char *written_bytes(const void *memory, size_t size)
{
    static char text[4096];
    const u8 *at = (const u8 *)memory;
    ed_Text out = ed_text_over(text, sizeof text);
    for (size_t i = 0; i < size; i++) {
        if (at[i] == UNWRITTEN) continue;
        if (i == 0 || at[i - 1] == UNWRITTEN) ed_text_add(&out, "%s%zu:", out.size ? " " : "", i);
        add_hex(&out, &at[i], 1);
    }
    return text;
}
