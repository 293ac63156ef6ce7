/// `eddiec fmt` formats a schema in the one canonical layout. It looks only at tokens and comments,
/// not at their meaning, so it accepts unknown types and attributes. All tokens and comments are
/// kept, in order.
///
/// - 4 spaces, `{` at the end of its line, one field or value per line, at most one empty line.
/// - The field names of a struct are aligned in a column. In a group of consts without an empty
/// line between them, the names are aligned, and so are the `=`.
/// - The trailing comments of a block start in the same column: 40, or further right if the text
/// before one of them is longer. A text of more than 48 columns does not count.
/// - A body that was written on one line stays on one line while it fits in 100 columns. Lists
/// keep their line breaks.
#ifndef CG_FMT_H
#define CG_FMT_H
#include "codegen/emit/emit.h"
#include "codegen/syntax/lex.h"

typedef enum cg_PieceKind {
    CG_PIECE_END,
    CG_PIECE_TOKEN,
    CG_PIECE_LINE_COMMENT,
    CG_PIECE_BLOCK_COMMENT
} cg_PieceKind;

typedef struct cg_Piece {      // a token, a // comment or a /* comment */
    u8 kind;                   // cg_PieceKind
    u8 token;                  // cg_TokenKind
    char punct;
    u8 breaks;         // line breaks before it: 0, 1, or 2 for two or more
    bool body;         // one of the braces of a declaration
    u8 indent;         // for an opening bracket: the indentation of its line
    u32 at, size;      // in the source's text
    u32 partner;       // for a bracket: the matching one, or UINT32_MAX
    u32 outer;         // for an opening bracket: the enclosing one, or UINT32_MAX
} cg_Piece;

typedef struct cg_FmtLine {
    u32 from, to;          // pieces, without the trailing comments
    u32 comments;          // number of trailing comments, which are the pieces from `to` on
    u32 name, equals;      // the pieces aligned in columns, or 0
    u32 indent;
    u32 block;       // lines of a block share their columns
    bool empty;      // an empty line precedes it
} cg_FmtLine;

typedef struct cg_Fmt {
    ed_Arena *arena;
    cg_Diag *diag;
    const cg_Source *source;
    cg_Piece *pieces;      // the last one is the END
    u32 piece_count, piece_room;
    cg_FmtLine *lines;
    u32 line_count, line_room;
    u32 at;      // the first piece not yet in a line
    u32 block;
} cg_Fmt;

typedef struct cg_FmtFiles {       // the command line's files
    const char *const *paths;      // "-" is standard input
    u32 count;
    bool check;      // only print the names of the files that would change
} cg_FmtFiles;

/// Runs the command and returns its exit code. The caller checks standard output for write errors.
int cg_fmt(const cg_FmtFiles *files, ed_Arena *arena, ed_Arena *texts);

// The steps. False with an error in `diag` if the file cannot be formatted.
bool cg_fmt_scan(cg_Fmt *fmt);       ///< scan.c: splits the source into pieces
bool cg_fmt_lines(cg_Fmt *fmt);      ///< lines.c: assigns pieces to lines
/// write.c: computes columns and writes the text.
void cg_fmt_write(const cg_Fmt *fmt, cg_Out *out);

/// True if both have the same tokens and comments; white space in comments may differ.
bool cg_fmt_same(const cg_Fmt *one, const cg_Fmt *other);
/// The width of the text's last line in characters, with a tab stop every 4 columns.
u32 cg_fmt_width(const char *text, size_t size);
/// space.c: true if a space precedes the piece.
bool cg_fmt_space(const cg_Fmt *fmt, u32 piece);
bool cg_fmt_is(const cg_Fmt *fmt, u32 piece, char punct);
bool cg_fmt_is_comment(const cg_Fmt *fmt, u32 piece);

#endif
