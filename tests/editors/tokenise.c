// Runs a TextMate grammar over a file as an editor does, and prints each line with a second one
// below it that has a letter for the innermost scope of each byte.
// Usage: tokenise GRAMMAR CLASSES FILE. GRAMMAR is what flatten.jq makes of the JSON, and CLASSES
// has lines "letter scope …". A scope without a letter is '?'. A byte without a scope is '.'.
#include <oniguruma.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RULES_MAX = 64,
    USES_MAX = 16,
    MARKS_MAX = 4,
    DEPTH_MAX = 32,
    LINE_MAX_BYTES = 1024,
    CLASSES_MAX = 32
};

typedef struct Pattern {
    regex_t *regex;              // or NULL
    char *marks[MARKS_MAX];      // scopes of its groups
} Pattern;

typedef struct Rule {
    char *path, *name;
    Pattern match, begin, end;
    char *uses[USES_MAX];
    int use_count;
} Rule;

typedef struct Class {
    char letter, scope[64];
} Class;

typedef struct Hit {      // what comes first after a position
    int from, to;
    const Rule *rule;
    const Pattern *pattern;
    OnigRegion *region;
} Hit;

typedef struct Stack {
    const Rule *rules[DEPTH_MAX];
    int depth;
} Stack;

static Rule rules[RULES_MAX];
static int rule_count;
static Class classes[CLASSES_MAX];
static int class_count;

static void fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) fail("cannot read %s", path);
    return file;
}

// --- the grammar ---------------------------------------------------------------------------------

static regex_t *compile(const char *text)
{
    regex_t *regex = NULL;
    OnigErrorInfo info;
    OnigUChar said[ONIG_MAX_ERROR_MESSAGE_LEN];
    const OnigUChar *from = (const OnigUChar *)text;
    int code = onig_new(&regex, from, from + strlen(text), ONIG_OPTION_NONE, ONIG_ENCODING_UTF8,
                        ONIG_SYNTAX_DEFAULT, &info);
    if (code == ONIG_NORMAL) return regex;
    onig_error_code_to_str(said, code, &info);
    fail("%s: %s", text, (const char *)said);
    return NULL;
}

static void add_mark(Pattern *pattern, const char *text)
{
    char *rest;
    long group = strtol(text, &rest, 10);
    if (group < 0 || group >= MARKS_MAX || *rest != ' ')
        fail("a group that is not known: %s", text);
    pattern->marks[group] = strdup(rest + 1);
}

static void add_use(Rule *rule, const char *path)
{
    if (rule->use_count == USES_MAX) fail("%s has over %d patterns", rule->path, USES_MAX);
    rule->uses[rule->use_count++] = strdup(path);
}

static void add_line(Rule *rule, const char *key, const char *text)
{
    if (strcmp(key, "name") == 0) rule->name = strdup(text);
    else if (strcmp(key, "match") == 0) rule->match.regex = compile(text);
    else if (strcmp(key, "begin") == 0) rule->begin.regex = compile(text);
    else if (strcmp(key, "end") == 0) rule->end.regex = compile(text);
    else if (strcmp(key, "captures") == 0) add_mark(&rule->match, text);
    else if (strcmp(key, "beginCaptures") == 0) add_mark(&rule->begin, text);
    else if (strcmp(key, "endCaptures") == 0) add_mark(&rule->end, text);
    else if (strcmp(key, "use") == 0) add_use(rule, text);
    else fail("a key that is not known: %s", key);
}

static void read_grammar(const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_file(path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *text = strchr(line, ' ');
        if (!text) fail("a line without a value: %s", line);
        *text++ = '\0';
        if (strcmp(line, "rule") != 0) {
            add_line(&rules[rule_count - 1], line, text);
            continue;
        }
        if (rule_count == RULES_MAX) fail("over %d rules", RULES_MAX);
        rules[rule_count++].path = strdup(text);
    }
    fclose(file);
    if (rule_count == 0) fail("%s has no rules", path);
}

static const Rule *find_rule(const char *path)
{
    for (int i = 0; i < rule_count; i++)
        if (strcmp(rules[i].path, path) == 0) return &rules[i];
    fail("no rule is called %s", path);
    return NULL;
}

