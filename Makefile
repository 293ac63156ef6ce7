# eddie: live editing of C games. `make help` lists the targets. Read this file from top to bottom.

# --- Settings: override on the command line -------------------------------------------------------
# CPPFLAGS and LDFLAGS are passed on, too. The game's own options are in build.cfg.
CC       ?= cc
CXX      ?= c++
AR       ?= ar
PKG_CONFIG ?= pkg-config
OPT      ?= -O2
CFLAGS   ?= -g
WARN     ?= -Wall -Wextra -Wconversion -Wshadow
# If V is not empty, prints each command.
V        ?=
PREFIX   ?= /usr/local
# Where the static libraries and eddie.pc go. What only eddie uses is in PREFIX/lib/eddie.
LIBDIR   ?= $(PREFIX)/lib
DESTDIR  ?=
ARGS     ?=
# The build folder. The release and builds with sanitizers or coverage use the same rules in other
# folders.
B        ?= build
SAN      ?=
# The system to build for: linux, macos or windows. `make windows` builds for Windows on Linux.
SYSTEM   ?= $(if $(wildcard /System/Library/CoreServices),macos,linux)
# If CROSS is not empty, builds for another processor or system than that of this machine.
CROSS    ?=
OBJCOPY  ?= objcopy

# --- How make runs --------------------------------------------------------------------------------
ifeq ($(MAKELEVEL),0)
MAKEFLAGS := $(MAKEFLAGS) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN))
endif
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
COMMA  := ,
Q      := $(if $(V),,@)
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
# Prints one short line per step; the command itself with V=1; nothing under make -s.
quiet   = $(if $(V),,@$(if $(SILENT),,printf '  %-4s %s\n' $(1) $(2);))

include runtime/sources.mk runtime/packages.mk

# --- How sources are compiled ---------------------------------------------------------------------
BASE   = -std=c11 -D_GNU_SOURCE $(WARN) -I. -I$(B) $(CPPFLAGS) $(CFLAGS) $(SAN) -MMD -MP \
    $(SYSTEM_FLAGS)
LINK   = $(CC) $(SAN) $(LDFLAGS)
PIC   := -fPIC -fvisibility=hidden
EDDIEC := $(if $(CROSS),build/eddiec,$(B)/eddiec)
# The folder of libclang, or nothing.
LLVM := $(patsubst %/include/clang-c/Index.h,%,$(lastword \
    $(sort $(wildcard /usr/lib/llvm-*/include/clang-c/Index.h))))
SDL_MODULES := sdl2 SDL2_ttf SDL2_gfx SDL2_image
SDL    = $(shell $(PKG_CONFIG) --cflags $(SDL_MODULES))
SDL_L  = $(shell $(PKG_CONFIG) --libs $(SDL_MODULES))
include runtime/windows.mk runtime/macos.mk

# A prefix for commands that may run make, now or at a later save. That make must not get the
# options of this one.
WITHOUT_MAKEFLAGS := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
.DEFAULT_GOAL := help
.PHONY: help all run game release install uninstall clean packages test-packages bench-packages \
        fuzz-packages import-packages import

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

all: $(B)/eddie $(B)/eddiec $(B)/game$(DLL) compile_commands.json ## host, schema compiler, game
all: $(if $(LLVM),$(if $(CROSS),,$(B)/eddie-import))

run: packages ## play the game with live editing on; ARGS="--seed 7" passes options to eddie
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(WITHOUT_MAKEFLAGS) $(B)/eddie $(ARGS)

# --- The runtime: the same objects for host, module and tools -------------------------------------
# Any compiler links games with these objects, so they are machine code whatever CFLAGS say.
$(B)/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) $(ROW_FLAGS) $(PIC) -fno-lto -c $< -o $@

