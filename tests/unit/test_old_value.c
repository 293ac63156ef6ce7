#include <stdio.h>
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/type_tables.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

// --- values of a struct with a field of each sort ------------------------------------------------

#define TYPES \
    "[{'name':'Inner','size':2,'align':1,'fields':[[1,'a','u1',0,null,null]," \
    "[2,'b','u1',1,null,null]]}," \
    "{'name':'Form','kind':'union','size':24,'align':8,'fields':[[1,'n','u4',8,null,null]," \
    "[2,'t','S',8,null,null]]}," \
    "{'name':'Mood','kind':'enum','base':'u1','size':1,'align':1,'values':[['A',0],['B',7]]}," \
    "{'name':'Box','size':200,'align':8,'fields':[[1,'n','u4',0,null,null]," \
    "[2,'x','f8',8,null,null],[3,'t','S',16,null,null],[4,'list','u2',32,0,null]," \
    "[5,'in','V2',48,null,0],[6,'form','V24',56,null,1],[7,'grid','u1',80,[2,2],null]," \
    "[8,'maybe','u1',85,null,null,{'optional':true}],[9,'few','V2',92,-3,0]," \
    "[10,'h','R',100,null,0],[11,'c','S4',108,null,null],[12,'mood','u1',112,null,2]," \
    "[13,'low','i4',116,null,null],[14,'rows','V2',120,0,0]]}]"

static ed_DocumentTypes tables;
static ed_Arena arena;
static ed_Reader r;
static ed_Decoder d;
static ed_Field field;
static ed_Type alone;

static bool begin(void)
{
    ed_Writer w = pack_json(TYPES);
    if (!arena.base) ed_arena_open(&arena, "old values", (size_t)64 << 20, NULL);
    ed_arena_reset(&arena);
    ed_read_init(&r, w.bytes, w.size);
    ed_document_types_read(&r, test_arena(), &tables);
    const ed_Type *box = &tables.types[3];
    field =
        (ed_Field){ .name = "box", .kind = ED_STRUCT, .type = box, .size = box->size, .count = 1 };
    alone = (ed_Type){ .name = "box", .kind = ED_STRUCT, .fields = &field, .field_count = 1 };
    d = (ed_Decoder){ .r = &r, .arena = &arena, .types = tables.types, .type_count = tables.count };
    return ed_read_ok(&r);
}

static ed_OldValue read_value(const ed_Writer *w)
{
    ed_read_init(&r, w->bytes, w->size);
    return ed_old_read(&d, &alone);
}

static const struct {
    const char *words;
    bool nothing;
} boxes[] = {
    { "{}", true },
    { "{'#1':0}", true },
    { "{'#1':1}", false },
    { "{'#1':256}", false },
    { "{'#2':0.0}", true },
    { "{'#2':0.5}", false },
    { "{'#2':1.0}", false },
    { "{'#3':''}", true },
    { "{'#3':'a'}", false },
    { "{'#3':'ab'}", false },
    { "{'#4':[]}", true },
    { "{'#4':[0]}", false },
    { "{'#4':[0,0]}", false },
    { "{'#4':[0,1]}", false },
    { "{'#5':{'#1':0,'#2':0}}", true },
    { "{'#5':{'#1':1,'#2':0}}", false },
    { "{'#5':{'#1':0,'#2':1}}", false },
    { "{'#5':{'#1':1,'#2':1}}", false },
    { "{'#6':[1,0]}", true },
    { "{'#6':[1,5]}", false },
    { "{'#6':[2,'']}", false },      // an alternative other than the first
    { "{'#6':[2,'a']}", false },
    { "{'#7':[[0,0],[0,0]]}", true },
    { "{'#7':[[1,0],[0,0]]}", false },
    { "{'#7':[[0,0],[0,1]]}", false },
    { "{'#8':null}", true },
    { "{'#8':0}", false },
    { "{'#8':1}", false },
    { "{'#9':[]}", true },
    { "{'#9':[{'#1':0,'#2':0}]}", false },
    { "{'#9':[{'#1':1,'#2':0}]}", false },
    { "{'#10':null}", true },
    { "{'#10':[3,1]}", false },
    { "{'#10':[3,2]}", false },
    { "{'#11':''}", true },
    { "{'#11':'abc'}", false },
    { "{'#12':0}", true },
    { "{'#12':7}", false },
    { "{'#12':8}", false },
    { "{'#13':-1}", false },
    { "{'#13':1}", false },
    { "{'#14':[{'#1':0,'#2':0},{'#1':0,'#2':5}]}", false },
};

/// A missing value and an absent one have the same hash.
static bool is_absent(u32 i)
{
    return strcmp(boxes[i].words, "{}") == 0 || strcmp(boxes[i].words, "{'#8':null}") == 0;
}

TEST(values_are_the_same_only_if_every_part_of_them_is)
{
    static ed_OldValue values[ED_COUNT(boxes)], again[ED_COUNT(boxes)];
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words), copy = pack_json(boxes[i].words);
        values[i] = read_value(&w);
        again[i] = read_value(&copy);
        CHECK(ed_read_ok(&r) && values[i].state == ED_OLD_VALUE);
    }
    for (u32 i = 0; i < ED_COUNT(boxes); i++)
        for (u32 k = 0; k < ED_COUNT(boxes); k++) {
            bool same = ed_old_same(&d, &values[i], &again[k]);
            bool same_hash = ed_old_hash(&d, &values[i]) == ed_old_hash(&d, &again[k]);
            bool alike = i == k || (is_absent(i) && is_absent(k));
            if (same != (i == k) || same_hash != alike)
                test_fail(__FILE__, __LINE__, "%s and %s: same %d, hash %d", boxes[i].words,
                          boxes[k].words, same, same_hash);
        }
}

