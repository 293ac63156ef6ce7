# Builds a game: all .def files in schema/ and all .c and .cpp files in game/ become $(B)/game.so,
# the module that eddie runs. A game's Makefile sets what it needs and includes this file. Unless
# the Makefile says otherwise, eddie is found relative to this file.

# --- Where eddie is: installed next to share/eddie, or in the folder it was built in --------------
EDDIE_RULES_DIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
ifndef EDDIEC
ifneq ($(wildcard $(EDDIE_RULES_DIR)/eddie.h),)
EDDIE_ROOT := $(abspath $(EDDIE_RULES_DIR)/..)
EDDIE      ?= $(EDDIE_ROOT)/build/eddie
EDDIEC     := $(EDDIE_ROOT)/build/eddiec
EDDIE_I    := -I$(EDDIE_ROOT)
EDDIE_LIB  := $(EDDIE_ROOT)/build/bare
else
EDDIE_ROOT := $(abspath $(EDDIE_RULES_DIR)/../..)
EDDIE      ?= $(EDDIE_ROOT)/bin/eddie
EDDIEC     := $(EDDIE_ROOT)/bin/eddiec
EDDIE_I    := -I$(EDDIE_ROOT)/include/eddie
EDDIE_LIB  := $(EDDIE_ROOT)/lib/eddie
endif
EDDIE_A    := $(EDDIE_LIB)/libeddie.a
EDDIE_O    := $(EDDIE_LIB)/eddie.o
ifeq ($(and $(wildcard $(EDDIEC)),$(wildcard $(EDDIE_A))),)
$(error eddie is not built: make -C $(EDDIE_ROOT) all)
endif
endif

# --- Settings: override on the command line, or before the include --------------------------------
CC       ?= cc
CXX      ?= c++
GAME_OPT ?= -O0
CFLAGS   ?= -g
LIBS     ?= -lm
V        ?=
# B is the folder of a build, SAN its sanitizers.
B        ?= build
SAN      ?=
WARN     ?= -Wall -Wextra -Wconversion -Wshadow
# Code with one of these mistakes would compile and then misbehave. A save with such code is
# refused, and the previous build keeps running.
GAME_ERR ?= -Werror=incompatible-pointer-types -Werror=int-conversion \
            -Werror=implicit-function-declaration
eddie_common = -D_GNU_SOURCE $(WARN) -I. $(EDDIE_I) -I$(B) $(CFLAGS) $(SAN) -MMD -MP
EDDIE_FLAGS  = -std=c11 $(eddie_common)
eddie_pic   := -fPIC -fvisibility=hidden

# --- Sources: new files and folders are found without an edit -------------------------------------
# A folder and its subfolders; $(2) has one word for each level. Links to a parent folder are
# skipped.
eddie_tree   = $(1) $(if $(2),$(foreach d,$(filter $(1)%/,$(wildcard $(1)*/)),\
               $(if $(filter $(realpath $(d))/%,$(realpath $(1))/),,\
               $(call eddie_tree,$(d),$(wordlist 2,8,$(2))))))
eddie_depth := 1 2 3 4 5 6 7 8
eddie_game_in   := $(call eddie_tree,game/,$(eddie_depth))
eddie_schema_in := $(call eddie_tree,schema/,$(eddie_depth))
eddie_bad_chars := []['"`[:space:]\#$$%&()*:;<=>?\\|]
eddie_bad_names := $(wildcard game/*$(eddie_bad_chars)*.h schema/*$(eddie_bad_chars)*.h \
                $(foreach end,c cpp def,$(foreach d,$(eddie_game_in) $(eddie_schema_in),\
                $(d)*$(eddie_bad_chars)*.$(end) $(d)*$(eddie_bad_chars)*/*.$(end))))
