#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check(ed_Arena *arena)
{
    Sprite sprite;
    Sprite_init(arena, &sprite);
    CHECK(!sprite.image && !sprite.frames[3] && sprite.some_count == 0);
    const ed_Field *image = ed_field_by_name(&Sprite_type, "image", 5);
    CHECK(image->kind == ED_PTR && image->size == sizeof(void *));
}