# The loops in these files run over every row. They are only a few instructions long, so unrolling
# pays off.
ROW_O := $(addprefix $(B)/runtime/,base/copy_block.o msgpack/read.o \
    $(addprefix snapshot/,canonicalize.o decode.o row_table_write.o varlen.o) \
    $(addprefix migrate/,check_copied.o convert.o convert_lanes.o convert_links.o drop_field.o \
    row_copy.o))
$(if $(filter-out $(CORE_O),$(ROW_O)),$(error no source for $(filter-out $(CORE_O),$(ROW_O))))
$(ROW_O): ROW_FLAGS := $(if $(filter -O2,$(OPT)),-O3 -funroll-loops)

# On Linux, only c_library.o refers to the functions of the C library by their names, which a game
# may define, too: see runtime/os/c_library/c_library.h. Newer headers of the C library call strtol
# by another name.
C_LIBRARY   := runtime/os/c_library/linux/c_library
C_LIBRARY_O := $(filter $(B)/$(C_LIBRARY).o,$(CORE_O))
C_NAMES     := $(B)/c_names.txt
C_ALIASES   := strtol strtoll strtoull

$(C_NAMES): $(C_LIBRARY).c | $(FOLDERS)
	$(Q)sed -n 's/^[a-z].*[ *]ed_c_\([a-z_0-9]*\)(.*/\1 ed_c_\1/p' $< >$@

$(B)/libeddie.a: $(CORE_O) $(OBJECT_LIST) $(C_NAMES)
	$(call quiet,ar,$@)rm -f $@ && $(AR) rcs $@ $(filter-out $(C_LIBRARY_O),$(CORE_O))
ifneq ($(C_LIBRARY_O),)
	$(Q)$(OBJCOPY) $(foreach name,$(C_ALIASES),--redefine-sym __isoc23_$(name)=$(name)) $@
	$(Q)$(OBJCOPY) --redefine-syms=$(C_NAMES) $@ && $(AR) rs $@ $(C_LIBRARY_O) 2>/dev/null
endif

$(B)/libeddie_live.a: $(LIVE_O) $(OBJECT_LIST)
	$(call quiet,ar,$@)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(B)/libeddie_debug.a: $(DEBUG_O) $(OBJECT_LIST)
	$(call quiet,ar,$@)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

# Tests new code of a game in a separate process.
$(B)/eddie-trial$(EXE): $(TRIAL_O) $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

# A module is linked with a copy without debug information, which halves the time of linking.
$(B)/bare/libeddie.a: $(B)/libeddie.a | $(FOLDERS)
	$(Q)$(OBJCOPY) --strip-debug $< $@

# The runtime as one object, with the functions of libgcc that it uses, since tcc does not link
# libgcc.
$(B)/bare/eddie.o: $(B)/bare/libeddie.a
	$(Q)$(CC) -r -nostdlib -Wl,--whole-archive $< -Wl,--no-whole-archive -lgcc -o $@

# --- The schema compiler --------------------------------------------------------------------------
$(B)/codegen/%.o: codegen/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) -c $< -o $@

$(B)/eddiec$(EXE): $(CODEGEN_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

# eddie-import reads C headers with libclang.

$(IMPORT_O): $(B)/codegen/import/%.o: codegen/import/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) -isystem $(LLVM)/include $(OPT) -c $< -o $@

$(B)/eddie-import: $(IMPORT_O) $(filter-out %/main.o,$(CODEGEN_O)) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -L$(LLVM)/lib -lclang -lm -o $@

import: import-packages ## build eddie-import, which reads C headers: eddie import FILE.h
	$(Q)$(MAKE) --no-print-directory $(B)/eddie-import
# In `make -j all import`, both need the same files, so one waits for the other.
import: $(filter all,$(MAKECMDGOALS))

# --- The host: with live editing, or with the game linked in --------------------------------------
$(B)/host/%.o: host/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(SDL) $(OPT) -c $< -o $@

