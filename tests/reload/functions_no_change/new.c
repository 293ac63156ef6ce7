#include "gen/schema.gen.h"

void stand(Actor *self) { self->mood = Mood_CALM; }
void chase(Actor *self) { self->mood = Mood_chase; }
void run(Actor *self) { self->think = stand; }
void sleep(Actor *self) { self->think = NULL; }