ifneq ($(eddie_bad_names),)
# The cause comes first, because a running game shows the first line.
$(info $(eddie_bad_names): rename it: make cannot take spaces, brackets, quotes or signs like # \
and $$ in a name)
$(error nothing is built)
endif
EDDIE_SOURCES := $(sort $(wildcard $(foreach d,$(eddie_game_in),$(d)*.c $(d)*.cpp)))
EDDIE_SCHEMA  := $(sort $(wildcard $(addsuffix *.def,$(eddie_schema_in))))
eddie_game    := $(patsubst game/%,%,$(basename $(EDDIE_SOURCES)))
eddie_cpp     := $(filter %.cpp,$(EDDIE_SOURCES))
# eddiec writes all output into one folder, and refuses two files with the same name.
eddie_gen_c   := $(sort $(patsubst %.def,$(B)/gen/%.gen.c,$(notdir $(EDDIE_SCHEMA)))) \
                 $(B)/gen/schema.gen.c
eddie_gen_h   := $(eddie_gen_c:.c=.h)
eddie_gen_o   := $(eddie_gen_c:$(B)/gen/%.c=$(B)/game/%.o)
eddie_game_o  := $(eddie_game:%=$(B)/game/%.o)
eddie_to_early = $(subst $(B)/game/,$(B)/early/,$(1))
eddie_folders := $(sort $(B)/gen $(B)/game $(B)/early \
                 $(patsubst %/,%,$(dir $(eddie_game_o) $(call eddie_to_early,$(eddie_game_o)))))

# --- How make runs --------------------------------------------------------------------------------
eddie_q      := $(if $(V),,@)
# Prints one short line per step; the command itself with V=1; nothing under make -s.
eddie_silent := $(findstring s,$(firstword -$(MAKEFLAGS)))
eddie_say    = $(if $(V),,@$(if $(eddie_silent),,printf '  %-4s %s\n' $(1) $(2);))
eddie_cores  := $(words $(wildcard /sys/devices/system/cpu/cpu[0-9]*))
# Runs as many steps at once as there are cores, unless -j says otherwise. The build of a save keeps
# the errors of each file together.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS := $(MAKEFLAGS) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(eddie_cores)) \
             $(if $(filter game,$(MAKECMDGOALS)),--output-sync=target)
endif
# Searching make's built-in rules would take longer than tcc. Calls of $(shell) for each setting
# would, too.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: game early
# A source that is saved while the compiler reads it must count as newer than the object. So the
# object gets the time at which its compilation began. This step is skipped if no source is newer
# than that, since starting touch takes a noticeable part of tcc's time. It is never skipped in the
# first compilation, whose sources are not known yet.
eddie_begin  = : >$@.begun;
eddie_date   = $(if $(wildcard $(@:.o=.d)),for f in $^; do \
               [ $$f -nt $@.begun ] || continue; $(eddie_touch); done,$(eddie_touch))
eddie_touch  = touch -r $@.begun $@
eddie_which  = $(firstword $(wildcard $(addsuffix /$(1),$(subst :, ,$(PATH)))))
EDDIE_TCC   := $(if $(SAN)$(eddie_cpp),,$(call eddie_which,tcc))
# gold links in half the time.
eddie_gold  := $(if $(SAN),,$(if $(call eddie_which,ld.gold),-fuse-ld=gold))

# If the compiler refuses a file, tcc's object is emptied until that file changes, so that the next
# save of another file does not offer it again. If the linker refuses, tcc's module is emptied until
# a link succeeds, since the error may be in any file. Once the compiler or linker accepts, the
# empty file is removed and tcc builds it again, even if the fix was in a header. The program that
# started the build is notified by a line of output, because not every error names a source line.
eddie_accept = $(if $(EDDIE_TCC), && { [ ! -e $(eddie_early_of).refused ] \
               || { rm -f $(eddie_early_of).refused; \
                    [ -s $(eddie_early_of) ] || rm -f $(eddie_early_of); }; })
eddie_refuse = $(if $(EDDIE_TCC), || { [ $$? != 1 ] \
               || { $(if $(EDDIE_EARLY),echo 'eddie: refused $@';) [ ! -s $(eddie_early_of) ]; } \
               || { cp $< $(eddie_early_of).refused; : >$(eddie_early_of); }; exit 1; })
