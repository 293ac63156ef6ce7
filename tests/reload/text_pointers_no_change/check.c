#include <string.h>
#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 2);
    add("Game.actors[1].lines", 1);
    set("Game.actors[1].name", "\"Ada\"");
}

/// Fails unless the text is in the memory of the states.
static void is_copied(const char *path)
{
    ed_ValueRef ref;
    const char *text;
    if (!find(path, &ref)) return;
    memcpy(&text, ref.at, sizeof text);
    if (!ed_arena_holds(ref.arena, text, strlen(text) + 1))
        fail("the text of", path, "was not copied");
}

// The memory is adopted, and no text is left in the old module.
void check(void)
{
    is("Game.boss", "{\"name\":\"the boss\",\"tags\":[\"one\",\"\"],\"note\":{\"text\":\"a "
                    "note\"},\"lines\":[]}");
    is("Game.actors[0].name", "\"a name in the module\"");
    is("Game.actors[0].tags", "[null,null]");
    is("Game.actors[1].name", "\"Ada\"");
    is("Game.actors[1].lines", "[{\"who\":\"nobody\",\"said\":null}]");
    is("Game.words", "[\"first\",\"first\"]");
    is("More.last", "\"last\"");
    is_copied("Game.boss.name");
    is_copied("Game.boss.tags[0]");
    is_copied("Game.boss.tags[1]");
    is_copied("Game.boss.note.text");
    is_copied("Game.actors[0].name");
    is_copied("Game.actors[1].name");
    is_copied("Game.actors[1].lines[0].who");
    is_copied("Game.words[0]");
    is_copied("Game.words[1]");
    is_copied("More.last");
    lossless(true);
}

void back(void) { check(); }
