#include "runtime/build/commands.h"
#include <string.h>

/// Code with one of these mistakes would compile and then misbehave. A save with such code is
/// refused, and the previous build keeps running.
static const char *const mistakes[] = { "-Werror=incompatible-pointer-types",
                                        "-Werror=int-conversion",
                                        "-Werror=implicit-function-declaration" };

/// SDL.h and stb_image.h include headers of vector instructions wherever the processor has them;
/// tcc comes without these headers. The names are defined the way that code defines them: tcc
/// treats another definition of a name as an error.
static const char *const without_vectors[] = { "-DSDL_DISABLE_IMMINTRIN_H", "-DSTBI_NO_SIMD=" };

// --- names ---------------------------------------------------------------------------------------

/// Returns a path below the folder for objects. A source that is not in the start folder stays
/// inside, too: "../shared/a.c" becomes "up/shared/a.c.o", "/opt/a.c" becomes "root/opt/a.c.o". A
/// source in a folder with one of these names gets "in/" in front: no two sources share an object.
static const char *object_name(const ed_Commands *it, const char *kind, const char *source)
{
    static const char *const taken[] = { "up/", "root/", "early/", "in/" };
    const char *up = "";
    if (*source == '/') up = "/root";
    for (u32 i = 0; i < ED_COUNT(taken); i++)
        if (strncmp(source, taken[i], strlen(taken[i])) == 0) up = "/in";
    for (; strncmp(source, "../", 3) == 0; source += 3)
        up = ed_words_format(it->arena, "%s/up", up);
    return ed_words_format(it->arena, "%s/objects%s%s/%s.o", it->folder, kind, up, source);
}

/// Adds the files that eddiec writes for a .def file. The name of that file is the first `size`
/// bytes of `stem`, and ".def".
static void add_generated(ed_Commands *it, const char *stem, size_t size)
{
    const char *into = it->config->generated;
    const char *code = ed_words_format(it->arena, "%s/%.*s.gen.c", into, (int)size, stem);
    ed_words_add(&it->code, it->arena, code);
    ed_words_add(&it->generated, it->arena, code);
    ed_words_add(&it->generated, it->arena,
                 ed_words_format(it->arena, "%s/%.*s.gen.h", into, (int)size, stem));
}

static void add_all_generated(ed_Commands *it)
{
    for (u32 i = 0; i < it->schema.count; i++) {
        const char *slash = strrchr(it->schema.at[i], '/');
        const char *name = slash ? slash + 1 : it->schema.at[i];
        add_generated(it, name, strlen(name) - strlen(".def"));
    }
    add_generated(it, "schema", strlen("schema"));
    ed_words_add(&it->generated, it->arena,
                 ed_words_format(it->arena, "%s/schema.d", it->config->generated));
}

void ed_commands_open(ed_Commands *it, ed_Arena *arena, const ed_BuildConfig *config,
                      const ed_BuildTools *tools, const ed_Sources *sources)
{
    const char *name = strrchr(config->module, '/') + 1;      // see config.c: it has a folder
    *it = (ed_Commands){ .arena = arena,
                         .config = config,
                         .tools = tools,
                         .folder = ed_words_folder(arena, config->module),
                         .schema = sources->schema,
                         .cpp = sources->cpp };
    it->early = ed_words_format(arena, "%s/early/%s", it->folder, name);
    ed_words_add_all(&it->code, arena, &sources->code);
    add_all_generated(it);
    for (u32 i = 0; i < it->code.count; i++) {
        ed_words_add(&it->objects, arena, object_name(it, "", it->code.at[i]));
        ed_words_add(&it->early_objects, arena, object_name(it, "/early", it->code.at[i]));
    }
}

// --- arguments -----------------------------------------------------------------------------------

static void add_argument(const ed_Commands *it, ed_BuildStep *step, const char *word)
{
    ed_words_add(&step->arguments, it->arena, word);
}

static void add_arguments(const ed_Commands *it, ed_BuildStep *step, const ed_Words *words)
{
    ed_words_add_all(&step->arguments, it->arena, words);
}

static void add_extra_argument(const ed_Commands *it, ed_BuildStep *step, const char *word)
{
    ed_words_add(&step->more, it->arena, word);
}

static void add_includes(const ed_Commands *it, ed_BuildStep *step)
{
    for (u32 i = 0; i < it->config->include.count; i++)
        add_argument(it, step, ed_words_format(it->arena, "-I%s", it->config->include.at[i]));
    add_argument(
        it, step,
        ed_words_format(it->arena, "-I%s", ed_words_folder(it->arena, it->config->generated)));
    add_argument(it, step, ed_words_format(it->arena, "-I%s", it->tools->include));
}

