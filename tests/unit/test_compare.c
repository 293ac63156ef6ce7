#include <stdio.h>
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/type_tables.h"
#include "tests/lib/pack_json.h"
#include "runtime/value/compare.h"
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
static ed_Field field;      // holds a decoded box

static bool begin(void)
{
    ed_Writer w = pack_json(TYPES);
    if (!arena.base) ed_arena_open(&arena, "old values", (size_t)64 << 20, NULL);
    ed_arena_reset(&arena);
    ed_read_init(&r, w.bytes, w.size);
    ed_document_types_read(&r, test_arena(), &tables);
    d = (ed_Decoder){ .r = &r, .arena = &arena, .types = tables.types, .type_count = tables.count };
    return ed_read_ok(&r);
}

static ed_ValueRef read_value(const ed_Writer *w)
{
    const ed_DecodedType *box = ed_decoded_type(&d, &tables.types[3]);
    field = (ed_Field){ .name = "box", .kind = ED_STRUCT, .count = 1 };
    ed_read_init(&r, w->bytes, w->size);
    field.type = &box->type;
    return ed_value_at(&field, ed_decode_record(&d, box));
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

TEST(values_are_the_same_only_if_every_part_of_them_is)
{
    static ed_ValueRef values[ED_COUNT(boxes)], again[ED_COUNT(boxes)];
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words), copy = pack_json(boxes[i].words);
        values[i] = read_value(&w);
        again[i] = read_value(&copy);
        CHECK(ed_read_ok(&r) && values[i].at);
    }
    for (u32 i = 0; i < ED_COUNT(boxes); i++)
        for (u32 k = 0; k < ED_COUNT(boxes); k++) {
            bool same = ed_value_same(&values[i], &again[k]);
            bool same_hash = ed_value_hash(&values[i]) == ed_value_hash(&again[k]);
            bool grid = strstr(boxes[i].words, "#7") || strstr(boxes[k].words, "#7");
            bool alike = i == k || (boxes[i].nothing && boxes[k].nothing && !grid);
            if (same != alike || same_hash != alike)
                test_fail(__FILE__, __LINE__, "%s and %s: same %d, hash %d", boxes[i].words,
                          boxes[k].words, same, same_hash);
        }
}

TEST(only_zero_and_empty_values_count_as_no_value)
{
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(boxes); i++) {
        ed_Writer w = pack_json(boxes[i].words);
        ed_ValueRef value = read_value(&w), unknown = { .at = NULL };
        if (ed_value_is_nothing(&value) != boxes[i].nothing)
            test_fail(__FILE__, __LINE__, "%s", boxes[i].words);
        CHECK_EQ(ed_value_differs(&value, &unknown), !boxes[i].nothing);
        CHECK(!ed_value_differs(&value, &value));
    }
}

// --- hashes --------------------------------------------------------------------------------------

/// The hash of a number, as a key of a record.
static u64 hash_of(ed_Kind kind, f64 number)
{
    ed_Field plain = { .kind = kind, .size = ed_kind_size(kind), .count = 1 };
    u8 bytes[8] = { 0 };
    ed_number_store(kind, bytes, ed_number_from_f64(number));
    ed_ValueRef value = ed_value_at(&plain, bytes);
    return ed_value_hash(&value);
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
