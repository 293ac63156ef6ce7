/// Changes a schema so that most tokens stay valid: inserts and replaces words, and removes and
/// copies ranges of tokens.
#include <string.h>
#include "codegen/syntax/lex.h"
#include "tests/fuzz/mutate.h"

#define TOKENS_MAX 4096u

typedef struct Change {
    u8 *data;
    size_t size, size_max;
    u64 dice;
    cg_Span tokens[TOKENS_MAX];
    u32 count;
} Change;

static u32 roll(Change *c, u32 sides)
{
    c->dice = c->dice * 6364136223846793005u + 1442695040888963407u;
    return (u32)((c->dice >> 33) % sides);
}

static void find_tokens(Change *c)
{
    cg_Source source = {
        .path = "", .stem = "", .text = (const char *)c->data, .size = (u32)c->size
    };
    cg_Lexer lexer = { .source = &source };
    for (c->count = 0; c->count < TOKENS_MAX; c->count++) {
        cg_Token token = cg_lex_next(&lexer);
        if (token.kind == CG_END) return;
        c->tokens[c->count] =
            (cg_Span){ token.location.at, token.location.at + token.location.size };
    }
}

/// Replaces a range with the bytes.
static void replace(Change *c, cg_Span at, const void *bytes, size_t size)
{
    size_t cut = at.to - at.from, behind = c->size - at.to;
    if (c->size - cut + size > c->size_max) return;
    memmove(c->data + at.from + size, c->data + at.to, behind);
    memcpy(c->data + at.from, bytes, size);
    c->size = c->size - cut + size;
}

static void put_word(Change *c, cg_Span at)
{
    static const char *const words[] = {
        "struct ",
        "state ",
        "rigid ",
        "union ",
        "enum ",
        "flags ",
        "const ",
        "bool ",
        "u8 ",
        "u16 ",
        "u32 ",
        "u64 ",
        "i8 ",
        "i16 ",
        "i32 ",
        "i64 ",
        "f32 ",
        "f64 ",
        "char ",
        "str ",
        "ptr ",
        "ref(A) ",
        "ref(",
        "int ",
        "float ",
        "unsigned long ",
        "A ",
        "B ",
        "x",
        "y",
        "x_count",
        "has_x",
        "{",
        "}",
        "{}",
        "[",
        "]",
        "[]",
        "[4]",
        "[..4]",
        "[2][3]",
        "[[",
        "]]",
        "[[was(x)]]",
        "[[was(x.y)]]",
        "[[was(.x = y)]]",
        "[[transient]]",
        "[[optional]]",
        "[[pool]]",
        "[[live]]",
        "[[key(x)]]",
        "[[fresh]]",
        "[[upgrade(f)]]",
        "[[range(0, 1)]]",
        "[[unit(\"m/s\")]]",
        ";",
        ",",
        ":",
        "=",
        "= 1",
        "= {}",
        "= {1, 2}",
        "= {.x = 1}",
        "= {{}}",
        "= \"text\"",
        ".",
        "..",
        "-",
        "+",
        "*",
        "/",
        "|",
        "<<",
        "(",
        ")",
        "0",
        "1",
        "-1",
        "255",
        "256",
        "65536",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "1e308",
        "1e309",
        "0x7fffffff",
        "0.1",
        "1.",
        "true",
        "false",
        "\"\"",
        "\"\\n\\\"\\x41\"",
        "'a'",
        "#include \"b.def\"\n",
        "%%\n",
        "/// doc\n",
        "// note\n",
        "/*",
        "*/",
        "\n",
        "struct A { u8 x; }\n",
        "state G { A x[] [[pool]]; }\n",
        "\x1b[31m",
        "\xc2\x9b",
        "\xff",
    };
    const char *word = words[roll(c, ED_COUNT(words))];
    replace(c, at, word, strlen(word));
}

/// A range of 1 to `tokens_max` tokens. The text must have tokens.
static cg_Span stretch(Change *c, u32 tokens_max)
{
    u32 first = roll(c, c->count), last = first + roll(c, tokens_max);
    if (last >= c->count) last = c->count - 1;
    return (cg_Span){ c->tokens[first].from, c->tokens[last].to };
}

static void copy_elsewhere(Change *c)
{
    static u8 copy[4096];
    cg_Span from = stretch(c, 16);
    u32 to = c->tokens[roll(c, c->count)].from;
    if (from.to - from.from > sizeof copy) return;
    memcpy(copy, c->data + from.from, from.to - from.from);
    replace(c, roll(c, 2) ? stretch(c, 4) : (cg_Span){ to, to }, copy, from.to - from.from);
}

static void change(Change *c)
{
    find_tokens(c);
    if (c->count == 0) {
        put_word(c, (cg_Span){ 0, 0 });
        return;
    }
    u32 at = c->tokens[roll(c, c->count)].from;
    switch (roll(c, 8)) {
    case 0:
    case 1: put_word(c, stretch(c, 1)); break;
    case 2:
    case 3: put_word(c, (cg_Span){ at, at }); break;
    case 4: replace(c, stretch(c, 8), "", 0); break;
    case 5:
    case 6: copy_elsewhere(c); break;
    default: c->size = LLVMFuzzerMutate(c->data, c->size, c->size_max); break;
    }
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t size_max, unsigned seed)
{
    static Change c;
    c.data = data;
    c.size = size;
    c.size_max = size_max;
    c.dice = seed * 0x9e3779b97f4a7c15u + 1;
    for (u32 times = 1 + roll(&c, 4); times > 0; times--) change(&c);
    return c.size;
}
