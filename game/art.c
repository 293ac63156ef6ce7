/// The pictures. Most are drawn as letters here, and converted to pixels; two are computed. All are
/// made once and cached in rigid memory. Edit a row and save, and the cache is made again.
#include "game/paint.h"
#include "game/roots.h"
#include "gen/assets.gen.h"

#define ART_VERSION 1u      // raise it when a change to the code below changes the pictures
#define ROWS_MAX 16u
#define ZOOM 4u      // width and height of a letter, in pixels
#define GLOW_SIZE 128u
#define VIGNETTE_W 240u
#define VIGNETTE_H 135u

_Static_assert(ART_SPLITTER - ART_CHASER == EnemyKind_SPLITTER,
               "one picture for each EnemyKind: see Art");
_Static_assert(ART_WEAPON - ART_COIN == PickupKind_WEAPON,
               "one picture for each PickupKind: see Art");
_Static_assert((u32)ART_COUNT <= PICTURES_MAX,
               "more pictures than Assets holds: raise PICTURES_MAX");

typedef enum Mirror { MIRROR_NONE, MIRROR_RIGHT, MIRROR_DOWN } Mirror;

/// A picture, or one half of a symmetric picture.
typedef struct Source {
    Mirror mirror;
    const char *rows[ROWS_MAX];
} Source;

static const Source sources[] = {
    [ART_PLAYER] = { MIRROR_RIGHT,
                     { ".......k", "......ky", ".....kya", ".k..kyaa", ".kkkyaaa", ".kykaaaA",
                       "..kyaaAA", ".kyaaAAA", ".kaaAkkk", "kyaAkkkk", "kaaAkwkk", "kaaAkwkk",
                       "kaaaAkkk", ".kaaaAAA", "..kAaaaa", "...kkkkk" } },
    [ART_GUN] = { MIRROR_DOWN, { "kkkkkkkk....", "ksszzzzkkkk.", "kSkssszzszyk" } },
    [ART_CHASER] = { MIRROR_DOWN,
                     { "................", "....k...k.......", "...kMk.kMk..kk..",
                       "...kMMkMMk.kmmk.", "....kkkkkkk.kmmk", "..kkMMmmmmmkkkmk",
                       ".kMMmmmnnmmmmkk.", "kMMmmmnnnmmwkmk." } },
    [ART_SHOOTER] = { MIRROR_RIGHT,
                      { "......kk", "....kkCC", "...kCCcc", "k.kCcccc", "kkCccddd", "kCCcdwww",
                        "kCccdwww", "kCcdwwww", "kCcdwwww", "kCccdwww", "kCCcdwww", "kkCccddd",
                        "k.kCcccc", "...kCCcc", "....kkCC", "......kk" } },
    [ART_CHARGER] = { MIRROR_DOWN,
                      { "kkk.............", "kGGkk...........", "kGggGkkk........",
                        ".kGggggGkkk.....", ".kGghhggggGkkk..", "..kGghhggwwggGkk",
                        "..kGgghhgwkggghk", "..kGGgghhggggghh" } },
    [ART_BOMBER] = { MIRROR_RIGHT,
                     { ".......k", "......ky", "......kk", "....kkRR", "..kkRRrr", ".kRRrrrr",
                       ".kRrrrrr", "kRrkkrrr", "kRrrkkkr", "kRrrkwkr", "kRrrrkrr", "kRrrrrrr",
                       ".kRrrkwk", ".kRRrrkk", "..kkRRRR", "....kkkk" } },
    [ART_SPLITTER] = { MIRROR_RIGHT,
                       { "....kkkk", "..kkVVVV", ".kVVvvvv", "kVVvvuuv", "kVvvuwwu", "kVvvuwku",
                         "kVvvvuuv", "kVvvvvvv", ".kVvvvvv", "kVvvvvuu", "kVvvvuww", "kVvvvuwk",
                         "kVVvvvuu", ".kVVvvvv", "..kkVVVV", "....kkkk" } },
    [ART_COIN] = { MIRROR_NONE,
                   { "..kkkk..", ".kyyook.", "kyyoooOk", "kyoOOoOk", "kyoOOoOk", "kooooOOk",
                     ".kooOOk.", "..kkkk.." } },
    [ART_HEALTH] = { MIRROR_NONE,
                     { ".kkk.kkk.", "krrrkrrrk", "krwwrrrrk", "krwrrrrRk", "krrrrrRRk", ".krrrRRk.",
                       "..krRRk..", "...kRk...", "....k...." } },
    [ART_SHIELD] = { MIRROR_NONE,
                     { "kkkkkkkkk", "kddcccCCk", "kdwccccCk", "kdccccCCk", "kdccccCCk", ".kcccCCk.",
                       ".kcccCCk.", "..kcCCk..", "...kkk..." } },
    [ART_WEAPON] = { MIRROR_NONE,
                     { ".kkkkkkkkk.", "kzzzzzzzzsk", "kzkkkkkkksk", "kzkwwwwkksk", "kzkwkkkkksk",
                       "kzkwwwkkksk", "kzkwkkkkksk", "kzkkkkkkksk", "kssssssssSk",
                       ".kkkkkkkkk." } },
    [ART_GLOW] = { MIRROR_NONE, { NULL } },
    [ART_VIGNETTE] = { MIRROR_NONE, { NULL } }
};