TEST(only_zero_and_empty_values_count_as_no_value)
{
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words);
        ed_OldValue value = read_value(&w), missing = { .state = ED_OLD_MISSING };
        if (ed_old_is_nothing(&d, &value) != boxes[i].nothing)
            test_fail(__FILE__, __LINE__, "%s", boxes[i].words);
        CHECK_EQ(ed_old_differs(&d, &value, &missing), !boxes[i].nothing);
        CHECK(!ed_old_differs(&d, &value, &value) && !ed_old_differs(&d, &missing, &value));
    }
}

TEST(a_value_is_written_as_it_was_read)
{
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words), again = test_writer();
        ed_OldValue value = read_value(&w);
        ed_old_write(&d, &again, &value);
        if (again.size != w.size || memcmp(again.bytes, w.bytes, w.size) != 0)
            test_fail(__FILE__, __LINE__, "%s", boxes[i].words);
    }
}

// --- hashes --------------------------------------------------------------------------------------

/// The hash of a number, as a key of a record.
static u64 hash_of(ed_Kind kind, f64 number)
{
    ed_Field plain = { .kind = kind, .size = ed_kind_size(kind), .count = 1 };
    u8 bytes[8] = { 0 };
    ed_number_store(kind, bytes, ed_number_from_f64(number));
    ed_OldValue value = ed_old_of_memory(&plain, bytes);
    return ed_old_hash(&d, &value);
}

TEST(the_same_number_has_the_same_hash_in_any_type)
{
    static const ed_Kind kinds[] = { ED_U8, ED_U16, ED_U32, ED_U64, ED_I8, ED_I64, ED_F32, ED_F64 };
    for (u32 i = 0; i < ED_COUNT(kinds); i++) {
        CHECK(hash_of(kinds[i], 7) == hash_of(ED_I32, 7));
        CHECK(hash_of(kinds[i], 7) != hash_of(ED_I32, 8));
    }
    CHECK(hash_of(ED_I8, -7) == hash_of(ED_F64, -7) && hash_of(ED_I8, -7) != hash_of(ED_F64, 7));
    CHECK(hash_of(ED_F32, 0.5) == hash_of(ED_F64, 0.5)
          && hash_of(ED_F64, 0.5) != hash_of(ED_F64, 0.25));
    CHECK(hash_of(ED_F64, 9e15) == hash_of(ED_U64, 9e15));
    CHECK(hash_of(ED_F64, -9e15) == hash_of(ED_I64, -9e15));
    CHECK(hash_of(ED_F64, 0x1p60) != hash_of(ED_U64, 0x1p60));
    CHECK(hash_of(ED_BOOL, 1) == hash_of(ED_U8, 1));
}

/// Attics in snapshots contain these hashes, so they must stay the same.
TEST(hashes_of_values_are_those_of_earlier_snapshots)
{
    static const u64 expected[ED_COUNT(boxes)] = {
        0x3daaee9db636dd30ull, 0x5c0f7dcf8ea393c0ull, 0x858a6430046a7ff7ull, 0x125c872b8fab8bf8ull,
        0x28daa0db86aa5949ull, 0xba39925f525c2278ull, 0xe6423ed7bbd087d8ull, 0x3a8dd8b1a1df79d9ull,
        0x0a52b29cb86b68edull, 0xc3647b2f7a1b0d0aull, 0x13a40a08dfd8a53bull, 0x1195848b7e6dae85ull,
        0xbb0a55a9d4541340ull, 0x7fc3b2cd0a8129d9ull, 0x2414c3d5c19ee898ull, 0x42813ce95554859dull,
        0x533c3759e00f5d38ull, 0x74dc4ab99af6c35bull, 0x3c20a662a6b303c0ull, 0x9b344f6d7e867887ull,
        0x6bdf50090bcff31eull, 0x20657089f0afa88cull, 0x70656cc367e5cdceull, 0xc3b7ab6fbf2b05bbull,
        0xdbfdf36ad816c977ull, 0x3daaee9db636dd30ull, 0xb940232432a61240ull, 0xd7323ae223535f1bull,
        0x4f4fa2a696d23c18ull, 0xb097f0ae4e5ce471ull, 0xa6f8ff4ae99ee830ull, 0xc519f206c7868be2ull,
        0x7b0a6b05295ef2fbull, 0x74d6bf062b9d432cull, 0x2b86282b7f72e56aull, 0x4d2e4fdfe97a383aull,
        0xf5f3279ad2c14a0aull, 0x0601805bf8000565ull, 0xd76823a600438375ull, 0x3c9ad896f051bffeull,
        0xb5d5c2d21b3a2942ull, 0x851f1857ff3ac7acull
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words);
        ed_OldValue value = read_value(&w);
        u64 hash = ed_old_hash(&d, &value);
        if (hash != expected[i])
            test_fail(__FILE__, __LINE__, "0x%016llx of %s", (unsigned long long)hash,
                      boxes[i].words);
    }
}
