#include "host/inspect/tree.h"
#include <string.h>

bool host_tree_make(host_Tree *tree, ed_Arena *arena)
{
    *tree = (host_Tree){ 0 };
    for (u32 i = 0; i < 2; i++) {
        host_Toggles *toggles = &tree->toggles[i];
        toggles->at =
            ed_arena_push(arena, HOST_TOGGLES_MAX * sizeof(host_Toggle), _Alignof(host_Toggle));
        toggles->count = 1;
        if (!toggles->at) return false;
    }
    return host_filter_open(&tree->filter, arena);
}

static host_Toggles *current_toggles(host_Tree *tree)
{
    return &tree->toggles[tree->filter.count != 0];
}

static void empty(host_Toggles *toggles)
{
    toggles->at[0] = (host_Toggle){ 0 };
    toggles->count = 1;
}

void host_tree_filter(host_Tree *tree, const char *text)
{
    host_filter_set(&tree->filter, text);
    empty(&tree->toggles[1]);
}

static u32 tag_of(const ed_PathStep *step) { return ed_tag(step->name, step->name_size); }

// --- rows expanded and collapsed by the user -----------------------------------------------------

/// Returns the toggle of the row `key` inside `outer`, or 0 if the row has none.
static u32 toggle_of(const host_Toggles *toggles, u32 outer, u32 key)
{
    u32 at = toggles->at[outer].child;
    while (at && toggles->at[at].key < key) at = toggles->at[at].next;
    return at && toggles->at[at].key == key ? at : 0;
}

/// Finds the toggle of a field, also by its former tags.
static u32 toggle_of_field(const host_Toggles *toggles, u32 outer, const ed_Field *field)
{
    if (!outer) return 0;
    u32 at = toggle_of(toggles, outer, field->tag);
    for (u32 i = 0; i < field->was_count && !at; i++) at = toggle_of(toggles, outer, field->was[i]);
    return at;
}

static u32 toggle_of_root(const host_Toggles *toggles, const ed_Type *type)
{
    u32 at = toggle_of(toggles, 0, type->tag);
    for (u32 i = 0; i < type->was_count && !at; i++) at = toggle_of(toggles, 0, type->was[i]);
    return at;
}

static u32 add_toggle(host_Toggles *toggles, u32 outer, u32 key)
{
    if (toggles->count == HOST_TOGGLES_MAX) return 0;
    u32 *link = &toggles->at[outer].child;
    while (*link && toggles->at[*link].key < key) link = &toggles->at[*link].next;
    u32 at = toggles->count++;
    toggles->at[at] = (host_Toggle){ .key = key, .next = *link };
    *link = at;
    return at;
}

/// Sets the index of a named element. `list` is the path of its array.
static bool find_index(const ed_State *state, const char *list, size_t size, ed_PathStep *step)
{
    char path[HOST_PATH_MAX];
    ed_Text text = ed_text_over(path, sizeof path);
    ed_ValueRef ref;
    u32 index;
    ed_text_put(&text, list, size);
    if (!ed_value_find_was(state, path, &ref) || !ed_value_find_index(&ref, step, &index, NULL))
        return false;
    step->index = index;
    return true;
}

bool host_tree_expand(host_Tree *tree, const ed_State *state, const char *path, bool expanded)
{
    host_Toggles *toggles = current_toggles(tree);
    ed_Path rest = ed_path(path);
    ed_PathStep step;
    u32 at = 0;
    if (!*path || strlen(path) + ED_NAME_MAX + 2 > HOST_PATH_MAX) return false;
    while (*rest.rest) {
        size_t size = (size_t)(rest.rest - path);
        if (!ed_path_next(&rest, &step, NULL) || step.kind == ED_PATH_KEY) return false;
        if (step.kind == ED_PATH_NAMED && !find_index(state, path, size, &step)) return false;
        u64 key = step.kind == ED_PATH_FIELD ? tag_of(&step) : step.index;
        if (key > UINT32_MAX) return false;
        u32 child = toggle_of(toggles, at, (u32)key);
        if (!child) child = add_toggle(toggles, at, (u32)key);
        if (!child) return false;
        at = child;
    }
    toggles->at[at].set = true;
    toggles->at[at].expanded = expanded;
    return true;
}

