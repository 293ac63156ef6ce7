#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.name", "\"goblin king\"");
    set("Game.names", "[\"orc\",\"goblin wife\"]");
    set("Game.words", "[[\"😀\"]]");
    set("Game.side", "{\"right\":5}");
}

void check(void)
{
    is("Game.name", "{\"text\":\"gobl\"}");
    is("Game.names", "[{\"text\":\"orc\"},{\"text\":\"gobl\"}]");
    is("Game.side", "5");
}

// Live, the texts return in full, even by way of further.def, whose unions have room for them.
void back(void)
{
    either("Game.name", "\"goblin king\"", "\"gobl\"");
    either("Game.names", "[\"orc\",\"goblin wife\"]", "[\"orc\",\"gobl\"]");
    either("Game.words", "[[\"😀\"]]", "[[\"\"]]");
    either("Game.side", "{\"right\":5}", "{\"left\":0}");      // which of two is not known
}