static ed_Color letter_color(char letter)
{
    switch (letter) {
    case 'k': return 0x120c26ffu;
    case 'w': return 0xffffffffu;
    case 'y': return 0xfff0b8ffu;
    case 'a': return 0xffb347ffu;
    case 'A': return 0xf0702cffu;
    case 'o': return 0xffd447ffu;
    case 'O': return 0xd98a1effu;
    case 'm': return 0xff4f9affu;
    case 'M': return 0xb02270ffu;
    case 'n': return 0xffa3ccffu;
    case 'c': return 0x39d5ffffu;
    case 'C': return 0x1c84c4ffu;
    case 'd': return 0xb6f3ffffu;
    case 'g': return 0xa6f04affu;
    case 'G': return 0x58a326ffu;
    case 'h': return 0xe4ffb0ffu;
    case 'r': return 0xff4d4dffu;
    case 'R': return 0xa8233cffu;
    case 'v': return 0xa07cffffu;
    case 'V': return 0x6342ccffu;
    case 'u': return 0xdccbffffu;
    case 's': return 0x8a8fb5ffu;
    case 'S': return 0x53578affu;
    case 'z': return 0xd4d8f5ffu;
    default: return 0;
    }
}

// --- Letters to pixels ---------------------------------------------------------------------------

static u32 text_width(const char *text)
{
    u32 width = 0;
    while (text[width]) width++;
    return width;
}

static void source_size(const Source *source, u32 *width, u32 *height)
{
    u32 rows = 0;
    while (rows < ROWS_MAX && source->rows[rows]) rows++;
    *width = text_width(source->rows[0]) * (source->mirror == MIRROR_RIGHT ? 2 : 1);
    *height = rows * (source->mirror == MIRROR_DOWN ? 2 : 1);
}

static char source_letter(const Source *source, u32 width, u32 height, u32 x, u32 y)
{
    if (source->mirror == MIRROR_RIGHT && x >= width / 2) x = width - 1 - x;
    if (source->mirror == MIRROR_DOWN && y >= height / 2) y = height - 1 - y;
    return source->rows[y][x];
}

static void draw_letters(ed_Color *pixels, const Source *source, u32 width, u32 height)
{
    u32 across = width * ZOOM;
    for (u32 y = 0; y < height * ZOOM; y++) {
        for (u32 x = 0; x < across; x++) {
            pixels[y * across + x] =
                letter_color(source_letter(source, width, height, x / ZOOM, y / ZOOM));
        }
    }
}

// --- Light and dark ------------------------------------------------------------------------------

