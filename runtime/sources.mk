# Lists the sources, their objects, and the folders to create for them. Included by the Makefile.

# --- Sources --------------------------------------------------------------------------------------
# All .c files of the folders are sources. Two exist twice: headless_live.c and game_source_live.c
# are for live editing, headless_static.c and game_source_static.c for a game that is linked in.
in      = $(wildcard $(addsuffix /*.c,$(addprefix $(1)/,$(2))))
# In each folder of os, what differs between systems is in folders named after them.
systems := $(if $(filter windows,$(SYSTEM)),windows,posix $(SYSTEM))
with_systems = $(1) $(foreach folder,$(1),$(addprefix $(folder)/,$(systems)))
CORE    := $(call in,runtime,$(call with_systems,os/pages os/c_library) base msgpack types \
    snapshot value migrate attic api run)
OS      := $(call in,runtime/os,$(call with_systems,system files memory process library fault))
LIVE    := $(OS) $(call in,runtime,build live)
TRIAL   := $(call in,runtime,trial)
DEBUG   := $(call in,runtime,debug)
CODEGEN := $(wildcard codegen/*.c) $(call in,codegen,diag syntax check emit fmt)
# Reads C headers with libclang: built only where that is installed.
IMPORT  := $(wildcard codegen/import/*.c)
HOST_LIVE   := host/cmd/headless_live.c
HOST_STATIC := host/cmd/headless_static.c runtime/debug/game_source_static.c
# eddie-console, for tests, has no SDL and no window: play_console.c replaces play_window.c.
HOST_CONSOLE := host/app/play_console.c
HOST    := $(filter-out $(HOST_LIVE) $(HOST_STATIC) $(HOST_CONSOLE),host/main.c \
    $(call in,host,app ui inspect cmd gfx))
# The parts that need no SDL: tests link them without the rest.
HOST_PURE := $(addprefix inspect/,changed filter line_edit tree undo value) \
    $(filter-out cmd/headless_static,$(patsubst host/%.c,%,$(wildcard host/cmd/*.c)))
HOST_BUILD   := host/build_main.c host/cmd/build.c host/cmd/args.c
GAME_C  := $(wildcard game/*.c)
SCHEMA  := $(wildcard schema/*.def)
GEN_C   := $(SCHEMA:schema/%.def=$(B)/gen/%.gen.c) $(B)/gen/schema.gen.c
GAME_O  := $(GAME_C:game/%.c=$(B)/game/%.o) $(GEN_C:$(B)/gen/%.c=$(B)/game/%.o)
SOURCES = $(CORE) $(LIVE) $(TRIAL) $(filter-out $(HOST_STATIC),$(DEBUG)) $(CODEGEN) $(HOST) \
    host/build_main.c $(HOST_LIVE) $(HOST_STATIC) $(HOST_CONSOLE) $(GAME_C)

# --- Objects --------------------------------------------------------------------------------------
objects = $(patsubst %.c,$(B)/%.o,$(1))
CORE_O    := $(call objects,$(CORE))
OS_O      := $(call objects,$(OS))
LIVE_O    := $(call objects,$(LIVE))
TRIAL_O   := $(call objects,$(TRIAL))
DEBUG_O   := $(call objects,$(filter-out $(HOST_STATIC),$(DEBUG)))
CODEGEN_O := $(call objects,$(CODEGEN)) $(OS_O)
IMPORT_O  := $(call objects,$(IMPORT))
HOST_O    := $(call objects,$(HOST))
OBJECTS   := $(CORE_O) $(LIVE_O) $(TRIAL_O) $(DEBUG_O) $(CODEGEN_O) $(HOST_O) $(IMPORT_O) \
    $(call objects,host/build_main.c $(HOST_LIVE) $(HOST_STATIC) $(HOST_CONSOLE))
STORM_CORE_O := $(CORE_O:$(B)/%=$(B)/storm/%)
FOLDERS   := $(sort $(patsubst %/,%,$(dir $(OBJECTS) $(STORM_CORE_O)))) \
    $(addprefix $(B)/,bare game measure rows later aims unit ui test/fuzz test/unit test/lib \
        test/flips test/ui)

# The names of the objects, written when they change. The libraries depend on this file, and every
# program on a library, so all are linked again after a source was removed.
OBJECT_LIST := $(B)/objects.txt
$(OBJECT_LIST): FORCE | $(FOLDERS)
	$(Q)printf '%s\n' $(OBJECTS) | cmp -s - $@ || printf '%s\n' $(OBJECTS) >$@
FORCE:
