#include "../check.h"
#include "gen/schema.gen.h"

static void check(ed_Arena *arena)
{
    static Game game;
    Actor actor;
    Game_init(arena, &game);
    memset(&actor, 0xee, sizeof actor);
    Actor_init(arena, &actor);
    CHECK(strcmp(actor.name, "Ada \"the\" first") == 0 && !*actor.empty && !actor.none);
    CHECK(strcmp(actor.tags[0][1], "b") == 0 && !actor.tags[0][2] && !actor.tags[1][0]);
    CHECK(actor.seen_count == 1 && strcmp(actor.seen[0], "one") == 0);
    CHECK(strcmp(actor.line.who, "nobody") == 0 && !actor.line.said);
    CHECK(strcmp(actor.other.who, "nobody") == 0 && strcmp(actor.other.said, "hello") == 0);
    CHECK(actor.note.kind == Note_text && !actor.note.text);
    CHECK(strcmp(game.boss.name, "Bo") == 0 && strcmp(game.boss.note.text, "a note") == 0);
    CHECK(strcmp(game.boss.tags[0][0], "x") == 0);
    CHECK(strcmp(game.lines[0].said, "first") == 0 && !game.lines[1].said);
    CHECK(strcmp(game.lines[1].who, "nobody") == 0);
    const ed_Field *tags = ed_field_by_name(&Actor_type, "tags", 4);
    CHECK(tags->kind == ED_TEXT_PTR && tags->size == sizeof(char *) && tags->count == 6);
    game.boss.name = ed_text_copy(arena, "copied");
    CHECK(ed_arena_holds(arena, game.boss.name, 7));
}