/// The program writes under another name, so that no half-written file has the name of the output.
static void add_output(const ed_Commands *it, ed_BuildStep *step)
{
    step->temporary = ed_words_format(it->arena, "%s.new", step->name);
    ed_words_add(&step->outputs, it->arena, step->name);
    add_extra_argument(it, step, "-o");
    add_extra_argument(it, step, step->temporary);
}

static void add_list(const ed_Commands *it, ed_BuildStep *step, const char *option,
                     ed_DependencyForm form)
{
    step->list = ed_words_format(it->arena, "%s.d", step->name);
    step->form = form;
    add_extra_argument(it, step, option);
    add_extra_argument(it, step, "-MF");
    add_extra_argument(it, step, step->list);
}

// --- steps ---------------------------------------------------------------------------------------

ed_BuildStep ed_command_schema(const ed_Commands *it)
{
    ed_BuildStep step = { .verb = "def",
                          .subject = it->config->generated,
                          .tool = &it->tools->eddiec };
    step.name = ed_words_format(it->arena, "%s/schema.gen.c", it->config->generated);
    step.list = ed_words_format(it->arena, "%s/schema.d", it->config->generated);
    step.keep_list = true;
    step.outputs = it->generated;
    add_argument(it, &step, "eddiec");
    add_argument(it, &step, "-o");
    add_argument(it, &step, it->config->generated);
    add_argument(it, &step, "--");
    add_arguments(it, &step, &it->schema);
    ed_words_add_all(&step.inputs, it->arena, &it->schema);
    return step;
}

/// The words of `cc` in the settings, or those of the early compiler that takes its place.
static const ed_Words *cc_words(const ed_Commands *it)
{
    return it->config->cc_is_default && it->tools->cc.is_tcc ? &it->config->early : &it->config->cc;
}

/// Adds the settings `cflags`. tcc knows only -I of the options for folders of headers, but for
/// -isystem; and it does not list headers that it finds through that one.
static void add_tcc_cflags(const ed_Commands *it, ed_BuildStep *step)
{
    static const char *const options[] = { "-isystem", "-iquote", "-idirafter" };
    for (u32 i = 0; i < it->config->cflags.count; i++) {
        const char *word = it->config->cflags.at[i];
        for (u32 j = 0; j < ED_COUNT(options); j++) {
            size_t size = strlen(options[j]);
            if (strncmp(word, options[j], size) == 0)
                word = ed_words_format(it->arena, "-I%s", word + size);
        }
        add_argument(it, step, word);
    }
}

/// Adds how tcc compiles. A warning is an error: tcc warns only of code that would misbehave.
static void add_tcc_flags(const ed_Commands *it, ed_BuildStep *step)
{
    add_argument(it, step, "-std=c11");
    add_argument(it, step, "-D_GNU_SOURCE");
    add_argument(it, step, "-Werror");
    add_argument(it, step, "-Wimplicit-function-declaration");
    for (u32 i = 0; i < ED_COUNT(without_vectors); i++) add_argument(it, step, without_vectors[i]);
    add_includes(it, step);
    add_tcc_cflags(it, step);
    add_argument(it, step, "-fPIC");
}

/// Adds what tcc needs to compile a file.
static void add_tcc(const ed_Commands *it, ed_BuildStep *step, const ed_Words *program)
{
    add_arguments(it, step, program);
    add_tcc_flags(it, step);
    add_argument(it, step, "-c");
    add_argument(it, step, step->subject);
    add_output(it, step);
    add_list(it, step, "-MD", ED_DEPENDENCIES_LINES);
}

/// Adds what tcc needs to link the module, after its flags. On Windows, all functions are exported,
/// so that debuggers and reports of a crash can name them.
static void add_tcc_module(const ed_Commands *it, ed_BuildStep *step, const ed_Words *objects)
{
    add_argument(it, step, "-shared");
    add_argument(it, step, ED_ON_WINDOWS ? "-rdynamic" : "-Wl,-Bsymbolic");
    add_arguments(it, step, objects);
    add_argument(it, step, it->tools->object);
    add_arguments(it, step, &it->config->libs);
    ed_words_add_all(&step->inputs, it->arena, objects);
    ed_words_add(&step->inputs, it->arena, it->tools->object);
    add_output(it, step);
}

static void add_tcc_link(const ed_Commands *it, ed_BuildStep *step, const ed_Words *program,
                         const ed_Words *objects)
{
    add_arguments(it, step, program);
    add_tcc_cflags(it, step);
    add_tcc_module(it, step, objects);
}

/// Adds what is the same for each file that a compiler reads.
static void add_compiler(const ed_Commands *it, ed_BuildStep *step, bool cpp)
{
    add_arguments(it, step, cpp ? &it->config->cxx : &it->config->cc);
    add_argument(it, step, cpp ? "-std=c++17" : "-std=c11");
    add_argument(it, step, "-D_GNU_SOURCE");
}

static void add_mistakes(const ed_Commands *it, ed_BuildStep *step)
{
    for (u32 i = 0; i < ED_COUNT(mistakes); i++) add_argument(it, step, mistakes[i]);
}