static void read_classes(const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_file(path);
    while (class_count < CLASSES_MAX && fgets(line, sizeof line, file)) {
        Class *it = &classes[class_count++];
        if (sscanf(line, "%c %63s", &it->letter, it->scope) != 2) fail("%s: %s", path, line);
    }
    fclose(file);
}

static char letter_of(const char *scope)
{
    for (int i = 0; i < class_count; i++)
        if (strcmp(classes[i].scope, scope) == 0) return classes[i].letter;
    return '?';
}

// --- one line ------------------------------------------------------------------------------------

static void try(Hit *best, const Rule *rule, const Pattern *pattern, const char *line, int at)
{
    const OnigUChar *from = (const OnigUChar *)line, *end = from + strlen(line);
    OnigRegion *region = onig_region_new();
    int start = onig_search(pattern->regex, from, end, from + at, end, region, ONIG_OPTION_NONE);
    if (start < 0 || (best->rule && start >= best->from)) {
        onig_region_free(region, 1);
        return;
    }
    if (best->region) onig_region_free(best->region, 1);
    *best = (Hit){ start, region->end[0], rule, pattern, region };
}

/// Tries the patterns within a rule. If one only groups others, these are tried in its place.
static void try_inner(Hit *best, const Rule *outer, const char *line, int at)
{
    for (int i = 0; i < outer->use_count; i++) {
        const Rule *rule = find_rule(outer->uses[i]);
        if (rule->match.regex) try(best, rule, &rule->match, line, at);
        else if (rule->begin.regex) try(best, rule, &rule->begin, line, at);
        else try_inner(best, rule, line, at);
    }
}

static void paint(char *letters, int from, int to, char letter)
{
    if (letter) memset(letters + from, letter, (size_t)(to - from));
}

static char letter_at(const Stack *stack)
{
    for (int i = stack->depth - 1; i > 0; i--)
        if (stack->rules[i]->name) return letter_of(stack->rules[i]->name);
    return '.';
}

static void paint_hit(char *letters, const Hit *hit)
{
    if (hit->rule->name) paint(letters, hit->from, hit->to, letter_of(hit->rule->name));
    for (int group = 0; group < MARKS_MAX && group < hit->region->num_regs; group++)
        if (hit->pattern->marks[group] && hit->region->beg[group] >= 0)
            paint(letters, hit->region->beg[group], hit->region->end[group],
                  letter_of(hit->pattern->marks[group]));
}

static void step(Stack *stack, const Hit *hit)
{
    if (hit->pattern == &hit->rule->end) {
        stack->depth--;
    } else if (hit->pattern == &hit->rule->begin) {
        if (stack->depth == DEPTH_MAX) fail("%s goes too deep", hit->rule->path);
        stack->rules[stack->depth++] = hit->rule;
    } else if (hit->from == hit->to) {
        fail("%s takes nothing", hit->rule->path);
    }
}

static void tokenise(Stack *stack, const char *line, char *letters)
{
    int size = (int)strlen(line), steps = 0;
    for (int at = 0; at <= size;) {
        Hit hit = { 0 };
        const Rule *top = stack->rules[stack->depth - 1];
        if (top->end.regex) try(&hit, top, &top->end, line, at);
        try_inner(&hit, top, line, at);
        paint(letters, at, hit.rule ? hit.from : size, letter_at(stack));
        if (!hit.rule) return;
        paint(letters, hit.from, hit.to, letter_at(stack));
        paint_hit(letters, &hit);
        step(stack, &hit);
        at = hit.to;
        onig_region_free(hit.region, 1);
        if (++steps > LINE_MAX_BYTES) fail("no end on the line: %s", line);
    }
}

static void print(const char *line, const char *letters)
{
    fputs(line, stdout);
    for (int i = 0; line[i] && line[i] != '\n'; i++) putchar(line[i] == ' ' ? ' ' : letters[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static char line[LINE_MAX_BYTES], letters[LINE_MAX_BYTES];
    if (argc != 4) fail("usage: tokenise GRAMMAR CLASSES FILE");
    read_grammar(argv[1]);
    read_classes(argv[2]);
    Stack stack = { { &rules[0] }, 1 };
    FILE *file = open_file(argv[3]);
    while (fgets(line, sizeof line, file)) {
        tokenise(&stack, line, letters);
        print(line, letters);
    }
    fclose(file);
    return 0;
}
