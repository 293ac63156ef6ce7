// What the schema of the case names, as a game defines it.
#include "gen/schema.gen.h"

const Weapon weapons[] = { { 5, &weapons[2] }, { 1, &weapons[0] }, { 9, NULL } };
const Row tiles[4] = { { { 1 } }, { { 2 } }, { { 3 } }, { { 4 } } };
Tone tones[3] = { { 1 }, { 2 }, { 3 } };

void stand(Actor *self, const Game *game, f32 seconds)
{
    (void)game;
    self->tone = seconds > 0 ? &tones[1] : NULL;
}

void chase(Actor *self, const Game *game, f32 seconds)
{
    (void)game;
    (void)seconds;
    self->target = self;
}

Actor *nearest(Mood mood, Room *room) { return mood == Mood_ANGRY ? room->owner : NULL; }
Actor *weakest(Mood mood, Room *room) { return mood == Mood_CALM ? room->owner : NULL; }
int beep(int volume) { return volume; }
int boom(int volume) { return 2 * volume; }
