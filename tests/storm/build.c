#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/storm/pair.h"
#include "tests/storm/spell.h"

#define SECONDS_MAX 60u      // of one batch

typedef enum Version { OLD, NEW, FURTHER } Version;

// --- files and programs --------------------------------------------------------------------------

static void write_defs(const st_Tools *tools, const char *name, const st_Pair *pairs, u32 count,
                       Version version)
{
    static st_Schema further;
    static char text[1 << 20];
    char path[256];
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 p = 0; p < count; p++) {
        if (version == FURTHER) st_walk_further(&pairs[p], &further);
        st_spell_schema(version == OLD   ? &pairs[p].from
                        : version == NEW ? &pairs[p].to
                                         : &further,
                        pairs[p].prefix, &out);
    }
    snprintf(path, sizeof path, "%s/%s.def", tools->folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, out.size, file) != out.size || fclose(file) != 0) {
        perror(path);
        exit(3);
    }
}

/// Defines the functions and the tables of the schemas.
static void write_code(const st_Tools *tools, const char *name, const st_Pair *pairs, u32 count,
                       Version version)
{
    static st_Schema further;
    char path[256];
    snprintf(path, sizeof path, "%s/%s/code.c", tools->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) exit(3);
    fprintf(file, "#include \"gen/%s.gen.h\"\n", name);
    for (u32 p = 0; p < count; p++) {
        if (version == FURTHER) st_walk_further(&pairs[p], &further);
        const st_Schema *schema = version == OLD ? &pairs[p].from
                                : version == NEW ? &pairs[p].to
                                                 : &further;
        for (u32 t = 0; t < schema->count; t++) {
            const st_Type *type = &schema->types[t];
            if (type->kind != ED_SYMBOL || type->gone) continue;
            if (type->table)
                fprintf(file, "const %s%s %s%s[%u];\n", pairs[p].prefix,
                        schema->types[type->rows].name, pairs[p].prefix, type->name,
                        type->item_count - 1);
            for (u32 i = 1; i < type->item_count && !type->table; i++)
                fprintf(file, "void %s(i32 x) { (void)x; }\n", type->items[i].name);
        }
    }
    if (fclose(file) != 0) exit(3);
}

/// Runs a program to its end. Its output goes to the log in the folder. False if it fails.
static bool program(const st_Tools *tools, const char *const *words)
{
    char log[256];
    int status = 0;
    snprintf(log, sizeof log, "%s/log", tools->folder);
    pid_t child = vfork();
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, 1);
        dup2(out, 2);
        execvp(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0) {}
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void report_log(const st_Tools *tools, const char *step, u32 count, st_Result *results)
{
    char path[256], words[sizeof results->d.found] = "";
    snprintf(path, sizeof path, "%s/log", tools->folder);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(words, 1, sizeof words - 1, file) : 0;
    if (file) fclose(file);
    words[size] = 0;
    for (u32 p = 0; p < count; p++) {
        results[p].bad = true;
        snprintf(results[p].step, sizeof results[p].step, "%s", step);
        snprintf(results[p].d.found, sizeof results[p].d.found, "%s", words);
    }
}

static bool build(const st_Tools *tools, const char *name, const st_Pair *pairs, u32 count,
                  Version version, st_Result *results)
{
    char def[256], gen[256], one[300], two[300], so[256], include[300], code[300];
    write_defs(tools, name, pairs, count, version);
    write_code(tools, name, pairs, count, version);
    snprintf(code, sizeof code, "%s/%s/code.c", tools->folder, name);
    snprintf(def, sizeof def, "%s/%s.def", tools->folder, name);
    snprintf(gen, sizeof gen, "%s/%s/gen", tools->folder, name);
    snprintf(one, sizeof one, "%s/%s.gen.c", gen, name);
    snprintf(two, sizeof two, "%s/schema.gen.c", gen);
    snprintf(so, sizeof so, "%s/%s.so", tools->folder, name);
    snprintf(include, sizeof include, "-I%s/%s", tools->folder, name);
    const char *generate[] = { tools->eddiec, "-o", gen, def, NULL };
    const char *tcc[] = { "tcc", "-shared", "-I.", include, one, two, code, "-o", so, NULL };
    const char *cc[] = { "cc",    "-std=c11", "-O0", "-w", "-fPIC", "-shared", "-I.",
                         include, one,        two,   code, "-o",    so,        NULL };
    if (!program(tools, generate)) {
        report_log(tools, "eddiec", count, results);
        return false;
    }
    if (program(tools, tools->tcc ? tcc : cc)) return true;
    report_log(tools, "compiler", count, results);
    return false;
}

// --- a child -------------------------------------------------------------------------------------

static const ed_Schema *load(const st_Tools *tools, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s.so", tools->folder, name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const ed_Schema *schema = library ? dlsym(library, "eddie_schema") : NULL;
    if (!schema) {
        fprintf(stderr, "%s\n", dlerror());
        _exit(3);
    }
    return schema;
}

static void in_child(const st_Tools *tools, const st_Pair *pairs, u32 count, st_Result *results)
{
    char log[256];
    snprintf(log, sizeof log, "%s/log", tools->folder);
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 2);
    alarm(SECONDS_MAX);
    if (pairs[0].features & ST_GAMES) st_run_games(load(tools, "old"), pairs, count, results);
    else
        st_run_pairs(load(tools, "old"), load(tools, "new"), load(tools, "further"), pairs, count,
                     results);
    _exit(0);
}

static void run(const st_Tools *tools, const st_Pair *pairs, u32 count, st_Result *results)
{
    size_t size = count * sizeof *results;
    st_Result *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    if (shared == MAP_FAILED) exit(3);
    pid_t child = fork();
    if (child == 0) in_child(tools, pairs, count, shared);
    while (child > 0 && waitpid(child, &status, 0) < 0) {}
    memcpy(results, shared, size);
    munmap(shared, size);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        report_log(tools, "crash", count, results);
}

static bool build_and_run(const st_Tools *tools, const st_Pair *pairs, u32 count,
                          st_Result *results)
{
    memset(results, 0, count * sizeof *results);
    if (!build(tools, "old", pairs, count, OLD, results)
        || !build(tools, "new", pairs, count, NEW, results)
        || !build(tools, "further", pairs, count, FURTHER, results))
        return false;
    run(tools, pairs, count, results);
    bool all = true;
    for (u32 p = 0; p < count; p++) all &= results[p].bad;
    return !all;
}

void st_try(const st_Tools *tools, const st_Pair *pairs, u32 count, st_Result *results)
{
    if (build_and_run(tools, pairs, count, results) || count == 1) return;
    for (u32 p = 0; p < count; p++)
        build_and_run(tools, &pairs[p], 1, &results[p]);      // finds the pair that failed
}
