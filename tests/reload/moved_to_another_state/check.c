#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.tick", "7");
    set("Game.volume", "0.25");
    set("Game.options", "{\"volume\":0.75,\"quality\":9,\"full\":true}");
    add("Game.items", 2);
    set("Game.items[1]", "{\"id\":5,\"name\":\"lamp\"}");
    add("Game.pool", 3);
    set("Game.pool[2]", "{\"id\":6,\"name\":\"rope\"}");
    remove_item("Game.pool", 0);
    set("Game.held", "[2,1]");
    set("Game.title", "\"Cave\"");
    set("Game.left", "11");
    set("Game.top", "12");
    set("Score.best", "900");
    set("Score.lives", "1");
}

void check(void)
{
    is("Game.tick", "7");
    is("Game.options", "{\"volume\":0.75,\"full\":true}");
    is("Game.best", "900");
    is("Game.held", "[2,1]");
    is("Settings.loudness", "0.25");
    is("Settings.quality", "9");
    is("Settings.items", "[{\"id\":0,\"name\":\"\"},{\"id\":5,\"name\":\"lamp\"}]");
    is("Settings.pool[0]", "{\"id\":6,\"name\":\"rope\"}");
    is("Settings.title", "\"Cave\"");
    is("Settings.at", "{\"x\":11,\"y\":12}");
    is("Settings.other", "4");
    reported("renamed Game.volume -> Settings.loudness (1 record)");
    reported("renamed Game.options.quality -> Settings.quality u8 -> u16 (1 exact)");
    reported("renamed Game.left -> Settings.at.x u32 -> f32 (1 exact)");
    reported("renamed Score.best -> Game.best (1 record)");
    reported("added Settings");
    reported("dropped Score (1 record, 1 held a value)");
    lossless(false);
}

// The old code does not know the new paths; the state knows the old ones.
void back(void)
{
    is("Game.tick", "7");
    is("Game.volume", "0.25");
    is("Game.options", "{\"volume\":0.75,\"quality\":9,\"full\":true}");
    is("Game.items[1]", "{\"id\":5,\"name\":\"lamp\"}");
    is("Game.pool[0]", "{\"id\":6,\"name\":\"rope\"}");
    is("Game.held", "[2,1]");
    is("Game.title", "\"Cave\"");
    is("Game.left", "11");
    is("Game.top", "12");
    is("Score.best", "900");
    either("Score.lives", "1", "3");
    reported("renamed Settings.loudness -> Game.volume (1 record)");
    reported("renamed Settings.quality -> Game.options.quality u16 -> u8 (1 exact)");
}
