#include <stdlib.h>
#include "codegen/check/check.h"

// Decides which generated header includes which other one. A link is a dependency of one file on
// another. Links for which the header needs the other header must not form a cycle; the #include
// lines of the schema may.

cg_Link *cg_link(cg_Schema *schema, const cg_Source *from, const cg_Source *to)
{
    cg_FileLinks *file = &schema->files[from->index];
    cg_Entry *known = cg_map_find(&file->by_stem, to->stem);
    if (known) return known->value;
    cg_Link *link = cg_new(schema->arena, sizeof *link);
    *link = (cg_Link){ .to = to->index, .next = file->links };
    cg_map_add(schema->arena, &file->by_stem, to->stem, link, (cg_Location){ 0 }, "");
    file->links = link;
    file->link_count++;
    return link;
}

void cg_add_dependency(cg_Schema *schema, cg_Location from, const cg_Source *to, bool needs_header)
{
    if (from.source == to) return;
    cg_Link *link = cg_link(schema, from.source, to);
    link->used = true;
    if (link->needs_header || !needs_header) return;
    link->needs_header = true;
    link->location = from;
}

/// Why a header includes the other one, from the strongest reason to the weakest. INCLUDED: the
/// schema has an #include line for the other file.
typedef enum Strength {
    LINK_REQUIRED,
    LINK_INCLUDED_AND_USED,
    LINK_INCLUDED,
    LINK_NOT_NEEDED
} Strength;

static Strength strength_of(const cg_Link *link)
{
    return link->needs_header ? LINK_REQUIRED
         : !link->included    ? LINK_NOT_NEEDED
         : link->used         ? LINK_INCLUDED_AND_USED
                              : LINK_INCLUDED;
}

// --- The order of the links --------------------------------------------------------------------

static int by_source(const void *one, const void *other)
{
    u32 a = (*(cg_Link *const *)one)->to, b = (*(cg_Link *const *)other)->to;
    return (a > b) - (a < b);
}

static void sort_links(cg_Schema *schema, cg_FileLinks *file)
{
    cg_Link **links = cg_new(schema->arena, (file->link_count + 1) * sizeof *links);
    u32 count = 0;
    for (cg_Link *link = file->links; link; link = link->next) links[count++] = link;
    qsort(links, count, sizeof *links, by_source);
    for (u32 i = 0; i < count; i++) links[i]->next = links[i + 1];
    file->links = links[0];
}

// --- Cycles of required links ------------------------------------------------------------------

typedef struct Walk {      // depth-first search
    cg_Schema *schema;
    Strength weakest;      // weaker links are ignored
    cg_Visit visit[CG_SOURCES_MAX];
    u32 path[CG_SOURCES_MAX];
    const cg_Link *followed[CG_SOURCES_MAX];      // of each source in `path`: the current link
    u32 depth;                                    // sources in `path`
    // for the components
    u32 order[CG_SOURCES_MAX];      // of each source: how many were entered before it
    u32 low[CG_SOURCES_MAX];        // of each source: the lowest `order` known to be reachable
    u32 open[CG_SOURCES_MAX];       // a stack of sources that are not yet assigned to a component
    u32 open_count, entered;
} Walk;

static void report_cycle(const Walk *walk, const cg_Link *closing)
{
    cg_Schema *schema = walk->schema;
    u32 last = walk->depth - 1, start = 0;
    while (walk->path[start] != closing->to) start++;
    cg_error(schema->diag, CG_E_FILE_CYCLE, closing->location,
             "the headers of %s and %s would include each other",
             schema->sources[walk->path[last]]->path, schema->sources[closing->to]->path);
    // the last remark is the help
    for (u32 i = start; i < last && i < start + CG_REMARKS_MAX - 1; i++)
        cg_note(schema->diag, walk->followed[i]->location, "%s needs %s here",
                schema->sources[walk->path[i]]->path, schema->sources[walk->path[i + 1]]->path);
    cg_help(schema->diag,
            "put the types that need each other into one file, or use a list or a `ref`");
}

static void enter(Walk *walk, u32 at)
{
    walk->visit[at] = CG_BUSY;
    walk->path[walk->depth] = at;
    walk->followed[walk->depth++] = NULL;
}

/// The next link from the current source, or NULL.
static const cg_Link *next_link(Walk *walk)
{
    const cg_Link **followed = &walk->followed[walk->depth - 1];
    do {
        *followed =
            *followed ? (*followed)->next : walk->schema->files[walk->path[walk->depth - 1]].links;
    } while (*followed && strength_of(*followed) > walk->weakest);
    return *followed;
}

static void find_cycles(Walk *walk, u32 root)
{
    enter(walk, root);
    while (walk->depth) {
        const cg_Link *link = next_link(walk);
        if (!link) walk->visit[walk->path[--walk->depth]] = CG_DONE;
        else if (walk->visit[link->to] == CG_BUSY) report_cycle(walk, link);
        else if (walk->visit[link->to] == CG_NEW) enter(walk, link->to);
    }
}

// --- Strongly connected components (Tarjan's algorithm) -------------------------------------

static void open_file(Walk *walk, u32 at)
{
    enter(walk, at);
    walk->order[at] = walk->low[at] = walk->entered++;
    walk->open[walk->open_count++] = at;
}

static void lower(Walk *walk, u32 at, u32 low)
{
    if (walk->low[at] > low) walk->low[at] = low;
}

static void close_file(Walk *walk)
{
    u32 at = walk->path[--walk->depth], last;
    if (walk->depth) lower(walk, walk->path[walk->depth - 1], walk->low[at]);
    if (walk->low[at] != walk->order[at]) return;
    do {
        last = walk->open[--walk->open_count];
        walk->visit[last] = CG_DONE;
        walk->schema->files[last].component = at;
    } while (last != at);
}

static void find_components(Walk *walk, u32 root)
{
    open_file(walk, root);
    while (walk->depth) {
        const cg_Link *link = next_link(walk);
        if (!link) close_file(walk);
        else if (walk->visit[link->to] == CG_NEW) open_file(walk, link->to);
        else if (walk->visit[link->to] == CG_BUSY)
            lower(walk, walk->path[walk->depth - 1], walk->order[link->to]);
    }
}

// --- What the headers include ------------------------------------------------------------------

static void walk_all(cg_Schema *schema, Strength weakest, void (*walk_from)(Walk *walk, u32 root))
{
    Walk *walk = cg_new(schema->arena, sizeof *walk);
    walk->schema = schema;
    walk->weakest = weakest;
    for (u32 i = 0; i < schema->source_count; i++)
        if (walk->visit[i] == CG_NEW) walk_from(walk, i);
}

/// Turns the links of this strength into #include lines of the header. Leaves out a link if links
/// of the same or greater strength lead back from the other file, since that would be a cycle.
static void choose_includes(cg_Schema *schema, Strength strength)
{
    for (u32 i = 0; i < schema->source_count; i++)
        for (cg_Link *link = schema->files[i].links; link; link = link->next)
            if (strength_of(link) == strength)
                link->in_header = schema->files[i].component != schema->files[link->to].component;
}

void cg_check_includes(cg_Schema *schema)
{
    for (u32 i = 0; i < schema->source_count; i++) sort_links(schema, &schema->files[i]);
    walk_all(schema, LINK_REQUIRED, find_cycles);
    for (Strength strength = LINK_REQUIRED; strength <= LINK_INCLUDED; strength++) {
        walk_all(schema, strength, find_components);
        choose_includes(schema, strength);
    }
}