eddie_early_of = $(call eddie_to_early,$(@:$(B)/game.so=$(B)/game/game.so))

# --- From the schema to C -------------------------------------------------------------------------
# schema.d names the .def files that other ones include, in whatever folder.
eddie_included := $(wildcard $(filter %.def,$(file <$(B)/gen/schema.d)))

# The names of all sources. The list is rewritten if a file was added or removed, because make
# compares only times, and a removed file has none.
eddie_names := $(eddie_game) $(EDDIE_SCHEMA)
ifneq ($(strip $(eddie_names)),$(strip $(file <$(B)/game/.names)))
$(shell mkdir -p $(B)/game)
$(file >$(B)/game/.names,$(eddie_names))
endif

$(B)/gen/.made: $(sort $(EDDIE_SCHEMA) $(eddie_included)) $(EDDIEC) $(B)/game/.names \
                | $(eddie_folders)
	$(eddie_q)$(if $(EDDIE_SCHEMA),, \
	echo 'error: schema/ has no .def file: add one, such as schema/game.def'; exit 1;) \
	$(eddie_begin) $(EDDIEC) -o $(B)/gen $(EDDIE_SCHEMA) && mv -f $@.begun $@

# eddiec rewrites a generated file only if its text changed, so files that do not include it are not
# compiled again. If a generated file is missing, all are generated.
$(eddie_gen_c) $(eddie_gen_h): $(B)/gen/.made ;
eddie_gen_files := $(eddie_gen_c) $(eddie_gen_h) $(B)/gen/schema.d
.PHONY: $(if $(filter-out $(wildcard $(B)/gen/*),$(eddie_gen_files)),$(B)/gen/.made)

# --- The module: linked under another name and renamed, so that no half-written file is loaded ----
eddie_compile_c = $(call eddie_say,cc,$<)$(eddie_begin) $(CC) $(EDDIE_FLAGS) -pipe $(GAME_ERR) \
    $(GAME_OPT) $(eddie_pic) -c $< -o $@ && $(eddie_date)$(eddie_accept)$(eddie_refuse)

$(B)/game/%.gen.o: $(B)/gen/%.gen.c | $(eddie_folders)
	$(eddie_compile_c)

$(B)/game/%.o: game/%.c | $(eddie_folders) $(eddie_gen_c)
	$(eddie_compile_c)

$(B)/game/%.o: game/%.cpp | $(eddie_folders) $(eddie_gen_c)
	$(call eddie_say,c++,$<)$(eddie_begin) $(CXX) -std=c++17 $(eddie_common) -pipe $(GAME_OPT) \
	    $(eddie_pic) -c $< -o $@ && $(eddie_date)

# A build by hand and a build started by a running game wait for each other
# (runtime/live/build_lock.h). A build by hand runs again while it finds something to do, namely
# files saved in the meantime. It runs at most three times, since a file may be dated in the
# future, and only once under make -B.
ifeq ($(origin EDDIE_CHANGED),undefined)
eddie_rounds = $(if $(findstring B,$(firstword -$(MAKEFLAGS))),1,1 2 3)
eddie_lock   = $(if $(call eddie_which,flock),flock $(B)/game.so.lock)

game: | $(eddie_folders)
	$(eddie_q)$(eddie_lock) sh -c 'for round in $(eddie_rounds); do : >$(B)/.begun; \
	    $(MAKE) --no-print-directory game EDDIE_CHANGED= || exit; \
	    [ $(B)/game.so -nt $(B)/.begun ] || break; done'

early: game
	$(eddie_q)$(eddie_lock) $(MAKE) --no-print-directory early EDDIE_CHANGED=
else
game: $(and $(EDDIE_EARLY),$(EDDIE_TCC),$(B)/early/game.so)
game: $(B)/game.so ## build only the game module, as a save does
	@:

early: $(if $(EDDIE_TCC),$(B)/early/game.so)
	@:
endif

$(B)/game.so: $(eddie_game_o) $(eddie_gen_o) $(EDDIE_A) $(B)/game/.names
	$(if $(EDDIE_SOURCES),, \
	    @echo 'error: game/ has no .c file: add one with the function eddie_module'; exit 1)
	$(call eddie_say,ld,$@)$(if $(eddie_cpp),$(CXX),$(CC)) $(SAN) $(eddie_gold) -shared \
	    -Wl,-Bsymbolic $(filter-out %.names,$^) $(LIBS) \
	    -o $@.new && mv -f $@.new $@$(eddie_accept)$(eddie_refuse)

# The early build: the same module built by tcc, in a tenth of the time, used until the compiler is
# done. If tcc prints an error or a warning, the rule leaves an empty object, and there is no early
# module. The compiler's syntax check prints errors in such a file at once, unless it has already
# accepted an earlier version of the file. A complete early module is offered to the program that
# started the build (runtime/live/build.h).
ifneq ($(EDDIE_TCC),)
eddie_early_o := $(call eddie_to_early,$(eddie_game_o) $(eddie_gen_o))
eddie_tcc_failed    = { [ -e $@ ] && [ ! -s $@ ]; }
eddie_was_refused = { [ -e $@.refused ] && cmp -s $< $@.refused && : >$@; }
eddie_early   = @$(eddie_begin) { $(eddie_was_refused) || $(EDDIE_TCC) -std=c11 -D_GNU_SOURCE \
           -Werror -Wimplicit-function-declaration -I. $(EDDIE_I) -I$(B) \
           $(CFLAGS) -fPIC -MD -MF $(@:.o=.d) -c $< -o $@ 2>/dev/null \
           || { $(eddie_tcc_failed) || $(CC) $(EDDIE_FLAGS) -MT $@ -MF $(@:.o=.d) -w \
           -fsyntax-only $< && : >$@; }; } && $(eddie_date)

$(B)/early/%.gen.o: $(B)/gen/%.gen.c | $(eddie_folders)
	$(eddie_early)

$(B)/early/%.o: game/%.c | $(eddie_folders) $(eddie_gen_c)
	$(eddie_early)

$(B)/early/game.so: $(eddie_early_o) $(EDDIE_O) $(B)/game/.names
	@for o in $(eddie_early_o); do [ -s $$o ] && [ ! -e $@.refused ] || { : >$@; exit 0; }; done; \
	$(EDDIE_TCC) $(CFLAGS) -shared -Wl,-Bsymbolic $(eddie_early_o) $(EDDIE_O) $(LIBS) -o $@ \
	    2>/dev/null || { : >$@; exit 0; }; \
	$(if $(EDDIE_EARLY),echo 'eddie: try $@')

ifdef EDDIE_EARLY
# make would start all compilations before the link of the early module, so they wait for it.
$(eddie_game_o) $(eddie_gen_o): | $(B)/early/game.so
endif
endif

$(eddie_folders):
	$(eddie_q)mkdir -p $@

# --- Names used by Makefiles of an older `eddie new`, unless the Makefile sets them itself --------
eddie_alias = $(if $(filter file override command,$(origin $(1))),,$(eval $(1) = $$($(2))))
$(call eddie_alias,Q,eddie_q)
$(call eddie_alias,BASE,EDDIE_FLAGS)
$(call eddie_alias,SCHEMA,EDDIE_SCHEMA)
$(call eddie_alias,QUICKLY,EDDIE_TCC)

# --- Dependencies: the compiler's .d files, read as words, so that no name in them stops make -----
eddie_deps_of = $(subst :,,$(subst \,,$(filter-out %: \,$(file <$(object:.o=.d)))))
eddie_all_deps :=
$(foreach object,$(eddie_game_o) $(eddie_gen_o) $(eddie_early_o),\
    $(eval eddie_deps := $$(eddie_deps_of))$(eval $(object): $$(eddie_deps))\
    $(eval eddie_all_deps += $$(eddie_deps)))
eddie_all_deps := $(sort $(eddie_all_deps))
# Files that no longer exist count as new.
$(filter-out $(wildcard $(eddie_all_deps)) $(eddie_gen_c) $(eddie_gen_h),$(eddie_all_deps)): ;
