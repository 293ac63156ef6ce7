#include <string.h>
#include "codegen/fmt/fmt.h"

static bool is_token(const cg_Fmt *fmt, u32 piece, cg_TokenKind kind)
{
    const cg_Piece *it = &fmt->pieces[piece];
    return it->kind == CG_PIECE_TOKEN && it->token == kind;
}

static bool is_one_of(const cg_Fmt *fmt, u32 piece, const char *puncts)
{
    return is_token(fmt, piece, CG_PUNCT) && strchr(puncts, fmt->pieces[piece].punct) != NULL;
}

static bool is_number(const cg_Fmt *fmt, u32 piece)
{
    return is_token(fmt, piece, CG_INTEGER) || is_token(fmt, piece, CG_REAL);
}

/// True for a sign: a + or - without a value before it.
static bool is_sign(const cg_Fmt *fmt, u32 piece)
{
    if (!is_one_of(fmt, piece, "+-")) return false;
    while (piece && cg_fmt_is_comment(fmt, piece - 1)) piece--;
    return piece == 0 || (is_token(fmt, piece - 1, CG_PUNCT) && !is_one_of(fmt, piece - 1, ")]}"));
}

/// True if the piece is the first of the two adjacent brackets that start attributes; see
/// cg_is_attrs.
static bool is_attributes(const cg_Fmt *fmt, u32 piece)
{
    return cg_fmt_is(fmt, piece, '[') && cg_fmt_is(fmt, piece + 1, '[')
        && fmt->pieces[piece + 1].at == fmt->pieces[piece].at + 1;
}

/// Returns the mark before the piece in the same statement: an open `[`, a `=`, or a `:`. Returns 0
/// if there is no mark, so that the piece belongs to a type.
static char mark_before(const cg_Fmt *fmt, u32 piece)
{
    while (piece-- > 0) {
        if (is_one_of(fmt, piece, ";{}")) return '\0';
        if (is_one_of(fmt, piece, "[=:")) return fmt->pieces[piece].punct;
        if (cg_fmt_is(fmt, piece, ']')) piece = fmt->pieces[piece].partner;
    }
    return '\0';
}

/// True for the `*` of a pointer: in the type of a field or in the signature of functions.
static bool is_pointer(const cg_Fmt *fmt, u32 piece)
{
    if (!cg_fmt_is(fmt, piece, '*')) return false;
    char mark = mark_before(fmt, piece);
    return mark == '\0' || mark == ':';
}

/// True if a space precedes the opening bracket.
static bool before_bracket(const cg_Fmt *fmt, u32 piece)
{
    bool name = is_token(fmt, piece - 1, CG_NAME);
    // ref(Actor) and was(old), but : void (Actor *self)
    if (cg_fmt_is(fmt, piece, '('))
        return !is_pointer(fmt, piece - 1) && (!name || mark_before(fmt, piece) == ':');
    return is_attributes(fmt, piece) || !(name || is_one_of(fmt, piece - 1, "])"));
}

/// True if a space precedes the dot: before `.x` in a list, but not in the path `pos.x`. After a
/// number there is always a space, since an adjacent dot would become part of the number.
static bool before_dot(const cg_Fmt *fmt, u32 piece)
{
    if (is_number(fmt, piece - 1)) return true;
    return !is_token(fmt, piece - 1, CG_NAME) && !is_one_of(fmt, piece - 1, "])");
}

bool cg_fmt_space(const cg_Fmt *fmt, u32 piece)
{
    u32 before = piece - 1;
    bool dot = fmt->source->text[fmt->pieces[piece].at] == '.';
    if (is_one_of(fmt, piece, ";,)]")) return false;
    if (cg_fmt_is(fmt, before, '[') && cg_fmt_is(fmt, piece, '['))
        return !is_attributes(fmt, before);
    if (is_one_of(fmt, before, "([#") || is_pointer(fmt, before)) return false;
    if (cg_fmt_is(fmt, before, '{') || cg_fmt_is(fmt, piece, '}'))
        return fmt->pieces[cg_fmt_is(fmt, piece, '}') ? piece : before].body
            && fmt->pieces[piece].partner != before;
    if (cg_fmt_is_comment(fmt, piece) || cg_fmt_is_comment(fmt, before)) return true;
    if (cg_fmt_is(fmt, before, '.')) return dot || is_number(fmt, piece);
    if (cg_fmt_is(fmt, before, CG_DOTS)) return dot;
    if (dot) return before_dot(fmt, piece);
    if (is_sign(fmt, before)) return is_one_of(fmt, piece, "+-");
    return is_one_of(fmt, piece, "([") ? before_bracket(fmt, piece) : true;
}
