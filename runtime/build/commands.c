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
static const char *object_name(const ed_Commands *commands, const char *kind, const char *source)
{
    static const char *const taken[] = { "up/", "root/", "early/", "in/" };
    const char *up = "";
    if (*source == '/') up = "/root";
    for (u32 i = 0; i < ED_COUNT(taken); i++)
        if (strncmp(source, taken[i], strlen(taken[i])) == 0) up = "/in";
    for (; strncmp(source, "../", 3) == 0; source += 3)
        up = ed_words_format(commands->arena, "%s/up", up);
    return ed_words_format(commands->arena, "%s/objects%s%s/%s.o", commands->folder, kind, up,
                           source);
}

/// Adds the files that eddiec writes for a .def file. The name of that file is the first `size`
/// bytes of `stem`, and ".def".
static void add_generated(ed_Commands *commands, const char *stem, size_t size)
{
    const char *into = commands->config->generated;
    const char *code = ed_words_format(commands->arena, "%s/%.*s.gen.c", into, (int)size, stem);
    ed_words_add(&commands->code, commands->arena, code);
    ed_words_add(&commands->generated, commands->arena, code);
    ed_words_add(&commands->generated, commands->arena,
                 ed_words_format(commands->arena, "%s/%.*s.gen.h", into, (int)size, stem));
}

static void add_all_generated(ed_Commands *commands)
{
    for (u32 i = 0; i < commands->schema.count; i++) {
        const char *slash = strrchr(commands->schema.at[i], '/');
        const char *name = slash ? slash + 1 : commands->schema.at[i];
        add_generated(commands, name, strlen(name) - strlen(".def"));
    }
    add_generated(commands, "schema", strlen("schema"));
    ed_words_add(&commands->generated, commands->arena,
                 ed_words_format(commands->arena, "%s/schema.d", commands->config->generated));
}

void ed_commands_open(ed_Commands *commands, ed_Arena *arena, const ed_BuildConfig *config,
                      const ed_BuildTools *tools, const ed_Sources *sources)
{
    const char *name = strrchr(config->module, '/') + 1;      // see config.c: it has a folder
    *commands = (ed_Commands){ .arena = arena,
                               .config = config,
                               .tools = tools,
                               .folder = ed_words_folder(arena, config->module),
                               .schema = sources->schema,
                               .cpp = sources->cpp };
    commands->early = ed_words_format(arena, "%s/early/%s", commands->folder, name);
    ed_words_add_all(&commands->code, arena, &sources->code);
    add_all_generated(commands);
    for (u32 i = 0; i < commands->code.count; i++) {
        ed_words_add(&commands->objects, arena, object_name(commands, "", commands->code.at[i]));
        ed_words_add(&commands->early_objects, arena,
                     object_name(commands, "/early", commands->code.at[i]));
    }
}

// --- arguments -----------------------------------------------------------------------------------

static void add_argument(const ed_Commands *commands, ed_BuildStep *step, const char *word)
{
    ed_words_add(&step->arguments, commands->arena, word);
}

static void add_arguments(const ed_Commands *commands, ed_BuildStep *step, const ed_Words *words)
{
    ed_words_add_all(&step->arguments, commands->arena, words);
}

static void add_extra_argument(const ed_Commands *commands, ed_BuildStep *step, const char *word)
{
    ed_words_add(&step->more, commands->arena, word);
}

static void add_includes(const ed_Commands *commands, ed_BuildStep *step)
{
    for (u32 i = 0; i < commands->config->include.count; i++)
        add_argument(commands, step,
                     ed_words_format(commands->arena, "-I%s", commands->config->include.at[i]));
    add_argument(commands, step,
                 ed_words_format(commands->arena, "-I%s",
                                 ed_words_folder(commands->arena, commands->config->generated)));
    add_argument(commands, step,
                 ed_words_format(commands->arena, "-I%s", commands->tools->include));
}

/// The program writes under another name, so that no half-written file has the name of the output.
static void add_output(const ed_Commands *commands, ed_BuildStep *step)
{
    step->temporary = ed_words_format(commands->arena, "%s.new", step->name);
    ed_words_add(&step->outputs, commands->arena, step->name);
    add_extra_argument(commands, step, "-o");
    add_extra_argument(commands, step, step->temporary);
}

static void add_list(const ed_Commands *commands, ed_BuildStep *step, const char *option,
                     ed_DependencyForm form)
{
    step->list = ed_words_format(commands->arena, "%s.d", step->name);
    step->form = form;
    add_extra_argument(commands, step, option);
    add_extra_argument(commands, step, "-MF");
    add_extra_argument(commands, step, step->list);
}

// --- steps ---------------------------------------------------------------------------------------