# template.c includes the text of the files in host/cmd/new_game.
$(B)/host/cmd/template.o: $(wildcard $(addprefix host/cmd/new_game/,* */* .vscode/* windows/*))

# The command `eddie build` without a window and its libraries.
$(B)/eddie-build$(EXE): $(call objects,$(HOST_BUILD)) $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

$(B)/eddie: $(HOST_O) $(call objects,$(HOST_LIVE)) \
            $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a \
            | $(B)/eddie-trial $(B)/eddie-build
	$(call quiet,ld,$@)$(LINK) $^ $(SDL_L) -lm -ldl -pthread -o $@

# --- The demo game --------------------------------------------------------------------------------
GAME_OPT ?= -O0

game: $(B)/game$(DLL) ## build only the game module, as a save does

ifeq ($(B),build)
# `eddie build` finds out itself what changed.
.PHONY: $(B)/game$(DLL)
$(B)/game$(DLL): $(addprefix $(B)/,eddie-build eddiec \
    $(if $(filter macos,$(SYSTEM)),libeddie.a,bare/libeddie.a bare/eddie.o))
	$(Q)$(B)/eddie-build --early $(if $(V),--verbose,--quiet)

$(GEN_C): $(B)/game$(DLL) ;
else
# Other builds: with sanitizers, for another system, or as one program.
$(B)/gen/.made: $(SCHEMA) $(EDDIEC)
	$(Q)$(EDDIEC) -o $(@D) $(SCHEMA) && touch $@

$(GEN_C): $(B)/gen/.made ;

$(B)/game/%.gen.o: $(B)/gen/%.gen.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(GAME_OPT) $(PIC) -c $< -o $@

$(B)/game/%.o: game/%.c $(B)/gen/.made | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(GAME_OPT) $(PIC) -c $< -o $@

$(B)/game.so: $(GAME_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) -shared -Wl,-Bsymbolic $^ -lm -o $@
endif

# The game as one object that has one name for others, so that the host and the libraries do not get
# the game's functions for those of the C library. On Linux only, as for c_library.o.
$(B)/game/whole.o: $(GAME_O)
	$(Q)$(CC) -r -nostdlib $^ -o $@ && $(OBJCOPY) --keep-global-symbol=eddie_module $@

# From libeddie_live.a, the linker takes only the objects that this program needs, such as the one
# that writes files.
$(B)/arena: $(HOST_O) $(call objects,$(HOST_STATIC)) \
            $(if $(C_LIBRARY_O),$(B)/game/whole.o,$(GAME_O)) \
            $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ $(SDL_L) -lm -pthread -o $@

release: packages ## build/release/arena: the game and its host as one program, without live editing
	$(Q)$(MAKE) --no-print-directory B=build/release OPT="$(OPT) -DNDEBUG" GAME_OPT="$(OPT)" \
	    build/release/arena

include runtime/install.mk
ifeq ($(SYSTEM),windows)
include host/windows/libraries.mk host/windows/tcc.mk host/windows/archive.mk
endif
# A copy of eddie without its tests builds too.
-include tests/tests.mk
-include tests/bench/bench.mk

# --- Editors, cleaning ----------------------------------------------------------------------------
# For clangd. Without -MMD -MP, so that it does not write .d files beside the sources.
compile_commands.json: Makefile $(SOURCES) $(IMPORT)
	$(Q)for f in $(SOURCES) $(if $(LLVM),$(IMPORT)) $(GEN_C); do \
	    printf '{"directory":"%s","file":"%s","command":"cc %s -c %s"}\n' \
	    "$$PWD" $$f "$(filter-out -MMD -MP,$(BASE)) $(SDL) $(LLVM:%=-isystem %/include)" $$f; done \
	    | sed '1s/^/[/; $$!s/$$/,/; $$s/$$/]/' > $@

clean: ## remove all built files
	rm -rf build compile_commands.json

$(FOLDERS):
	$(Q)mkdir -p $@

-include $(wildcard $(addsuffix /*.d,$(FOLDERS) $(B)/test $(B)/storm))
