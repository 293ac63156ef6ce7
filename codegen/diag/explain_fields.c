#include "codegen/diag/explain.h"

// The explanations for unions, optionals, pools, refs, and most attributes of fields.

const cg_Text cg_texts_fields[] = {

    // --- Unions --------------------------------------------------------------------------------

    { CG_E_EMPTY_UNION,
      "A union is one of its alternatives at any time, the first one at the start.\n"
      "wrong:\n"
      "    union Shape { }\n"
      "right:\n"
      "    struct Circle { f32 r; }\n"
      "    union Shape { Circle circle; }\n" },

    { CG_E_ALTERNATIVE_FORM,
      "All alternatives start at the same offset, so none can have its own count before it; and\n"
      "a pointer needs [[live]], which a union does not take.\n"
      "wrong:\n"
      "    union Load { u32 coins; u32 ids[..8]; }\n"
      "right:\n"
      "    struct Ids { u32 ids[..8]; }\n"
      "    union Load { u32 coins; Ids few; }\n" },

    { CG_E_ALTERNATIVE_DEFAULT,
      "The default of a union belongs to the field that holds it, and names the alternative.\n"
      "wrong:\n"
      "    union Load { u32 coins = 5; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_UNION_DEFAULT,
      "A union holds one alternative, so its default names one, with a value for it.\n"
      "wrong:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = 5; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_KIND_TAKEN,
      "The C of a union has a member `kind` before the alternatives: the number of the one it is.\n"
      "wrong:\n"
      "    union Load { u32 kind; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 sort; f32 weight; }\n" },

    // --- Optional fields -----------------------------------------------------------------------

    { CG_E_OPTIONAL_FORM,
      "[[optional]] is for one value. A list says by its count that there is nothing, a ptr by\n"
      "being null; an array that may be absent is put into a struct.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8] [[optional]]; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8]; Item held [[optional]]; }\n" },

    { CG_E_HAS_TAKEN,
      "The C of an optional field has a bool before the value that says whether it is there.\n"
      "wrong:\n"
      "    struct Actor { u32 held [[optional]]; bool has_held; }\n"
      "right:\n"
      "    struct Actor { u32 held [[optional]]; }\n" },

    // --- Pools and refs ------------------------------------------------------------------------

    { CG_E_POOL_FORM,
      "A pool keeps structs and gives out handles for them, with or without a limit.\n"
      "wrong:\n"
      "    state Game { u32 scores[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { u32 score; }\n"
      "    state Game { Actor actors[] [[pool]]; Actor few[..64] [[pool]]; }\n" },

    { CG_E_POOL_DEFAULT,
      "A pool starts empty: a handle is given out when the game adds something.\n"
      "wrong:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]] = {{.id = 1}}; }\n"
      "right:\n"
      "    struct Actor { u32 id = 1; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TARGET, "A ref is a handle of something in a pool, and pools hold structs.\n"
                       "wrong:\n"
                       "    struct Actor { ref(u32) score; }\n"
                       "right:\n"
                       "    struct Score { u32 points; }\n"
                       "    struct Actor { ref(Score) score; }\n"
                       "    state Game { Score scores[] [[pool]]; }\n" },

    { CG_E_REF_WITHOUT_POOL,
      "A ref is an index and a generation; the pool in a state says what is there.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TWO_POOLS,
      "A ref does not say which pool it goes into, so there is one pool of what is referred to.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor friends[] [[pool]]; Actor foes[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; bool foe; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_IN_RIGID,
      "A snapshot that is loaded brings its own pools. Refs in states come with it; a ref in\n"
      "rigid memory would keep its old value and refer to another item.\n"
      "wrong:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n"
      "    rigid Assets { ref(Actor) last; }\n"
      "right:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; ref(Actor) last; }\n" },

    { CG_E_REF_DEFAULT, "A ref starts as none: what it could refer to is not there yet.\n"
                        "wrong:\n"
                        "    struct Actor { ref(Actor) target = 0; }\n"
                        "    state Game { Actor actors[] [[pool]]; }\n"
                        "right:\n"
                        "    struct Actor { ref(Actor) target; }\n"
                        "    state Game { Actor actors[] [[pool]]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_ATTRIBUTE_TWICE,
      "An attribute says what a field is, and once is enough. Only `was` may stand more often.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[range(0, 9), range(0, 5)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[range(0, 5)]]; }\n" },

    { CG_E_WAS_PATH,
      "`was(pos.x)` says that a field was a part of another one, and `was(.x = left)` that a part\n"
      "of this field, a single struct, was another field.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[was(.x = left)]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[was(.x = left, .y = top)]]; f32 hp [[was(body.hp)]]; }\n" },

    { CG_E_FRESH_WAS, "[[fresh]] says to begin at the default, [[was]] whose value to begin with.\n"
                      "wrong:\n"
                      "    struct Actor { f32 hp [[fresh, was(health)]]; }\n"
                      "right:\n"
                      "    struct Actor { f32 hp [[was(health)]]; }\n" },

    { CG_E_FRESH_TRANSIENT,
      "A transient field is never packed, so it begins at its default at every reload.\n"
      "wrong:\n"
      "    struct Actor { f32 flash [[transient, fresh]]; }\n"
      "right:\n"
      "    struct Actor { f32 flash [[transient]]; }\n" },

    { CG_E_KEY_FIELD,
      "A key tells which record of before is which record of now. For that it is packed, always\n"
      "there and equal or not: a whole number, an enum or a text.\n"
      "wrong:\n"
      "    struct Actor [[key(speed)]] { f32 speed; u32 id; }\n"
      "right:\n"
      "    struct Actor [[key(id)]] { f32 speed; u32 id; }\n" },

    { CG_E_UPGRADE_TWICE, "The function gets the record it upgrades as a pointer to that struct.\n"
                          "wrong:\n"
                          "    struct Actor [[upgrade(convert)]] { u32 id; }\n"
                          "    state Game [[upgrade(convert)]] { Actor actors[]; }\n"
                          "right:\n"
                          "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
                          "    state Game [[upgrade(convert_game)]] { Actor actors[]; }\n" },

    { CG_E_UPGRADE_UNUSED, "Only what lies in a state is converted: rigid memory never is.\n"
                           "wrong:\n"
                           "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
                           "right:\n"
                           "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
                           "    state Game { Actor actors[]; }\n" },

    { CG_E_RANGE_TYPE,
      "A range is for whole numbers and floats, and for arrays and lists of them.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[range(0, 1)]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x [[range(0, 1)]]; f32 y [[range(0, 1)]]; }\n"
      "    struct Actor { Vec2 pos; }\n" },

    { CG_E_RANGE_ORDER,
      "The lowest value comes first and is below the highest; both are in the range.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[range(100, 0)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[range(0, 100)]]; }\n" },

    { CG_E_OUT_OF_RANGE,
      "What a field starts with lies in its range. Without a default that is 0.\n"
      "wrong:\n"
      "    struct Actor { u32 level [[range(1, 99)]]; }\n"
      "right:\n"
      "    struct Actor { u32 level [[range(1, 99)]] = 1; }\n" },

    { CG_E_UNIT_FORM,
      "A unit is up to 31 bytes: names of letters, % and degree signs, joined by * and /, with\n"
      "powers as in s^2. m km cm mm um nm in ft mi yd, s ms us ns min h d, rad deg turn and\n"
      "kg g mg t lb are known and become each other; other names are units of their own.\n"
      "wrong:\n"
      "    struct Actor { f32 speed [[unit(\"m per s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 speed [[unit(\"m/s\")]]; f32 width [[unit(\"px\")]]; }\n" },

    { CG_E_UNIT_TYPE,
      "A unit is for whole numbers and floats, for arrays and lists of them, and for structs that\n"
      "hold some: there it counts for all of the numbers.\n"
      "wrong:\n"
      "    struct Actor { char name[8] [[unit(\"m\")]]; }\n"
      "right:\n"
      "    struct Actor { char name[8]; f32 height [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_TWICE,
      "A number is in one unit. When the unit of a field changes, its values are converted.\n"
      "wrong:\n"
      "    struct Actor { f32 way [[unit(\"m\"), unit(\"s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 way [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_INSIDE,
      "The unit of a struct counts for the numbers in it, so none of them has another one.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x [[unit(\"m\")]]; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n" },

    { CG_CODES, NULL }
};