bool host_tree_reveal(host_Tree *tree, const ed_State *state, const char *path)
{
    char above[HOST_PATH_MAX];
    ed_Text text = ed_text_over(above, sizeof above);
    ed_text_add(&text, "%s", path);
    bool ok = !text.cut;
    while (ok && ed_path_up(above)) ok = host_tree_expand(tree, state, above, true);
    return ok;
}

void host_tree_collapse_all(host_Tree *tree) { empty(current_toggles(tree)); }

bool host_tree_is_full(host_Tree *tree) { return current_toggles(tree)->count == HOST_TOGGLES_MAX; }

// --- counting ------------------------------------------------------------------------------------

typedef struct Node {
    ed_ValueRef ref;
    u32 toggle;      // 0: the user did not change this node
    u32 level, index;
    u8 mask;      // parts of the filter that match, see host_filter_step
} Node;

typedef struct Walk {
    host_Tree *tree;
    host_Toggles *toggles;
    const ed_State *state;
    u64 at;         // number of rows before the current one
    u64 first;      // the first visible row
    host_Row *rows;
    u32 most, count;
    char path[HOST_PATH_MAX];
    size_t size;      // of `path`; HOST_PATH_MAX if the path is too long
} Walk;

static Walk walk_over(host_Tree *tree, const ed_State *state)
{
    host_filter_begin(&tree->filter);
    return (Walk){ .tree = tree, .toggles = current_toggles(tree), .state = state };
}

/// True if the filter matches a node, one above it or something below it.
static bool is_shown(const Walk *walk, const Node *node)
{
    host_Filter *filter = &walk->tree->filter;
    const ed_Field *field = node->ref.field;
    const ed_Type *record = field ? field->type : node->ref.type;
    if (host_filter_hit(filter, node->mask)) return true;
    return (!field || ed_field_is_record(field)) && host_filter_below(filter, node->mask, record);
}

static Node node_of_root(const Walk *walk, u32 i)
{
    const ed_Type *type = walk->state->schema->states[i];
    u8 mask = host_filter_step(&walk->tree->filter, 0, type->name);
    return (Node){ ed_value_root(walk->state, i), toggle_of_root(walk->toggles, type), 0,
                   HOST_NO_INDEX, mask };
}

static Node node_of_field(const Walk *walk, const Node *outer, u32 i)
{
    ed_ValueRef ref = ed_value_part(&outer->ref, i);
    u8 mask = host_filter_step(&walk->tree->filter, outer->mask, ref.field->name);
    u32 toggle = toggle_of_field(walk->toggles, outer->toggle, ref.field);
    return (Node){ ref, toggle, outer->level + 1, HOST_NO_INDEX, mask };
}

static Node node_of_element(const Node *list, u32 index, u32 toggle)
{
    return (Node){ ed_value_item(&list->ref, index), toggle, list->level + 1, index, list->mask };
}

static bool can_expand(const Node *node)
{
    return ed_value_is_list(&node->ref) || ed_value_record(&node->ref);
}

/// The default with a filter: roots and structs that contain a match are expanded. Lists, optional
/// values and unions stay collapsed, so that all elements of a list have the same number of rows.
static bool expands_by_default(const Walk *walk, const Node *node)
{
    const ed_Field *field = node->ref.field;
    if (host_filter_hit(&walk->tree->filter, node->mask)) return false;
    return !field
        || (field->kind == ED_STRUCT && field->shape != ED_OPTIONAL
            && !ed_value_is_list(&node->ref));
}

static bool is_expanded(const Walk *walk, const Node *node)
{
    const host_Toggle *toggle = &walk->toggles->at[node->toggle];
    if (!can_expand(node)) return false;
    return node->toggle && toggle->set ? toggle->expanded : expands_by_default(walk, node);
}

