/// `eddiec fmt`: a schema in its one canonical layout. It works on tokens and comments, not on what
/// they mean, so that a word it has never heard of passes through; all of them stay, in order.
///
/// - 4 spaces, `{` at the end of its line, one field or value a line, at most one empty line.
/// - In the braces of a struct the names stand in one column, as do the names and `=` of consts
///   without an empty line between them.
/// - A comment behind a line stands in column 40, or behind the longest line of its block.
/// - A body that was written on one line stays there while it fits in 100 columns. Lists break
///   where they were broken.
#ifndef CG_FMT_H
#define CG_FMT_H
#include "codegen/emit/emit.h"
#include "codegen/syntax/lex.h"

typedef enum cg_PieceKind {
    CG_PIECE_END,
    CG_PIECE_TOKEN,
    CG_PIECE_LINE,
    CG_PIECE_BLOCK
} cg_PieceKind;

typedef struct cg_Piece {      // a token, a // comment or a /* comment */
    u8 kind;                   // cg_PieceKind
    u8 token;                  // cg_TokenKind
    char punct;
    u8 breaks;         // ends of line before it: 0, 1, or 2 for more
    bool body;         // one of the braces of a declaration
    u8 indent;         // of a bracket that opens: of the line it stands in
    u32 at, size;      // of the source's text
    u32 partner;       // of a bracket: the other one, or UINT32_MAX
    u32 outer;         // of a bracket that opens: the one around it, likewise
} cg_Piece;

typedef struct cg_FmtLine {
    u32 from, to;          // pieces
    u32 comments;          // how many of the pieces behind `to` stand behind the line
    u32 name, equals;      // the piece that is moved to its column, or 0
    u32 indent;
    u32 block;       // lines of one block share their columns
    bool empty;      // a line before it
} cg_FmtLine;

typedef struct cg_Fmt {
    ed_Arena *arena;
    cg_Diag *diag;
    const cg_Source *source;
    cg_Piece *pieces;      // the last one is the END
    u32 piece_count, piece_room;
    cg_FmtLine *lines;
    u32 line_count, line_room;
    u32 at;      // the piece that has no line yet
    u32 block;
} cg_Fmt;

typedef struct cg_FmtFiles {       // of the command line
    const char *const *paths;      // "-" is standard input
    u32 count;
    bool check;      // prints the names of files that would change, writes nothing
    bool json;       // problems as JSON
} cg_FmtFiles;

/// Runs the command and returns its exit code.
int cg_fmt(const cg_FmtFiles *files, ed_Arena *arena, ed_Arena *texts);

// The steps. False where the file can't be laid out, told in `diag`.
bool cg_fmt_scan(cg_Fmt *fmt);                          ///< scan.c: the pieces
bool cg_fmt_lines(cg_Fmt *fmt);                         ///< lines.c: which piece goes to which line
void cg_fmt_write(const cg_Fmt *fmt, cg_Out *out);      ///< write.c: columns, then text

/// Whether both hold the same tokens and comments; the white space in a comment is free.
bool cg_fmt_same(const cg_Fmt *one, const cg_Fmt *other);
u32 cg_fmt_width(const char *text, size_t size);      ///< characters of its last line, tabs to 4
bool cg_fmt_space(const cg_Fmt *fmt, u32 piece);      ///< space.c: whether one stands before it
bool cg_fmt_is(const cg_Fmt *fmt, u32 piece, char punct);
bool cg_fmt_is_comment(const cg_Fmt *fmt, u32 piece);

#endif
