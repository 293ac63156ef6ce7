#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 3);
    set("Game.actors[0]",
        "{\"name\":\"Ada\",\"title\":null,\"tags\":[\"x\",\"\",null],\"seen\":[\"one\","
        "null,\"three\"],\"short_name\":\"Ad\",\"about\":\"first\"}");
    set("Game.actors[0].lines", "[{\"said\":\"hello\"},{\"who\":null,\"said\":\"\"},{\"who\":"
                                "\"Bo\",\"said\":\"a longer line\"}]");
    set("Game.actors[0].note", "{\"text\":\"a note\"}");
    set("Game.actors[0].home", "\"a long street\"");
    set("Game.actors[0].mood", "\"angry\"");
    set("Game.actors[0].gone", "\"lost and found\"");
    set("Game.actors[1].note", "{\"line\":{\"who\":\"me\",\"said\":\"ouch\"}}");
    set("Game.actors[1].home", "null");
    set("Game.actors[1].mood", "\"merry\"");
    set("Game.actors[2].note", "{\"number\":7}");
    set("Game.words[2]", "\"second\"");
    set("Game.words[9]", "\"\"");
    set("Game.last", "\"the end\"");
}

void check(void)
{
    is("Game.actors[0].name", "\"Ada\"");
    is("Game.actors[0].title", "null");
    is("Game.actors[0].tags", "[\"x\",\"\",null,\"d\"]");
    is("Game.actors[0].seen", "[\"one\",null]");
    is("Game.actors[0].short_name", "\"Ad\"");
    is("Game.actors[0].about", "\"first\"");
    is("Game.actors[0].lines",
       "[{\"said\":\"hello\",\"who\":\"nobody\"},{\"said\":\"\",\"who\":null},"
       "{\"said\":\"a longer line\",\"who\":\"Bo\"}]");
    is("Game.actors[0].note", "{\"text\":\"a note\"}");
    is("Game.actors[0].home", "\"a lon\"");
    is("Game.actors[0].mood", "\"angry\"");
    is("Game.actors[0].fresh", "[\"new\"]");
    is("Game.actors[1].name", "\"unnamed\"");
    is("Game.actors[1].short_name", "\"\"");
    is("Game.actors[1].note", "{\"line\":{\"said\":\"ouch\",\"who\":\"me\"}}");
    is("Game.actors[1].home", "\"\"");
    is("Game.actors[1].mood", "\"calm\"");
    is("Game.actors[2].note", "{\"number\":7}");
    is("Game.words", "[null,null,\"second\",null,null,null,null,null,null,\"\",null,null]");
    is("Game.last", "\"the end\"");
    is("Game.empty", "\"\"");
}

void back(void)
{
    is("Game.actors[0].name", "\"Ada\"");
    is("Game.actors[0].title", "null");
    is("Game.actors[0].tags", "[\"x\",\"\",null]");
    either("Game.actors[0].seen", "[\"one\",null,\"three\"]", "[\"one\",null]");
    is("Game.actors[0].short_name", "\"Ad\"");
    either("Game.actors[0].home", "\"a long street\"", "\"a lon\"");
    either("Game.actors[0].gone", "\"lost and found\"", "null");
    is("Game.actors[0].lines[2]", "{\"who\":\"Bo\",\"color\":0,\"said\":\"a longer line\"}");
    either("Game.actors[1].home", "null", "\"\"");
    either("Game.actors[1].mood", "\"merry\"", "\"calm\"");
    is("Game.words[9]", "\"\"");
    is("Game.empty", "\"\"");
}