ed_BuildStep ed_command_schema(const ed_Commands *commands)
{
    ed_BuildStep step = { .verb = "def",
                          .subject = commands->config->generated,
                          .tool = &commands->tools->eddiec };
    step.name = ed_words_format(commands->arena, "%s/schema.gen.c", commands->config->generated);
    step.list = ed_words_format(commands->arena, "%s/schema.d", commands->config->generated);
    step.keep_list = true;
    step.outputs = commands->generated;
    add_argument(commands, &step, "eddiec");
    add_argument(commands, &step, "-o");
    add_argument(commands, &step, commands->config->generated);
    add_argument(commands, &step, "--");
    add_arguments(commands, &step, &commands->schema);
    ed_words_add_all(&step.inputs, commands->arena, &commands->schema);
    return step;
}

/// The words of `cc` in the settings, or those of the early compiler that takes its place.
static const ed_Words *cc_words(const ed_Commands *commands)
{
    return commands->config->cc_is_default && commands->tools->cc.is_tcc ? &commands->config->early
                                                                         : &commands->config->cc;
}

/// Adds the settings `cflags`. tcc knows only -I of the options for folders of headers, but for
/// -isystem; and it does not list headers that it finds through that one.
static void add_tcc_cflags(const ed_Commands *commands, ed_BuildStep *step)
{
    static const char *const options[] = { "-isystem", "-iquote", "-idirafter" };
    for (u32 i = 0; i < commands->config->cflags.count; i++) {
        const char *word = commands->config->cflags.at[i];
        for (u32 j = 0; j < ED_COUNT(options); j++) {
            size_t size = strlen(options[j]);
            if (strncmp(word, options[j], size) == 0)
                word = ed_words_format(commands->arena, "-I%s", word + size);
        }
        add_argument(commands, step, word);
    }
}

/// Adds how tcc compiles. A warning is an error: tcc warns only of code that would misbehave.
static void add_tcc_flags(const ed_Commands *commands, ed_BuildStep *step)
{
    add_argument(commands, step, "-std=c11");
    add_argument(commands, step, "-D_GNU_SOURCE");
    add_argument(commands, step, "-Werror");
    add_argument(commands, step, "-Wimplicit-function-declaration");
    for (u32 i = 0; i < ED_COUNT(without_vectors); i++)
        add_argument(commands, step, without_vectors[i]);
    add_includes(commands, step);
    add_tcc_cflags(commands, step);
    add_argument(commands, step, "-fPIC");
}

/// Adds what tcc needs to compile a file.
static void add_tcc(const ed_Commands *commands, ed_BuildStep *step, const ed_Words *program)
{
    add_arguments(commands, step, program);
    add_tcc_flags(commands, step);
    add_argument(commands, step, "-c");
    add_argument(commands, step, step->subject);
    add_output(commands, step);
    add_list(commands, step, "-MD", ED_DEPENDENCIES_LINES);
}

/// Adds what tcc needs to link the module, after its flags. On Windows, all functions are exported,
/// so that debuggers and reports of a crash can name them.
static void add_tcc_module(const ed_Commands *commands, ed_BuildStep *step, const ed_Words *objects)
{
    add_argument(commands, step, "-shared");
    add_argument(commands, step, ED_ON_WINDOWS ? "-rdynamic" : "-Wl,-Bsymbolic");
    add_arguments(commands, step, objects);
    add_argument(commands, step, commands->tools->object);
    add_arguments(commands, step, &commands->config->libs);
    ed_words_add_all(&step->inputs, commands->arena, objects);
    ed_words_add(&step->inputs, commands->arena, commands->tools->object);
    add_output(commands, step);
}

static void add_tcc_link(const ed_Commands *commands, ed_BuildStep *step, const ed_Words *program,
                         const ed_Words *objects)
{
    add_arguments(commands, step, program);
    add_tcc_cflags(commands, step);
    add_tcc_module(commands, step, objects);
}

/// Adds what is the same for each file that a compiler reads.
static void add_compiler(const ed_Commands *commands, ed_BuildStep *step, bool cpp)
{
    add_arguments(commands, step, cpp ? &commands->config->cxx : &commands->config->cc);
    add_argument(commands, step, cpp ? "-std=c++17" : "-std=c11");
    add_argument(commands, step, "-D_GNU_SOURCE");
}

static void add_mistakes(const ed_Commands *commands, ed_BuildStep *step)
{
    for (u32 i = 0; i < ED_COUNT(mistakes); i++) add_argument(commands, step, mistakes[i]);
}