static void draw_glow(ed_Color *pixels)
{
    for (u32 y = 0; y < GLOW_SIZE; y++) {
        for (u32 x = 0; x < GLOW_SIZE; x++) {
            f32 across = ((f32)x + 0.5f) / (GLOW_SIZE * 0.5f) - 1;
            f32 down = ((f32)y + 0.5f) / (GLOW_SIZE * 0.5f) - 1;
            f32 light = clamp(1 - sqrtf(across * across + down * down), 0, 1);
            pixels[y * GLOW_SIZE + x] = 0xffffff00u | (u32)(255 * light * light);
        }
    }
}

static void draw_vignette(ed_Color *pixels)
{
    for (u32 y = 0; y < VIGNETTE_H; y++) {
        for (u32 x = 0; x < VIGNETTE_W; x++) {
            f32 across = ((f32)x + 0.5f) / (VIGNETTE_W * 0.5f) - 1;
            f32 down = ((f32)y + 0.5f) / (VIGNETTE_H * 0.5f) - 1;
            f32 dark = clamp((across * across + down * down - 0.35f) * 0.48f, 0, 0.75f);
            pixels[y * VIGNETTE_W + x] = 0x05030f00u | (u32)(255 * dark);
        }
    }
}

// --- The cache -----------------------------------------------------------------------------------

static u64 stamp_text(u64 stamp, const char *text)
{
    for (; *text; text++) stamp = (stamp ^ (u8)*text) * 0x100000001b3u;
    return stamp;
}

/// Returns a hash of all sources of the pictures.
static u64 stamp_sources(void)
{
    u64 stamp = 0xcbf29ce484222325u + ART_VERSION;
    for (u32 i = 0; i < ART_COUNT; i++) {
        stamp = (stamp ^ (u64)sources[i].mirror) * 0x100000001b3u;
        for (u32 row = 0; row < ROWS_MAX && sources[i].rows[row]; row++) {
            stamp = stamp_text(stamp, sources[i].rows[row]);
        }
    }
    return stamp;
}

/// Returns memory for the picture: its old memory if that is large enough, or new memory.
static ed_Color *picture_room(Assets *assets, ed_Arena *arena, Art art, u32 width, u32 height)
{
    Picture *picture = &assets->pictures[art];
    if (picture->pixels_max < width * height) {
        assets->pixels[art] = ed_arena_push(arena, width * height * sizeof(ed_Color), 16);
        picture->pixels_max = assets->pixels[art] ? width * height : 0;
    }
    picture->width = (u16)width;
    picture->height = (u16)height;
    return assets->pixels[art];
}

static void make_picture(Assets *assets, ed_Arena *arena, Art art)
{
    u32 width = art == ART_GLOW ? GLOW_SIZE : VIGNETTE_W;
    u32 height = art == ART_GLOW ? GLOW_SIZE : VIGNETTE_H;
    u32 zoom = sources[art].rows[0] ? ZOOM : 1;
    if (sources[art].rows[0]) source_size(&sources[art], &width, &height);
    ed_Color *pixels = picture_room(assets, arena, art, width * zoom, height * zoom);
    if (!pixels) return;
    if (sources[art].rows[0]) draw_letters(pixels, &sources[art], width, height);
    else if (art == ART_GLOW) draw_glow(pixels);
    else draw_vignette(pixels);
    Picture *picture = &assets->pictures[art];
    picture->id = ed_sprite_from_pixels(pixels, picture->width, picture->height).id;
}

void art_load(ed_Host *host)
{
    ed_RootMemory *block = root_assets(host);
    Assets *assets = block->at;
    u64 stamp = stamp_sources();
    if (assets->stamp == stamp && !host->first) return;
    for (Art art = 0; art < ART_COUNT; art++) make_picture(assets, block->arena, art);
    assets->stamp = stamp;
}

ed_Sprite art_sprite(const Assets *assets, Art art)
{
    const Picture *picture = &assets->pictures[art];
    return (ed_Sprite){ .pixels = assets->pixels[art],
                        .width = picture->width,
                        .height = picture->height,
                        .id = picture->id };
}
