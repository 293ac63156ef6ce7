#include "gen/schema.gen.h"

void dance(Actor *self) { self->speed = 4; }
void stand(Actor *self) { self->speed = 0; }
void chase(Actor *self) { self->speed = 2; }
void flee(Actor *self) { self->speed = 3; }
void sleep(Actor *self) { self->think = NULL; }
