#include "codegen/emit/emit.h"

void cg_emit_upgrade_declaration(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    cg_put(out, "/// Implemented by the game. `old` is the record in its old layout; `it` already "
                "holds the\n");
    cg_put(out, "/// migrated values. Return false to refuse the new layout. A module without this "
                "function\n");
    cg_put(out, "/// is refused.\n");
    cg_put(out, "bool %s(ed_Arena *arena, %s *it, const ed_OldRecord *old);\n", upgrade->text,
           decl->name);
}

/// The function in ed_Type.upgrade takes a pointer to any record. It calls the game's function
/// through `upgrade_at`, not by its name. If the generated code used the name twice and the game
/// lacked the function, tcc would set `upgrade_at` to a stub instead of NULL.
void cg_emit_upgrade_thunk(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    cg_put(out, "\nstatic bool upgrade_%s(ed_Arena *arena, void *it, const ed_OldRecord *old)\n{\n",
           decl->name);
    cg_put(out, "    bool (*upgrade)(ed_Arena *, %s *, const ed_OldRecord *) =\n", decl->name);
    cg_put(out, "        (bool (*)(ed_Arena *, %s *, const ed_OldRecord *))%s_type.upgrade_at;\n",
           decl->name, decl->name);
    cg_put(out, "    return upgrade(arena, it, old);\n}\n");
}

// --- Inline functions of the header, compiled only where they are called -----------------------

static void put_init(cg_Out *out, const char *n)
{
    cg_put(out, "/// Sets all fields to their defaults.\n");
    cg_put(out, "static inline void %s_init(ed_Arena *arena, %s *it)\n{\n", n, n);
    cg_put(out, "    %s_type.init(arena, it);\n}\n\n", n);
}

static void put_pack(cg_Out *out, const char *n)
{
    cg_put(out, "/// Writes the rows as an array. Each value in a row follows its tag.\n");
    cg_put(out, "static inline void %s_pack(ed_Writer *w, const %s *rows, u32 count)\n{\n", n, n);
    cg_put(out, "    ed_pack_rows(w, &%s_type, rows, count);\n}\n\n", n);
    cg_put(out, "/// Reads such an array. Missing fields keep their defaults. Returns false if the "
                "reader failed.\n");
    cg_put(out,
           "static inline bool %s_unpack(ed_Reader *r, ed_Arena *arena, %s *rows, u32 count)\n{\n",
           n, n);
    cg_put(out, "    return ed_unpack_rows(r, arena, &%s_type, rows, count);\n}\n", n);
}

/// The `if` has braces: without them, gcc rereads the lines of the header to check the indentation.
/// The init call is emitted even if all defaults are zero, so that changing a default changes no
/// header.
static void put_lists(cg_Out *out, const char *n)
{
    cg_put(out, "\n/// Appends an item with its defaults. Returns NULL if the arena is full.\n");
    cg_put(out, "static inline %s *%s_array_add(ed_Arena *arena, %s_array *array)\n{\n", n, n, n);
    cg_put(out,
           "    %s *it = (%s *)ed_array_add(arena, (ed_Array *)(void *)array, "
           "sizeof *it, %s_type.align);\n",
           n, n, n);
    cg_put(out, "    if (it) {\n        %s_type.init(arena, it);\n    }\n", n);
    cg_put(out, "    return it;\n}\n\n");
    cg_put(out, "/// Removes an item; the last item moves to its index.\n");
    cg_put(out, "static inline void %s_array_remove(%s_array *array, u32 index)\n{\n", n, n);
    cg_put(out, "    ed_array_remove_swap((ed_Array *)(void *)array, index, "
                "sizeof *array->items);\n}\n");
}

void cg_emit_inline_functions(cg_Out *out, const cg_Decl *decl)
{
    put_init(out, decl->name);
    put_pack(out, decl->name);
    if (cg_decl_is_inner(decl)) put_lists(out, decl->name);
}
