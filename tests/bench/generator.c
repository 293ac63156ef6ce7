// The time of the schema compiler, and of the C compiler on its output. Run from the root of the
// sources.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/bench/result.h"

#define FIELDS 12u
#define STRUCTS 50u
#define STRUCTS_BIG 10000u
#define RUNS_MAX 5u
#define ALLOWED_S 10.0

/// The type of a field, in the schema and in C.
static const char *const types[FIELDS][2] = {
    { "u32", "unsigned" },       { "f32", "float" },         { "i16", "short" },
    { "bool", "_Bool" },         { "u64", "unsigned long" }, { "f32", "float" },
    { "u8", "unsigned char" },   { "i32", "int" },           { "f64", "double" },
    { "u16", "unsigned short" }, { "f32", "float" },         { "u32", "unsigned" },
};

static bool write_source(const char *path, u32 structs, bool c)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return false;
    }
    for (u32 s = 0; s < structs; s++) {
        fprintf(file, "struct Thing%u {\n", s);
        for (u32 f = 0; f < FIELDS; f++) fprintf(file, "    %s field%u;\n", types[f][c], f);
        fprintf(file, c ? "};\n" : "}\n");
    }
    if (!c) {
        fprintf(file, "state Game {\n");
        for (u32 s = 0; s < structs; s++) fprintf(file, "    Thing%u things%u[];\n", s, s);
        fprintf(file, "}\n");
    }
    return fclose(file) == 0;
}

static bool run(const char *const *words, f64 *s)
{
    int status = -1;
    f64 start = bn_now_s();
    pid_t child = fork();
    if (child == 0) {
        execvp(words[0], (char *const *)(uintptr_t)words);
        perror(words[0]);
        _exit(127);
    }
    bool good = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
             && WEXITSTATUS(status) == 0;
    *s = bn_now_s() - start;
    if (!good) fprintf(stderr, "bench: %s failed\n", words[0]);
    return good;
}

static bool again(const bn_Options *options, u32 runs, f64 start)
{
    return !runs || (runs < RUNS_MAX && runs < options->rounds && bn_now_s() - start < ALLOWED_S);
}

static bool median_of(const bn_Options *options, const char *const *words, f64 *ms)
{
    f64 s[RUNS_MAX];
    u32 runs = 0;
    for (f64 start = bn_now_s(); again(options, runs, start); runs++)
        if (!run(words, &s[runs])) return false;
    *ms = bn_median(s, runs) * 1e3;
    return true;
}

/// Starts in an empty folder each time, so that every file is written.
static bool generate(const bn_Options *options, const char *folder, u32 structs)
{
    char def[400], gen[400], eddiec[300];
    f64 s[RUNS_MAX], ms = 0;
    u32 runs = 0;
    snprintf(eddiec, sizeof eddiec, "%s/eddiec", options->build);
    snprintf(def, sizeof def, "%s/things%u.def", folder, structs);
    if (!write_source(def, structs, false)) return false;
    for (f64 start = bn_now_s(); again(options, runs, start); runs++) {
        snprintf(gen, sizeof gen, "%s/of%u_%u/gen", folder, structs, runs);
        if (!run((const char *const[]){ "mkdir", "-p", gen, NULL }, &ms)) return false;
        if (!run((const char *const[]){ eddiec, "-o", gen, def, NULL }, &s[runs])) return false;
    }
    bn_figure_tell("codegen", "ms", bn_median(s, runs) * 1e3, "eddiec, %u structs of %u fields",
                   structs, FIELDS);
    return true;
}

static bool compile(const bn_Options *options, const char *folder)
{
    char source[400], object[400], include[400];
    f64 ms = 0;
    snprintf(source, sizeof source, "%s/of%u_0/gen/things%u.gen.c", folder, STRUCTS, STRUCTS);
    snprintf(object, sizeof object, "%s/things.o", folder);
    snprintf(include, sizeof include, "-I%s/of%u_0", folder, STRUCTS);
    const char *const words[] = { "cc", "-std=c11", "-O0", "-fPIC", "-I.", include,
                                  "-c", source,     "-o",  object,  NULL };
    if (!median_of(options, words, &ms)) return false;
    bn_figure_tell("codegen", "ms", ms, "cc -O0 of what it made of %u structs", STRUCTS);
    return true;
}

static bool check_c(const bn_Options *options, const char *folder, u32 structs)
{
    char source[400];
    f64 ms = 0;
    snprintf(source, sizeof source, "%s/things.c", folder);
    if (!write_source(source, structs, true)) return false;
    const char *const words[] = { "cc", "-std=c11", "-fsyntax-only", source, NULL };
    if (!median_of(options, words, &ms)) return false;
    bn_figure_tell("codegen", "ms", ms, "cc -fsyntax-only of %u structs of %u fields, as C",
                   structs, FIELDS);
    return true;
}

bool bn_codegen(const bn_Options *options)
{
    char folder[300];
    f64 s;
    u32 big = options->max < STRUCTS_BIG ? options->max : STRUCTS_BIG;
    snprintf(folder, sizeof folder, "%s/measure/schema-XXXXXX", options->build);
    bn_part_tell("codegen", "whole processes");
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    bool good = generate(options, folder, STRUCTS) && compile(options, folder)
             && generate(options, folder, big) && check_c(options, folder, big);
    return run((const char *const[]){ "rm", "-rf", folder, NULL }, &s) && good;
}
