#include "codegen/emit.h"

/// ed_Type.init takes any record.
static void emit_thunk(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "\nstatic void init_%s(ed_Arena *arena, void *it)\n{\n", decl->name);
    cg_put(out, "    %s_init(arena, it);\n}\n", decl->name);
}

void cg_emit_upgrade(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade)
        return;
    cg_put(out, "/// Written by the game: `before` is the record in its old layout, and `it` holds\n");
    cg_put(out, "/// what the usual rules made of it. False refuses the new layout. Without such a\n");
    cg_put(out, "/// function the module is refused.\n");
    cg_put(out, "bool %s(ed_Arena *arena, %s *it, const ed_Before *before);\n", upgrade->text,
           decl->name);
}

/// ed_Type.upgrade takes any record. Called only where the game has the function, and from the
/// table: a second use of its name makes tcc put a stub in its place, which is not NULL.
static void emit_upgrade_thunk(cg_Out *out, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade)
        return;
    cg_put(out, "\nstatic bool upgrade_%s(ed_Arena *arena, void *it, const ed_Before *before)\n{\n",
           decl->name);
    cg_put(out, "    bool (*upgrade)(ed_Arena *, %s *, const ed_Before *) =\n", decl->name);
    cg_put(out, "        (bool (*)(ed_Arena *, %s *, const ed_Before *))%s_type.upgrade_at;\n",
           decl->name, decl->name);
    cg_put(out, "    return upgrade(arena, it, before);\n}\n");
}

static void emit_lists(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    cg_put(out, "\n%s *%s_array_add(ed_Arena *arena, %s_array *array)\n{\n", n, n, n);
    if (decl->zero) {
        cg_put(out, "    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(%s), _Alignof(%s));\n", n, n);
    } else {
        cg_put(out, "    %s *it = ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, _Alignof(%s));\n", n, n);
        cg_put(out, "    if (it)\n        %s_init(arena, it);\n    return it;\n", n);
    }
    cg_put(out, "}\n");
    cg_put(out, "\nvoid %s_array_remove(%s_array *array, u32 index)\n{\n", n, n);
    cg_put(out, "    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);\n}\n");
}

void cg_emit_pack(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    size_t start = out->size;
    emit_thunk(out, decl);
    emit_upgrade_thunk(out, decl);
    cg_put(out, "\nvoid %s_pack(ed_Writer *w, const %s *rows, u32 count)\n{\n", n, n);
    cg_put(out, "    ed_pack_rows(w, &%s_type, rows, count);\n}\n", n);
    cg_put(out, "\nbool %s_unpack(ed_Reader *r, ed_Arena *arena, %s *rows, u32 count)\n{\n", n, n);
    cg_put(out, "    return ed_unpack_rows(r, arena, &%s_type, rows, count);\n}\n", n);
    if (cg_decl_is_inner(decl))
        emit_lists(out, decl);
    cg_wrap(out, start, ", ", "        ");
}
