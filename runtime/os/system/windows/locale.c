#include "runtime/os/system/locale.h"
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/system/windows/locale_switch.h"

// The C library msvcrt has one locale for all threads. So the process switches between two: the C
// locale, for the code of the host, and the one that the game's code has set. While a call of the
// game's code lasts, other threads see the game's locale.
static char c, of_game;                // their addresses stand for the two locales
static void *now = &of_game;           // which of them is in use
static char game_name[512] = "C";      // the name of the game's locale while C is in use

void *ed_locale_c(void) { return &c; }

static void switch_to_c(void)
{
    const char *name = setlocale(LC_ALL, NULL);
    snprintf(game_name, sizeof game_name, "%s", name ? name : "C");
    if (strcmp(game_name, "C") != 0) setlocale(LC_ALL, "C");
}

static void switch_to_game(void)
{
    if (strcmp(game_name, "C") != 0) setlocale(LC_ALL, game_name);
}

void *ed_locale_use(void *locale)
{
    void *before = now, *next = locale == &c ? &c : &of_game;
    if (next != before && next == &c) switch_to_c();
    if (next != before && next == &of_game) switch_to_game();
    now = next;
    return before;
}