static u64 rows_inside(const Walk *walk, const Node *node);

/// Returns the number of rows of a node, including its own.
static u64 rows_of(const Walk *walk, const Node *node)
{
    walk->tree->visits++;
    return 1 + (is_expanded(walk, node) ? rows_inside(walk, node) : 0);
}

/// Returns the number of rows of an element. In a list, it is the same for all elements that the
/// user did not expand or collapse.
static u64 rows_each(const Walk *walk, const Node *list)
{
    Node element = node_of_element(list, 0, 0);
    return rows_of(walk, &element);
}

static u64 rows_inside(const Walk *walk, const Node *node)
{
    u64 rows = 0;
    if (ed_value_is_list(&node->ref)) {
        u32 count = ed_value_count(&node->ref);
        u64 each = count ? rows_each(walk, node) : 0;
        rows = count * each;
        u32 toggle = node->toggle ? walk->toggles->at[node->toggle].child : 0;
        for (; toggle && walk->toggles->at[toggle].key < count;
             toggle = walk->toggles->at[toggle].next) {
            Node element = node_of_element(node, walk->toggles->at[toggle].key, toggle);
            rows += rows_of(walk, &element) - each;
        }
        return rows;
    }
    for (u32 i = 0, count = ed_value_part_count(&node->ref); i < count; i++) {
        Node inner = node_of_field(walk, node, i);
        if (is_shown(walk, &inner)) rows += rows_of(walk, &inner);
    }
    return rows;
}

u64 host_tree_count(host_Tree *tree, const ed_State *state)
{
    Walk walk = walk_over(tree, state);
    u64 rows = 0;
    for (u32 i = 0; i < state->schema->state_count; i++) {
        Node root = node_of_root(&walk, i);
        if (is_shown(&walk, &root)) rows += rows_of(&walk, &root);
    }
    return rows;
}

// --- collecting the visible rows -----------------------------------------------------------------

static void put_path(Walk *walk, const Node *node)
{
    char step[ED_NAME_MAX + 16];
    ed_Text text = ed_text_over(step, sizeof step);
    ed_value_print_step(&node->ref, node->index, &text);
    if (walk->size + text.size < HOST_PATH_MAX) memcpy(walk->path + walk->size, step, text.size);
    walk->size = walk->size + text.size < HOST_PATH_MAX ? walk->size + text.size : HOST_PATH_MAX;
}

static void put_row(Walk *walk, const Node *node, bool expanded)
{
    host_Row *row = &walk->rows[walk->count++];
    *row = (host_Row){ .ref = node->ref,
                       .number = walk->at,
                       .level = node->level,
                       .index = node->index,
                       .can_expand = can_expand(node),
                       .expanded = expanded };
    if (walk->size < HOST_PATH_MAX) memcpy(row->path, walk->path, walk->size);
}

static void walk_inside(Walk *walk, const Node *node);

static void walk_node(Walk *walk, const Node *node)
{
    u64 rows = rows_of(walk, node);
    if (walk->at + rows <= walk->first) {
        walk->at += rows;
        return;
    }
    size_t size = walk->size;
    put_path(walk, node);
    if (walk->at >= walk->first) put_row(walk, node, is_expanded(walk, node));
    walk->at++;
    if (rows > 1) walk_inside(walk, node);
    walk->size = size;
}

static void walk_list(Walk *walk, const Node *node)
{
    u32 count = ed_value_count(&node->ref);
    u64 each = rows_each(walk, node);
    u32 toggle = node->toggle ? walk->toggles->at[node->toggle].child : 0;
    for (u32 i = 0; i < count && walk->count < walk->most; i++) {
        while (toggle && walk->toggles->at[toggle].key < i) toggle = walk->toggles->at[toggle].next;
        u32 next =
            toggle && walk->toggles->at[toggle].key < count ? walk->toggles->at[toggle].key : count;
        u64 skip = walk->first > walk->at ? (walk->first - walk->at) / each : 0;
        if (skip > next - i) skip = next - i;
        walk->at += skip * each;
        i += (u32)skip;
        if (i == count) return;
        Node element = node_of_element(node, i, i == next ? toggle : 0);
        walk_node(walk, &element);
    }
}

