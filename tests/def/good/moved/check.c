#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static bool moved(const ed_Field *field, u32 index, const char *to, const char *from)
{
    return index < field->move_count && strcmp(field->moves[index].to, to) == 0
        && strcmp(field->moves[index].from, from) == 0;
}

static const ed_Field *field_of(const char *name)
{
    return ed_field_by_name(&Actor_type, name, strlen(name));
}

static void check(ed_Arena *arena)
{
    (void)arena;
    CHECK(moved(field_of("x"), 0, "", "pos.x") && field_of("x")->move_count == 1
          && field_of("x")->was_count == 0);
    CHECK(moved(field_of("y"), 0, "", "pos.y") && field_of("y")->was_count == 1
          && field_of("y")->was[0] == Actor_top_tag);
    CHECK(moved(field_of("corner"), 0, "x", "left")
          && moved(field_of("corner"), 1, "y", "body.top"));
    const ed_Field *rect = field_of("rect");
    CHECK(moved(rect, 0, "at.x", "rect.left") && moved(rect, 1, "at", "frame.at")
          && moved(rect, 2, "tags", "labels"));
    CHECK(rect->move_count == 3 && rect->was_count == 1 && rect->was[0] == Actor_box_tag);
    CHECK(moved(field_of("hp"), 0, "", "a.b.c.d.e.f.g.h")
          && moved(field_of("mp"), 0, "", "stats.mp"));
    CHECK(field_of("mp")->was[0] == Actor_hp_tag && field_of("pos")->move_count == 0);
    CHECK(Actor_type.was_count == 3 && Shape_type.fields[Shape_r].was_count == 2
          && Mood_type.values[1].was_count == 2);
}
