#include "codegen/diag/explain.h"

// The explanations for unions, optionals, pools, refs, and most attributes of fields.

const cg_Text cg_texts_fields[] = {

    // --- Unions --------------------------------------------------------------------------------

    { CG_E_EMPTY_UNION,
      "A union has exactly one of its alternatives at any time, initially the first one.\n"
      "wrong:\n"
      "    union Shape { }\n"
      "right:\n"
      "    struct Circle { f32 r; }\n"
      "    union Shape { Circle circle; }\n" },

    { CG_E_ALTERNATIVE_FORM,
      "All alternatives start at the same offset, so none of them can have its own count before\n"
      "it. A ptr would need [[live]], which alternatives cannot have.\n"
      "wrong:\n"
      "    union Load { u32 coins; u32 ids[..8]; }\n"
      "right:\n"
      "    struct Ids { u32 ids[..8]; }\n"
      "    union Load { u32 coins; Ids few; }\n" },

    { CG_E_ALTERNATIVE_DEFAULT,
      "The default of a union belongs to the field that contains the union, and names the\n"
      "alternative.\n"
      "wrong:\n"
      "    union Load { u32 coins = 5; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_UNION_DEFAULT,
      "A union has one alternative at a time, so its default names one, with a value for it.\n"
      "wrong:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = 5; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_KIND_TAKEN,
      "The C struct of a union has a member `kind` before the alternatives: the number of the\n"
      "current one.\n"
      "wrong:\n"
      "    union Load { u32 kind; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 sort; f32 weight; }\n" },

    // --- Optional fields -----------------------------------------------------------------------

    { CG_E_OPTIONAL_FORM,
      "[[optional]] is for one value. A list can be empty and a ptr can be null, so they do not\n"
      "need it. To make an array optional, put it into a struct.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8] [[optional]]; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8]; Item held [[optional]]; }\n" },

    { CG_E_HAS_TAKEN,
      "In C, an optional field has a bool before the value, which says whether the value is\n"
      "present.\n"
      "wrong:\n"
      "    struct Actor { u32 held [[optional]]; bool has_held; }\n"
      "right:\n"
      "    struct Actor { u32 held [[optional]]; }\n" },

    // --- Pools and refs ------------------------------------------------------------------------

    { CG_E_POOL_FORM, "A pool contains structs and has handles for them, with or without a limit.\n"
                      "wrong:\n"
                      "    state Game { u32 scores[] [[pool]]; }\n"
                      "right:\n"
                      "    struct Actor { u32 score; }\n"
                      "    state Game { Actor actors[] [[pool]]; Actor few[..64] [[pool]]; }\n" },

    { CG_E_POOL_DEFAULT, "A pool starts empty: a handle is created when the game adds an item.\n"
                         "wrong:\n"
                         "    struct Actor { u32 id; }\n"
                         "    state Game { Actor actors[] [[pool]] = {{.id = 1}}; }\n"
                         "right:\n"
                         "    struct Actor { u32 id = 1; }\n"
                         "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TARGET, "A ref is a handle of an item in a pool, and pools contain structs.\n"
                       "wrong:\n"
                       "    struct Actor { ref(u32) score; }\n"
                       "right:\n"
                       "    struct Score { u32 points; }\n"
                       "    struct Actor { ref(Score) score; }\n"
                       "    state Game { Score scores[] [[pool]]; }\n" },

    { CG_E_REF_WITHOUT_POOL,
      "A ref is an index and a generation. The items are in the pool of a state.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TWO_POOLS,
      "A ref does not say which pool it refers to, so there must be only one pool of its struct.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor friends[] [[pool]]; Actor foes[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; bool foe; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_IN_RIGID,
      "A snapshot brings its own pools when it is loaded. Refs in states come with it; a ref in\n"
      "rigid memory would keep its old value and refer to another item.\n"
      "wrong:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n"
      "    rigid Assets { ref(Actor) last; }\n"
      "right:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; ref(Actor) last; }\n" },

    { CG_E_REF_DEFAULT,
      "A ref starts as null, since the item that it could refer to does not exist yet.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target = 0; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_ATTRIBUTE_TWICE,
      "An attribute describes a field, and once is enough. Only `was` may be repeated.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[range(0, 9), range(0, 5)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[range(0, 5)]]; }\n" },

    { CG_E_WAS_PATH,
      "`was(pos.x)` says that a field was part of another field. `was(.x = left)` says that a\n"
      "part of this field, which is a struct, was another field.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[was(.x = left)]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[was(.x = left, .y = top)]]; f32 hp [[was(body.hp)]]; }\n" },

    { CG_E_FRESH_WAS,
      "[[fresh]] says that a field starts at its default; [[was]] says whose value it starts\n"
      "with.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[fresh, was(health)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[was(health)]]; }\n" },

    { CG_E_FRESH_TRANSIENT,
      "A transient field is never packed, so it starts at its default at every reload anyway.\n"
      "wrong:\n"
      "    struct Actor { f32 flash [[transient, fresh]]; }\n"
      "right:\n"
      "    struct Actor { f32 flash [[transient]]; }\n" },

    { CG_E_KEY_FIELD,
      "A key says which old record is which new record. So it must be packed, always present, and\n"
      "comparable: a whole number, an enum or a text.\n"
      "wrong:\n"
      "    struct Actor [[key(speed)]] { f32 speed; u32 id; }\n"
      "right:\n"
      "    struct Actor [[key(id)]] { f32 speed; u32 id; }\n" },

    { CG_E_UPGRADE_TWICE,
      "The function gets the record that it upgrades as a pointer to its struct, so it is for one\n"
      "struct only.\n"
      "wrong:\n"
      "    struct Actor [[upgrade(convert)]] { u32 id; }\n"
      "    state Game [[upgrade(convert)]] { Actor actors[]; }\n"
      "right:\n"
      "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
      "    state Game [[upgrade(convert_game)]] { Actor actors[]; }\n" },

    { CG_E_UPGRADE_UNUSED, "Only data in a state is converted; rigid memory never is.\n"
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
      "The default of a field must be in its range. If none is given, the default is 0.\n"
      "wrong:\n"
      "    struct Actor { u32 level [[range(1, 99)]]; }\n"
      "right:\n"
      "    struct Actor { u32 level [[range(1, 99)]] = 1; }\n" },

    { CG_E_UNIT_FORM,
      "A unit has up to 31 bytes: names of letters, % and degree signs, joined by * and /, with\n"
      "powers as in s^2. Values can be converted between m km cm mm um nm in ft mi yd, s ms us ns\n"
      "min h d, rad deg turn and kg g mg t lb. Other names are units without conversion.\n"
      "wrong:\n"
      "    struct Actor { f32 speed [[unit(\"m per s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 speed [[unit(\"m/s\")]]; f32 width [[unit(\"px\")]]; }\n" },

    { CG_E_UNIT_TYPE,
      "A unit is for whole numbers and floats, for arrays and lists of them, and for structs that\n"
      "contain numbers: there it applies to all of the numbers.\n"
      "wrong:\n"
      "    struct Actor { char name[8] [[unit(\"m\")]]; }\n"
      "right:\n"
      "    struct Actor { char name[8]; f32 height [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_TWICE,
      "A number has one unit. When the unit of a field changes, its values are converted.\n"
      "wrong:\n"
      "    struct Actor { f32 way [[unit(\"m\"), unit(\"s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 way [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_INSIDE,
      "The unit of a struct applies to the numbers in it, so none of them can have another one.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x [[unit(\"m\")]]; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n" },

    { CG_CODES, NULL }
};