static void walk_inside(Walk *walk, const Node *node)
{
    if (ed_value_is_list(&node->ref)) {
        walk_list(walk, node);
        return;
    }
    u32 count = ed_value_part_count(&node->ref);
    for (u32 i = 0; i < count && walk->count < walk->most; i++) {
        Node inner = node_of_field(walk, node, i);
        if (is_shown(walk, &inner)) walk_node(walk, &inner);
    }
}

u32 host_tree_rows(host_Tree *tree, const ed_State *state, u64 first, host_Row *rows, u32 most)
{
    Walk walk = walk_over(tree, state);
    walk.first = first;
    walk.rows = rows;
    walk.most = most;
    for (u32 i = 0; i < state->schema->state_count && walk.count < most; i++) {
        Node root = node_of_root(&walk, i);
        if (is_shown(&walk, &root)) walk_node(&walk, &root);
    }
    return walk.count;
}

// --- finding -------------------------------------------------------------------------------------

static bool find_below(Walk *walk, const Node *node, ed_Path rest);

static bool find_element(Walk *walk, const Node *list, const ed_PathStep *step, ed_Path rest)
{
    u32 index;
    if (step->kind == ED_PATH_KEY || !ed_value_find_index(&list->ref, step, &index, NULL))
        return false;
    u64 each = rows_each(walk, list);
    u32 toggle = list->toggle ? walk->toggles->at[list->toggle].child : 0;
    walk->at += index * each;
    for (; toggle && walk->toggles->at[toggle].key < index;
         toggle = walk->toggles->at[toggle].next) {
        Node before = node_of_element(list, walk->toggles->at[toggle].key, toggle);
        walk->at += rows_of(walk, &before) - each;
    }
    bool toggled = toggle && walk->toggles->at[toggle].key == index;
    Node element = node_of_element(list, index, toggled ? toggle : 0);
    return find_below(walk, &element, rest);
}

static bool find_field(Walk *walk, const Node *node, const ed_PathStep *step, ed_Path rest)
{
    const ed_Field *found =
        ed_field_by_any_name(ed_value_record(&node->ref), step->name, step->name_size);
    for (u32 i = 0, count = ed_value_part_count(&node->ref); i < count; i++) {
        Node inner = node_of_field(walk, node, i);
        if (!is_shown(walk, &inner)) continue;
        if (inner.ref.field == found) return find_below(walk, &inner, rest);
        walk->at += rows_of(walk, &inner);
    }
    return false;
}

/// Finds the row at the end of `rest`, the part of the path after this node, and counts the rows
/// before it in `walk->at`.
static bool find_below(Walk *walk, const Node *node, ed_Path rest)
{
    ed_PathStep step;
    if (!*rest.rest) return true;
    if (!is_expanded(walk, node) || !ed_path_next(&rest, &step, NULL)) return false;
    walk->at++;
    if (ed_value_is_list(&node->ref))
        return step.kind != ED_PATH_FIELD && find_element(walk, node, &step, rest);
    return step.kind == ED_PATH_FIELD && find_field(walk, node, &step, rest);
}

bool host_tree_find(host_Tree *tree, const ed_State *state, const char *path, u64 *number)
{
    Walk walk = walk_over(tree, state);
    const ed_Schema *schema = state->schema;
    ed_Path rest = ed_path(path);
    ed_PathStep step;
    if (!ed_path_next(&rest, &step, NULL)) return false;
    u32 wanted = ed_root_by_name(schema->states, schema->state_count, step.name);
    for (u32 i = 0; i < schema->state_count; i++) {
        Node root = node_of_root(&walk, i);
        if (!is_shown(&walk, &root)) continue;
        if (i == wanted) {
            bool found = find_below(&walk, &root, rest);
            *number = walk.at;
            return found;
        }
        walk.at += rows_of(&walk, &root);
    }
    return false;
}
