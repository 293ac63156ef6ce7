// The smallest valid module: no state, only a title. TITLE distinguishes builds.
#include "runtime/eddie.h"

#ifndef TITLE
#    define TITLE "tiny"
#endif
#ifndef ABI
#    define ABI ED_ABI
#endif

static void nothing(ed_Host *host) { (void)host; }
static bool pack(ed_Writer *w, const ed_State *state) { return w && state; }

static bool unpack(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error)
{
    return bytes && size && state && scratch && report && error;
}

static const ed_Schema schema = { .state_count = 0 };
static const ed_Module module = {
    .abi = (u32)(ABI),
    .game = "tiny",
    .title = TITLE,
    .view_width = 16,
    .view_height = 9,
    .schema = &schema,
    .update = nothing,
    .render = nothing,
    .pack = pack,
    .unpack = unpack,
};

#ifdef MISSING
void missing_function(void);
ED_EXPORT void call_it(void);
ED_EXPORT void call_it(void) { missing_function(); }
#endif

// A weak symbol; not by an attribute, which the headers of the C library hide from tcc.
#ifdef WEAK
#    define TEXT_OF(name) #    name
#    define TEXT(name) TEXT_OF(name)
int WEAK(void);
__asm__(".weak " TEXT(WEAK));
static int (*const weak_pointer)(void) = WEAK;
ED_EXPORT bool has_it(void);
ED_EXPORT bool has_it(void) { return weak_pointer != NULL; }
#endif

#ifdef UNIQUE      // what C++ makes of a static variable in an inline function: it stays for good
__asm__(".pushsection .data\n.globl tiny_unique\n.type tiny_unique, @gnu_unique_object\n"
        ".size tiny_unique, 4\ntiny_unique: .long 7\n.popsection");
extern int tiny_unique;
ED_EXPORT int *unique_place(void);
ED_EXPORT int *unique_place(void) { return &tiny_unique; }
#endif

#ifdef NO_ENTRY
ED_EXPORT int other_function(void);
ED_EXPORT int other_function(void) { return module.title[0]; }
#elif defined(NO_TABLE)
const ed_Module *eddie_module(void) { return NULL; }
#else
const ed_Module *eddie_module(void) { return &module; }
#endif

#ifdef MAIN
int main(void) { return eddie_module()->title[0] == 0; }
#endif
