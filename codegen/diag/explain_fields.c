#include "codegen/diag/explain.h"

// The explanations for unions, optionals, pools, refs, and most attributes.

const cg_Explanation cg_explanations_fields[] = {

    // --- Unions --------------------------------------------------------------------------------

    { CG_E_EMPTY_UNION, "A union always holds one of its alternatives, so it needs at least one.\n"
                        "wrong:\n"
                        "    union Shape { }\n"
                        "right:\n"
                        "    struct Circle { f32 r; }\n"
                        "    union Shape { Circle circle; }\n" },

    { CG_E_ALTERNATIVE_FORM,
      "All alternatives start at the same offset, so none can have a count before it. A ptr\n"
      "would need [[live]], which an alternative cannot have.\n"
      "wrong:\n"
      "    union Load { u32 coins; u32 ids[..8]; }\n"
      "right:\n"
      "    struct Ids { u32 ids[..8]; }\n"
      "    union Load { u32 coins; Ids few; }\n" },

    { CG_E_ALTERNATIVE_DEFAULT,
      "An alternative has no default. Instead, give a default to the field that has the union\n"
      "as its type; it names the alternative.\n"
      "wrong:\n"
      "    union Load { u32 coins = 5; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_UNION_DEFAULT,
      "A union holds one alternative, so its default names one and gives its value.\n"
      "wrong:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = 5; }\n"
      "right:\n"
      "    union Load { u32 coins; f32 weight; }\n"
      "    struct Chest { Load load = {.coins = 5}; }\n" },

    { CG_E_KIND_TAKEN,
      "In the generated C, a union is a struct with a member `kind` before the alternatives:\n"
      "the number of the current one.\n"
      "wrong:\n"
      "    union Load { u32 kind; f32 weight; }\n"
      "right:\n"
      "    union Load { u32 sort; f32 weight; }\n" },

    // --- Optional fields -----------------------------------------------------------------------

    { CG_E_OPTIONAL_FORM,
      "[[optional]] is for a single value. A list can be empty and a ptr can be null instead.\n"
      "To make an array optional, put it into a struct.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8] [[optional]]; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Actor { Item bag[..8]; Item held [[optional]]; }\n" },

    { CG_E_HAS_TAKEN,
      "In the generated C, an optional field has a bool before it, which says whether the\n"
      "field has a value.\n"
      "wrong:\n"
      "    struct Actor { u32 held [[optional]]; bool has_held; }\n"
      "right:\n"
      "    struct Actor { u32 held [[optional]]; }\n" },

    // --- Pools and refs ------------------------------------------------------------------------

    { CG_E_POOL_FORM,
      "A pool is a list of structs, with or without a limit, whose items have handles.\n"
      "wrong:\n"
      "    state Game { u32 scores[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { u32 score; }\n"
      "    state Game { Actor actors[] [[pool]]; Actor few[..64] [[pool]]; }\n" },

    { CG_E_POOL_DEFAULT,
      "A pool starts empty, since an item gets its handle when the game adds it.\n"
      "wrong:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]] = {{.id = 1}}; }\n"
      "right:\n"
      "    struct Actor { u32 id = 1; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TARGET,
      "A ref is a handle to an item of a pool, and the items of a pool are structs.\n"
      "wrong:\n"
      "    struct Actor { ref(u32) score; }\n"
      "right:\n"
      "    struct Score { u32 points; }\n"
      "    struct Actor { ref(Score) score; }\n"
      "    state Game { Score scores[] [[pool]]; }\n" },

    { CG_E_REF_WITHOUT_POOL,
      "A ref is an index and a generation, which only a pool can resolve. So the struct that it\n"
      "refers to must be in a pool of a state.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_REF_TWO_POOLS,
      "A ref does not say which pool it refers to, so the struct must be in exactly one pool.\n"
      "wrong:\n"
      "    struct Actor { ref(Actor) target; }\n"
      "    state Game { Actor friends[] [[pool]]; Actor foes[] [[pool]]; }\n"
      "right:\n"
      "    struct Actor { ref(Actor) target; bool foe; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n" },

    { CG_E_POINTER_WITHOUT_CONTAINER,
      "A pointer can lead to a record in a list, a pool or an array that is directly in a state,\n"
      "or to a single struct there. Only those have a name in a snapshot, such as "
      "Game.enemies[3].\n"
      "wrong:\n"
      "    struct Enemy { u32 id; }\n"
      "    struct Room { Enemy enemies[..8]; }\n"
      "    state Game { Room room; Enemy *target; }\n"
      "right:\n"
      "    struct Enemy { u32 id; }\n"
      "    state Game { Enemy enemies[..8]; Enemy *target; }\n" },

    { CG_E_MOVING_ITEMS,
      "A warning: the C code is written. Adding an item to a list can move all of them in memory,\n"
      "and removing one moves the last. A C pointer to an item does not follow it.\n"
      "wrong:\n"
      "    struct Enemy { Enemy *target; }\n"
      "    state Game { Enemy enemies[] [[pool]]; }\n"
      "right:\n"
      "    struct Enemy { Enemy *target; }\n"
      "    state Game { Enemy enemies[..256] [[pool, stable]]; }\n" },

    { CG_E_TABLE_ROWS,
      "A table is an array of constant structs, which the C code defines. It has a bound: a\n"
      "number, an enum whose values are the indices, or [..64] if the struct has a key that\n"
      "identifies the rows. A pointer to a row names its table.\n"
      "wrong:\n"
      "    struct Weapon { u32 damage; }\n"
      "    table Weapon weapons[4];\n"
      "    struct Actor { Weapon *held [[in(weapons)]]; }\n"
      "right:\n"
      "    struct Weapon { u32 damage; }\n"
      "    table Weapon weapons[4];\n"
      "    struct Actor { const Weapon *held [[in(weapons)]]; }\n" },

    { CG_E_REF_IN_RIGID,
      "Loading a snapshot replaces the pools, and the refs in states with them. A ref in rigid\n"
      "memory would keep its old value and refer to another item.\n"
      "wrong:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; }\n"
      "    rigid Assets { ref(Actor) last; }\n"
      "right:\n"
      "    struct Actor { u32 id; }\n"
      "    state Game { Actor actors[] [[pool]]; ref(Actor) last; }\n" },

    { CG_E_REF_DEFAULT, "A ref starts as null, since no item exists yet.\n"
                        "wrong:\n"
                        "    struct Actor { ref(Actor) target = 0; }\n"
                        "    state Game { Actor actors[] [[pool]]; }\n"
                        "right:\n"
                        "    struct Actor { ref(Actor) target; }\n"
                        "    state Game { Actor actors[] [[pool]]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_ATTRIBUTE_TWICE, "Each attribute can be given once; only `was` can be repeated.\n"
                            "wrong:\n"
                            "    struct Actor { f32 hp [[range(0, 9), range(0, 5)]]; }\n"
                            "right:\n"
                            "    struct Actor { f32 hp [[range(0, 5)]]; }\n" },

    { CG_E_WAS_PATH,
      "`was(pos.x)` says that this field was a part of another field. `was(.x = left)` says\n"
      "that the part x of this field was the field left. Only a single struct can have parts.\n"
      "In a state, `was(Game.volume)` says that the field was in the state Game.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[was(.x = left)]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[was(.x = left, .y = top)]]; f32 hp [[was(body.hp)]]; }\n" },

    { CG_E_FRESH_WAS,
      "[[fresh]] resets a field to its default and [[was]] keeps an old value, so they\n"
      "contradict each other.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[fresh, was(health)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[was(health)]]; }\n" },

    { CG_E_FRESH_TRANSIENT,
      "A transient field is never packed, so it is reset to its default anyway.\n"
      "wrong:\n"
      "    struct Actor { f32 flash [[transient, fresh]]; }\n"
      "right:\n"
      "    struct Actor { f32 flash [[transient]]; }\n" },

    { CG_E_EXTERN_HEADER,
      "An extern type is declared by a C header, which the generated header includes. The\n"
      "attribute names it as an #include line does.\n"
      "wrong:\n"
      "    extern struct SDL_Rect { i32 x; i32 y; i32 w; i32 h; }\n"
      "right:\n"
      "    extern struct SDL_Rect [[header(\"SDL.h\")]] { i32 x; i32 y; i32 w; i32 h; }\n" },

    { CG_E_EXTERN_FIELD,
      "An extern struct has the layout of the C header that declares it, so its fields are\n"
      "numbers, enums, structs, char[N], pointers, and fixed arrays of these. Lists,\n"
      "pools, str, ref, unions and optional fields are types that eddie generates.\n"
      "wrong:\n"
      "    extern struct Shape [[header(\"shape.h\")]] { f32 points[..8]; }\n"
      "right:\n"
      "    extern struct Shape [[header(\"shape.h\")]] { f32 points[8]; u32 count; }\n" },

    { CG_E_KEY_FIELD,
      "A key identifies the same record before and after a reload. So it must be packed, always\n"
      "present and easy to compare: an integer, an enum or text.\n"
      "wrong:\n"
      "    struct Actor [[key(speed)]] { f32 speed; u32 id; }\n"
      "right:\n"
      "    struct Actor [[key(id)]] { f32 speed; u32 id; }\n" },

    { CG_E_UPGRADE_TWICE,
      "An upgrade function takes a pointer to the record, so each struct needs its own\n"
      "function.\n"
      "wrong:\n"
      "    struct Actor [[upgrade(convert)]] { u32 id; }\n"
      "    state Game [[upgrade(convert)]] { Actor actors[]; }\n"
      "right:\n"
      "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
      "    state Game [[upgrade(convert_game)]] { Actor actors[]; }\n" },

    { CG_E_UPGRADE_UNUSED, "Only data in a state is upgraded; rigid memory is never migrated.\n"
                           "wrong:\n"
                           "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
                           "right:\n"
                           "    struct Actor [[upgrade(convert_actor)]] { u32 id; }\n"
                           "    state Game { Actor actors[]; }\n" },

    { CG_E_RANGE_TYPE, "A range is for integers and floats, and for arrays and lists of them.\n"
                       "wrong:\n"
                       "    struct Vec2 { f32 x; f32 y; }\n"
                       "    struct Actor { Vec2 pos [[range(0, 1)]]; }\n"
                       "right:\n"
                       "    struct Vec2 { f32 x [[range(0, 1)]]; f32 y [[range(0, 1)]]; }\n"
                       "    struct Actor { Vec2 pos; }\n" },

    { CG_E_RANGE_ORDER,
      "The lowest value is written first and must be less than the highest. Both are in the\n"
      "range.\n"
      "wrong:\n"
      "    struct Actor { f32 hp [[range(100, 0)]]; }\n"
      "right:\n"
      "    struct Actor { f32 hp [[range(0, 100)]]; }\n" },

    { CG_E_OUT_OF_RANGE,
      "The initial value of a field must be in its range. Without a default it is 0.\n"
      "wrong:\n"
      "    struct Actor { u32 level [[range(1, 99)]]; }\n"
      "right:\n"
      "    struct Actor { u32 level [[range(1, 99)]] = 1; }\n" },

    { CG_E_UNIT_FORM,
      "A unit consists of names joined by * and /, with or without powers, such as s^2. A name\n"
      "consists of letters, %, and characters outside ASCII, or is 1. The limit is 31 bytes.\n"
      "Values are converted between known units of the same quantity.\n"
      "lengths: m km cm mm um µm nm in ft mi yd; times: s ms us µs ns min h d;\n"
      "angles: rad deg ° turn; masses: kg g mg t lb; ratios: 1 %\n"
      "Other units are not converted.\n"
      "wrong:\n"
      "    struct Actor { f32 speed [[unit(\"m per s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 speed [[unit(\"m/s\")]]; f32 width [[unit(\"px\")]]; }\n" },

    { CG_E_UNIT_TYPE,
      "A unit is for integers and floats, for arrays and lists of them, and for structs that\n"
      "contain some. The unit of a struct applies to all numbers in it.\n"
      "wrong:\n"
      "    struct Actor { char name[8] [[unit(\"m\")]]; }\n"
      "right:\n"
      "    struct Actor { char name[8]; f32 height [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_TWICE,
      "A field has one unit. When the unit changes, the values of the field are converted.\n"
      "wrong:\n"
      "    struct Actor { f32 way [[unit(\"m\"), unit(\"s\")]]; }\n"
      "right:\n"
      "    struct Actor { f32 way [[unit(\"m\")]]; }\n" },

    { CG_E_UNIT_INSIDE,
      "The unit of a struct applies to all numbers in it, so none of its fields can have a\n"
      "unit.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x [[unit(\"m\")]]; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct Actor { Vec2 pos [[unit(\"cm\")]]; }\n" },

    { CG_CODES, NULL }
};
