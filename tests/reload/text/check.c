#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.name", "\"caf\xc3\xa9!\"");
    set("Game.note", "\"hi\"");
    set("Game.code", "\"abc\"");
    set("Game.names[1]", "\"second\"");
}

void check(void)
{
    is("Game", "{\"name\":\"caf\",\"note\":\"hi\",\"code\":\"abc\",\"names\":[\"\",\"second\"]}");
    reported("Game.name char[16] -> char[5] (1 truncated)");
}

void back(void)
{
    either("Game.name", "\"café!\"", "\"caf\"");
    is("Game.names", "[\"\",\"second\"]");
}
