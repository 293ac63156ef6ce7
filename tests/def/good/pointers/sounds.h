#ifndef SOUNDS_H
#define SOUNDS_H
typedef struct Tone {
    float pitch;
} Tone;
typedef int (*Sound)(int volume);
extern Tone tones[3];
int beep(int volume);
int boom(int volume);
#endif
