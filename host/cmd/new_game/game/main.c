// NAME: steer the light with the arrow keys and catch the embers.
#include <math.h>
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

#define WIDTH  640.0f
#define HEIGHT 360.0f
#define STEP   (1.0f / ED_TICKS_PER_SECOND)   // seconds per update
#define DRAG   0.985f                         // fraction of the speed that remains after an update
#define NEAR   14.0f                          // an ember this close to the light's edge is caught

static Game *game_of(ed_Host *host) { return host->states[Game_root].at; }

/// A number from 0 to 1. The same seed gives the same numbers.
static f32 random_fraction(Game *game)
{
    game->random = game->random * 6364136223846793005u + 1442695040888963407u;
    return (f32)(game->random >> 40) / (f32)(1 << 24);
}

static void throw_spark(ed_Host *host, Vec2 from, f32 speed)
{
    Game *game = game_of(host);
    Spark *spark = Spark_pool_add(host->states[Game_root].arena, &game->sparks);
    if (!spark) return;      // the pool is full: the schema sets its limit
    f32 angle = random_fraction(game) * 6.2831853f;
    f32 spark_speed = speed * (0.3f + random_fraction(game));
    spark->pos = from;
    spark->vel = (Vec2){ cosf(angle) * spark_speed, sinf(angle) * spark_speed };
}

static void place_ember(Game *game)
{
    game->ember.x = WIDTH  * (0.1f + 0.8f * random_fraction(game));
    game->ember.y = HEIGHT * (0.1f + 0.8f * random_fraction(game));
}

static void start(ed_Host *host)
{
    Game *game = game_of(host);
    game->random = host->seed;
    game->pos = (Vec2){ WIDTH / 2, HEIGHT / 2 };
    place_ember(game);
}

static void move_light(Game *game, const ed_Input *input)
{
    f32 push = game->thrust * STEP;
    game->vel.x += push * (f32)(input->key_down[ED_KEY_RIGHT] - input->key_down[ED_KEY_LEFT]);
    game->vel.y += push * (f32)(input->key_down[ED_KEY_DOWN] - input->key_down[ED_KEY_UP]);
    game->vel.x *= DRAG;
    game->vel.y *= DRAG;
    game->pos.x = fmodf(game->pos.x + game->vel.x * STEP + WIDTH, WIDTH);
    game->pos.y = fmodf(game->pos.y + game->vel.y * STEP + HEIGHT, HEIGHT);
}

static void catch_ember(ed_Host *host)
{
    Game *game = game_of(host);
    f32 x = game->ember.x - game->pos.x, y = game->ember.y - game->pos.y;
    f32 reach = game->radius + NEAR;
    if (x * x + y * y > reach * reach) return;
    for (int i = 0; i < 60; i++) throw_spark(host, game->ember, 160);
    game->caught++;
    place_ember(game);
}

/// Starts at the end, since the last spark moves to the index of a removed one.
static void age_sparks(Game *game)
{
    for (u32 i = game->sparks.count; i-- > 0; ) {
        Spark *spark = &game->sparks.items[i];
        spark->life -= STEP;
        spark->pos.x += spark->vel.x * STEP;
        spark->pos.y += spark->vel.y * STEP;
        if (spark->life <= 0)
            Spark_pool_remove(&game->sparks, Spark_pool_ref(&game->sparks, spark));
    }
}

static void update(ed_Host *host)
{
    Game *game = game_of(host);
    move_light(game, host->input);
    catch_ember(host);
    age_sparks(game);
    if (host->tick % 2 == 0) throw_spark(host, game->pos, 40);
}

static ed_Color faded(u32 color, f32 alpha) { return (color & 0xffffff00u) | (u32)(alpha * 255); }

static void glow(ed_Draw *draw, Vec2 at, f32 radius, u32 color, f32 alpha)
{
    for (int i = 9; i >= 1; i--)
        ed_draw_circle(draw, at.x, at.y, radius * (f32)i * 0.3f, faded(color, alpha * 0.1f));
    ed_draw_circle(draw, at.x, at.y, radius * 0.5f, faded(color, alpha));
}

static void render(ed_Host *host)
{
    Game *game = game_of(host);
    ed_Draw *draw = host->draw;
    ed_draw_rect(draw, 0, 0, WIDTH, HEIGHT, 0x10131aff);
    ed_draw_blend(draw, ED_BLEND_ADD);
    for (u32 i = 0; i < game->sparks.count; i++) {
        const Spark *spark = &game->sparks.items[i];
        ed_draw_circle(draw, spark->pos.x, spark->pos.y, 1 + spark->life,
                       faded(spark->color, spark->life * 0.8f));
    }
    glow(draw, game->ember, 7 + sinf((f32)host->tick * 0.1f), 0xff6a3dff, 1);
    glow(draw, game->pos, game->radius, 0x7fd4ffff, 1);
    ed_draw_blend(draw, ED_BLEND_ALPHA);
    ed_draw_text(draw, 12, 10, 14, ED_ALIGN_LEFT, 0xe8eaedff, "caught %u", game->caught);
}

/// Called after code or state was loaded: the place to set pointers and build caches.
static void load(ed_Host *host) { (void)host; }

static const ed_Module module = {
    .abi = ED_ABI, .game = "NAME", .title = "NAME", .view_width = WIDTH, .view_height = HEIGHT,
    .schema = &eddie_schema, .load = load, .start = start, .update = update, .render = render,
    .pack = ed_snapshot_write, .unpack = ed_snapshot_read
};

const ed_Module *eddie_module(void) { return &module; }