ed_BuildStep ed_command_compile(const ed_Commands *commands, u32 code)
{
    const char *source = commands->code.at[code];
    bool cpp = ed_source_is_cpp(source);
    ed_BuildStep step = { .name = commands->objects.at[code],
                          .verb = cpp ? "c++" : "cc",
                          .subject = source,
                          .tool = cpp ? &commands->tools->cxx : &commands->tools->cc };
    if (step.tool->is_tcc) {
        add_tcc(commands, &step, cc_words(commands));
        return step;
    }
    add_compiler(commands, &step, cpp);
    add_arguments(commands, &step, &commands->config->warnings);
    if (!cpp) add_mistakes(commands, &step);
    add_includes(commands, &step);
    add_arguments(commands, &step, &commands->config->cflags);
    add_argument(commands, &step, "-pipe");
    add_argument(commands, &step, "-fPIC");
    add_argument(commands, &step, "-fvisibility=hidden");
    add_argument(commands, &step, "-c");
    add_argument(commands, &step, source);
    add_output(commands, &step);
    add_list(commands, &step, "-MD", ED_DEPENDENCIES_WORDS);
    if (commands->color) add_extra_argument(commands, &step, "-fdiagnostics-color=always");
    return step;
}

ed_BuildStep ed_command_link(const ed_Commands *commands)
{
    ed_BuildStep step = { .name = commands->config->module,
                          .verb = "ld",
                          .subject = commands->config->module,
                          .tool = commands->cpp ? &commands->tools->cxx : &commands->tools->cc };
    if (step.tool->is_tcc) {
        add_tcc_link(commands, &step, cc_words(commands), &commands->objects);
        return step;
    }
    add_arguments(commands, &step, commands->cpp ? &commands->config->cxx : &commands->config->cc);
    if (commands->tools->gold) add_argument(commands, &step, "-fuse-ld=gold");
    // On macOS, the linker does by default what -Bsymbolic requests.
    add_argument(commands, &step, ED_ON_MACOS ? "-dynamiclib" : "-shared");
    if (!ED_ON_MACOS) add_argument(commands, &step, "-Wl,-Bsymbolic");
    add_arguments(commands, &step, &commands->objects);
    add_argument(commands, &step, commands->tools->library);
    add_arguments(commands, &step, &commands->config->libs);
    // A module for Windows contains the libraries of its compiler.
    if (ED_ON_WINDOWS) add_argument(commands, &step, "-static");
    ed_words_add_all(&step.inputs, commands->arena, &commands->objects);
    ed_words_add(&step.inputs, commands->arena, commands->tools->library);
    add_output(commands, &step);
    return step;
}

ed_BuildStep ed_command_early(const ed_Commands *commands, u32 code)
{
    ed_BuildStep step = { .name = commands->early_objects.at[code],
                          .subject = commands->code.at[code],
                          .tool = &commands->tools->early,
                          .prints = ED_JOB_SILENT,
                          .may_fail = true };
    add_tcc(commands, &step, &commands->config->early);
    return step;
}

/// This step has the name of the early step, and the caller copies the early step's key to it, so
/// its result is recorded as that of the early step.
ed_BuildStep ed_command_check(const ed_Commands *commands, u32 code)
{
    ed_BuildStep step = { .name = commands->early_objects.at[code],
                          .verb = "try",
                          .subject = commands->code.at[code],
                          .tool = &commands->tools->cc,
                          .prints = ED_JOB_PRINTS_FAILURE,
                          .state = ED_STEP_UNABLE };
    add_compiler(commands, &step, false);
    add_mistakes(commands, &step);
    add_includes(commands, &step);
    add_arguments(commands, &step, &commands->config->cflags);
    add_argument(commands, &step, "-fsyntax-only");
    add_argument(commands, &step, commands->code.at[code]);
    add_list(commands, &step, "-MD", ED_DEPENDENCIES_WORDS);
    if (commands->color) add_extra_argument(commands, &step, "-fdiagnostics-color=always");
    return step;
}

static ed_BuildStep early_module(const ed_Commands *commands)
{
    return (ed_BuildStep){ .name = commands->early,
                           .subject = commands->early,
                           .tool = &commands->tools->early,
                           .prints = ED_JOB_SILENT,
                           .may_fail = true };
}

ed_BuildStep ed_command_early_link(const ed_Commands *commands)
{
    ed_BuildStep step = early_module(commands);
    add_tcc_link(commands, &step, &commands->config->early, &commands->early_objects);
    return step;
}

ed_BuildStep ed_command_early_link_from(const ed_Commands *commands, const ed_Words *from)
{
    ed_BuildStep step = early_module(commands);
    add_arguments(commands, &step, &commands->config->early);
    add_tcc_flags(commands, &step);
    add_tcc_module(commands, &step, from);
    return step;
}

/// Objects of sources have longer names, so none of them is that of a group.
ed_BuildStep ed_command_early_group(const ed_Commands *commands, const ed_Words *sources, u32 group)
{
    ed_BuildStep step = early_module(commands);
    step.name = ed_words_format(commands->arena, "%s/objects/early/%u.o", commands->folder, group);
    step.subject = step.name;
    add_arguments(commands, &step, &commands->config->early);
    add_tcc_flags(commands, &step);
    add_argument(commands, &step, "-r");
    add_arguments(commands, &step, sources);
    ed_words_add_all(&step.inputs, commands->arena, sources);
    add_output(commands, &step);
    return step;
}