ed_BuildStep ed_command_compile(const ed_Commands *it, u32 code)
{
    const char *source = it->code.at[code];
    bool cpp = ed_source_is_cpp(source);
    ed_BuildStep step = { .name = it->objects.at[code],
                          .verb = cpp ? "c++" : "cc",
                          .subject = source,
                          .tool = cpp ? &it->tools->cxx : &it->tools->cc };
    if (step.tool->is_tcc) {
        add_tcc(it, &step, cc_words(it));
        return step;
    }
    add_compiler(it, &step, cpp);
    add_arguments(it, &step, &it->config->warnings);
    if (!cpp) add_mistakes(it, &step);
    add_includes(it, &step);
    add_arguments(it, &step, &it->config->cflags);
    add_argument(it, &step, "-pipe");
    add_argument(it, &step, "-fPIC");
    add_argument(it, &step, "-fvisibility=hidden");
    add_argument(it, &step, "-c");
    add_argument(it, &step, source);
    add_output(it, &step);
    add_list(it, &step, "-MD", ED_DEPENDENCIES_WORDS);
    if (it->color) add_extra_argument(it, &step, "-fdiagnostics-color=always");
    return step;
}

ed_BuildStep ed_command_link(const ed_Commands *it)
{
    ed_BuildStep step = { .name = it->config->module,
                          .verb = "ld",
                          .subject = it->config->module,
                          .tool = it->cpp ? &it->tools->cxx : &it->tools->cc };
    if (step.tool->is_tcc) {
        add_tcc_link(it, &step, cc_words(it), &it->objects);
        return step;
    }
    add_arguments(it, &step, it->cpp ? &it->config->cxx : &it->config->cc);
    if (it->tools->gold) add_argument(it, &step, "-fuse-ld=gold");
    // On macOS, the linker does by default what -Bsymbolic requests.
    add_argument(it, &step, ED_ON_MACOS ? "-dynamiclib" : "-shared");
    if (!ED_ON_MACOS) add_argument(it, &step, "-Wl,-Bsymbolic");
    add_arguments(it, &step, &it->objects);
    add_argument(it, &step, it->tools->library);
    add_arguments(it, &step, &it->config->libs);
    // A module for Windows contains the libraries of its compiler.
    if (ED_ON_WINDOWS) add_argument(it, &step, "-static");
    ed_words_add_all(&step.inputs, it->arena, &it->objects);
    ed_words_add(&step.inputs, it->arena, it->tools->library);
    add_output(it, &step);
    return step;
}

ed_BuildStep ed_command_early(const ed_Commands *it, u32 code)
{
    ed_BuildStep step = { .name = it->early_objects.at[code],
                          .subject = it->code.at[code],
                          .tool = &it->tools->early,
                          .prints = ED_JOB_SILENT,
                          .may_fail = true };
    add_tcc(it, &step, &it->config->early);
    return step;
}

/// This step has the name of the early step, and the caller copies the early step's key to it, so
/// its result is recorded as that of the early step.
ed_BuildStep ed_command_check(const ed_Commands *it, u32 code)
{
    ed_BuildStep step = { .name = it->early_objects.at[code],
                          .verb = "try",
                          .subject = it->code.at[code],
                          .tool = &it->tools->cc,
                          .prints = ED_JOB_PRINTS_FAILURE,
                          .state = ED_STEP_UNABLE };
    add_compiler(it, &step, false);
    add_mistakes(it, &step);
    add_includes(it, &step);
    add_arguments(it, &step, &it->config->cflags);
    add_argument(it, &step, "-fsyntax-only");
    add_argument(it, &step, it->code.at[code]);
    add_list(it, &step, "-MD", ED_DEPENDENCIES_WORDS);
    if (it->color) add_extra_argument(it, &step, "-fdiagnostics-color=always");
    return step;
}

static ed_BuildStep early_module(const ed_Commands *it)
{
    return (ed_BuildStep){ .name = it->early,
                           .subject = it->early,
                           .tool = &it->tools->early,
                           .prints = ED_JOB_SILENT,
                           .may_fail = true };
}

ed_BuildStep ed_command_early_link(const ed_Commands *it)
{
    ed_BuildStep step = early_module(it);
    add_tcc_link(it, &step, &it->config->early, &it->early_objects);
    return step;
}

ed_BuildStep ed_command_early_link_one(const ed_Commands *it, u32 code)
{
    ed_BuildStep step = early_module(it);
    ed_Words objects = { .count = 0 };
    for (u32 i = 0; i < it->code.count; i++)
        ed_words_add(&objects, it->arena, i == code ? it->code.at[i] : it->early_objects.at[i]);
    add_arguments(it, &step, &it->config->early);
    add_tcc_flags(it, &step);
    add_tcc_module(it, &step, &objects);
    return step;
}
