#include "codegen/emit/emit.h"

void cg_emit_ref_type(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    if (decl->pointers_listed)
        cg_put(out,
               "typedef struct %s_pointer_array {\n    %s **items;\n"
               "    u32 count, capacity;\n} %s_pointer_array;\n",
               n, n, n);
    if (!decl->pool && !decl->referred) return;
    cg_put(out, "/// A handle to an item in its pool; all zero is the null handle.\n");
    cg_put(out, "typedef struct %s_ref {\n    u32 index;\n    u32 generation;\n} %s_ref;\n", n, n);
    if (decl->refs_listed)
        cg_put(out,
               "typedef struct %s_ref_array {\n    %s_ref *items;\n"
               "    u32 count, capacity;\n} %s_ref_array;\n",
               n, n, n);
}

static bool is_stable(const cg_Decl *decl)
{
    return cg_attr(&decl->pool->attrs, CG_STABLE) != NULL;
}

void cg_emit_pool_type(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    if (!decl->pool) return;
    cg_put(out, is_stable(decl)
                    ? "/// Items stay where they are; removed items leave gaps.\n"
                    : "/// Items are stored without gaps; handles stay valid when items move.\n");
    cg_put(out, "typedef struct %s_pool {\n    %s *items;\n    u32 count, capacity;\n", n, n);
    cg_put(out, "    u32 *owners;\n    ed_Slot *slots;\n    u32 slot_count, slot_capacity;\n");
    cg_put(out, "    u32 free_slot;\n    u32 limit;\n} %s_pool;\n", n);
}

void cg_emit_pool_declarations(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    if (!decl->pool) return;
    cg_put(out,
           "/// Adds an item with its defaults. Returns NULL if the pool or the arena is full.\n");
    cg_put(out, "%s *%s_pool_add(ed_Arena *arena, %s_pool *pool);\n", n, n, n);
    cg_put(out, "/// Returns the handle of an item of the pool; the null handle for NULL.\n");
    cg_put(out, "%s_ref %s_pool_ref(const %s_pool *pool, const %s *it);\n", n, n, n, n);
    cg_put(out, "/// Returns the item of a handle; NULL if it no longer exists.\n");
    cg_put(out, "%s *%s_pool_get(const %s_pool *pool, %s_ref ref);\n", n, n, n, n);
    cg_put(out,
           is_stable(decl)
               ? "/// Removes an item. Returns false if it no longer exists.\n"
               : "/// Removes an item; the last item moves to its index. Returns false if it no "
                 "longer exists.\n");
    cg_put(out, "bool %s_pool_remove(%s_pool *pool, %s_ref ref);\n", n, n, n);
    cg_put(out, "/// Removes all items; their handles become invalid.\n");
    cg_put(out, "void %s_pool_clear(%s_pool *pool);\n", n, n);
    if (!is_stable(decl)) return;
    cg_put(out, "/// Removes an item. Does nothing for NULL, or if it no longer exists.\n");
    cg_put(out, "void %s_pool_free(%s_pool *pool, %s *it);\n", n, n, n);
    cg_put(out,
           "/// Returns the item after `it`, which may have been removed, or the first for NULL. "
           "Returns\n/// NULL after the last.\n");
    cg_put(out, "%s *%s_pool_next(const %s_pool *pool, const %s *it);\n", n, n, n, n);
}

/// Asserts that a generated pool has the layout of ed_Pool, since the runtime accesses it as one.
static void put_asserts(cg_Out *out, const char *n)
{
    static const char *const members[] = { "items",         "count",     "capacity",
                                           "owners",        "slots",     "slot_count",
                                           "slot_capacity", "free_slot", "limit" };
    cg_put(out, "\n");
    for (u32 i = 0; i < ED_COUNT(members); i++)
        cg_put(out,
               "_Static_assert(offsetof(%s_pool, %s) == offsetof(ed_Pool, %s), \"%s_pool\");\n", n,
               members[i], members[i], n);
    cg_put(out, "_Static_assert(sizeof(%s_pool) == sizeof(ed_Pool), \"%s_pool\");\n", n, n);
    cg_put(out, "_Static_assert(sizeof(%s_ref) == sizeof(ed_Ref), \"%s_ref\");\n", n, n);
}

void cg_emit_pool_definitions(cg_Out *out, const cg_Decl *decl)
{
    const char *n = decl->name;
    if (!decl->pool) return;
    put_asserts(out, n);
    cg_put(out, "\n%s *%s_pool_add(ed_Arena *arena, %s_pool *pool)\n{\n", n, n, n);
    cg_put(out, "    %s *it = ed_pool_add(arena, (ed_Pool *)(void *)pool, ", n);
    cg_put(out, "sizeof *it, _Alignof(%s));\n", n);
    if (!decl->zero) cg_put(out, "    if (it)\n        %s_type.init(arena, it);\n", n);
    cg_put(out, "    return it;\n}\n");
    cg_put(out, "\n%s_ref %s_pool_ref(const %s_pool *pool, const %s *it)\n{\n", n, n, n, n);
    cg_put(out, "    %s_ref ref = {0, 0};\n    if (!it)\n        return ref;\n", n);
    cg_put(out, "    u32 index = (u32)(it - pool->items);\n");
    cg_put(out, "    ed_Ref found = ed_pool_ref((const ed_Pool *)(const void *)pool, index);\n");
    cg_put(out, "    ref.index = found.index;\n    ref.generation = found.generation;\n");
    cg_put(out, "    return ref;\n}\n");
    cg_put(out, "\n%s *%s_pool_get(const %s_pool *pool, %s_ref ref)\n{\n", n, n, n, n);
    cg_put(out, "    ed_Ref any = {ref.index, ref.generation};\n");
    cg_put(out,
           "    return ed_pool_get((const ed_Pool *)(const void *)pool, any, sizeof(%s));\n}\n", n);
    cg_put(out, "\nbool %s_pool_remove(%s_pool *pool, %s_ref ref)\n{\n", n, n, n);
    cg_put(out, "    ed_Ref any = {ref.index, ref.generation};\n");
    cg_put(out, "    return ed_pool_remove((ed_Pool *)(void *)pool, any, sizeof(%s));\n}\n", n);
    cg_put(out, "\nvoid %s_pool_clear(%s_pool *pool)\n{\n", n, n);
    cg_put(out, "    ed_pool_clear((ed_Pool *)(void *)pool, sizeof(%s));\n}\n", n);
    if (!is_stable(decl)) return;
    cg_put(out, "\nvoid %s_pool_free(%s_pool *pool, %s *it)\n{\n", n, n, n);
    cg_put(out, "    ed_pool_free((ed_Pool *)(void *)pool, it, sizeof *it);\n}\n");
    cg_put(out, "\n%s *%s_pool_next(const %s_pool *pool, const %s *it)\n{\n", n, n, n, n);
    cg_put(out,
           "    return ed_pool_next((const ed_Pool *)(const void *)pool, it, sizeof *it);\n}\n");
}
