/// Arithmetic for every file of the game: vectors, easing, random numbers. The functions change
/// nothing except the generator that is passed to rng_*.
#ifndef GAME_UTIL_H
#define GAME_UTIL_H
#include "gen/math.gen.h"

// The functions of math.h that the game uses. Including all of math.h would take a third of a
// file's compile time.
float sqrtf(float x);
float sinf(float x);
float cosf(float x);
float atan2f(float y, float x);
float fmodf(float x, float y);
float fabsf(float x);
float floorf(float x);
float ceilf(float x);

#define PI 3.14159265f
#define TAU 6.28318531f
#define TICK (1.0f / 60.0f)      // seconds per update

static inline Vec2 vec2(f32 x, f32 y) { return (Vec2){ x, y }; }
static inline Vec2 vec2_add(Vec2 a, Vec2 b) { return vec2(a.x + b.x, a.y + b.y); }
static inline Vec2 vec2_sub(Vec2 a, Vec2 b) { return vec2(a.x - b.x, a.y - b.y); }
static inline Vec2 vec2_scale(Vec2 a, f32 by) { return vec2(a.x * by, a.y * by); }

static inline Vec2 vec2_lerp(Vec2 a, Vec2 b, f32 t)
{
    return vec2(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

static inline Vec2 vec2_polar(f32 angle, f32 length)
{
    return vec2(cosf(angle) * length, sinf(angle) * length);
}

static inline f32 vec2_dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
static inline f32 vec2_length(Vec2 a) { return sqrtf(a.x * a.x + a.y * a.y); }
static inline f32 vec2_angle(Vec2 a) { return atan2f(a.y, a.x); }
static inline f32 vec2_distance(Vec2 a, Vec2 b) { return vec2_length(vec2_sub(a, b)); }

/// Returns the direction of `a`: length 1, or 0 if `a` is too short.
static inline Vec2 vec2_normalize(Vec2 a)
{
    f32 length = vec2_length(a);
    return length > 0.0001f ? vec2_scale(a, 1.0f / length) : vec2(0, 0);
}

/// Returns `low` for NaN, so that NaN never becomes an array index.
static inline f32 clamp(f32 value, f32 low, f32 high)
{
    return value > low ? value < high ? value : high : low;
}

static inline f32 lerp(f32 a, f32 b, f32 t) { return a + (b - a) * t; }

/// Returns `value` minus `step`, but not below zero.
static inline f32 count_down(f32 value, f32 step) { return value > step ? value - step : 0; }

/// Returns the shortest turn from one angle to another, -PI to PI.
static inline f32 angle_between(f32 from, f32 to)
{
    f32 turn = fmodf(to - from, TAU);
    if (turn > PI) return turn - TAU;
    if (turn < -PI) return turn + TAU;
    return turn;
}

static inline f32 ease_out(f32 t)
{
    f32 u = 1 - clamp(t, 0, 1);
    return 1 - u * u * u;
}
static inline f32 ease_in(f32 t)
{
    f32 u = clamp(t, 0, 1);
    return u * u * u;
}

/// Rises from 0 to 1, and overshoots a little before the end.
static inline f32 ease_back(f32 t)
{
    f32 u = clamp(t, 0, 1) - 1;
    return 1 + 2.70158f * u * u * u + 1.70158f * u * u;
}

/// Goes from 0 to 1 and back, `speed` times per second.
static inline f32 pulse(f32 seconds, f32 speed)
{
    return 0.5f + 0.5f * sinf(seconds * speed * TAU);
}

/// Returns a fixed number for a position, for details that should look random but never change.
static inline u32 hash2(u32 x, u32 y)
{
    u32 h = x * 0x85ebca6bu ^ y * 0xc2b2ae35u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    return h ^ h >> 13;
}

/// PCG32: a small and good generator whose whole state is one field of the game. Call it at most
/// once per statement, because compilers evaluate arguments in different orders.
static inline u32 rng_next(u64 *rng)
{
    u64 old = *rng;
    *rng = old * 6364136223846793005u + 1442695040888963407u;
    u32 mixed = (u32)((old >> 18 ^ old) >> 27);
    u32 turn = (u32)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31u);
}

static inline u32 rng_below(u64 *rng, u32 end) { return (u32)((u64)rng_next(rng) * end >> 32); }
static inline f32 rng_unit(u64 *rng) { return (f32)(rng_next(rng) >> 8) * (1.0f / 16777216.0f); }

static inline f32 rng_range(u64 *rng, f32 low, f32 high)
{
    return low + (high - low) * rng_unit(rng);
}

static inline bool rng_chance(u64 *rng, f32 chance) { return rng_unit(rng) < chance; }

#endif
