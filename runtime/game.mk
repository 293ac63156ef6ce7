# How a game is built: schema/*.def and game/*.c become $(B)/game.so, the module that eddie runs. A Makefile includes this and
# says what else it wants; where it says nothing, eddie is found from where this file is.

# --- Where eddie is: installed beside share/eddie, or in the folder it was built in ---------------------------------------
EDDIE_RULES_DIR := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
ifndef EDDIEC
ifneq ($(wildcard $(EDDIE_RULES_DIR)/module.h),)
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

# --- Settings: override on the command line, or before the include -------------------------------------------------------
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
# In a game these would run wrong, not fail: a save with one of them is refused, and the old code runs on.
GAME_ERR ?= -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration
FLAGS     = -D_GNU_SOURCE $(WARN) -I. $(EDDIE_I) -I$(B) $(CFLAGS) $(SAN) -MMD -MP
BASE      = -std=c11 $(FLAGS)
PIC      := -fPIC -fvisibility=hidden

# --- What there is: a new file is built without an edit here --------------------------------------------------------------
ODD := []['"`[:space:]\#$$%&()*:;<=>?\\|]
ODD := $(wildcard $(foreach end,c h cpp def,game/*$(ODD)*.$(end) schema/*$(ODD)*.$(end)))
ifneq ($(ODD),)
# In plain words first, as a running game shows the first line.
$(info $(ODD): rename it: make cannot take spaces, brackets, quotes or signs like # and $$ in a name)
$(error nothing is built)
endif
GAME      := $(patsubst game/%,%,$(basename $(sort $(wildcard game/*.c game/*.cpp))))
GAME_CPP  := $(wildcard game/*.cpp)
SCHEMA    := $(sort $(wildcard schema/*.def))
GEN_C     := $(SCHEMA:schema/%.def=$(B)/gen/%.gen.c) $(B)/gen/schema.gen.c
GEN_H     := $(GEN_C:.c=.h)
GEN_O     := $(GEN_C:$(B)/gen/%.c=$(B)/game/%.o)
GAME_O    := $(GAME:%=$(B)/game/%.o)

# --- How make goes about it ------------------------------------------------------------------------------------------------
Q := $(if $(V),,@)
# One short line a step; the command itself with V=1; nothing under make -s.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
quiet   = $(if $(V),,@$(if $(SILENT),,printf '  %-4s %s\n' $(1) $(2);))
CORES  := $(words $(wildcard /sys/devices/system/cpu/cpu[0-9]*))
# As many steps at once as there are cores, unless -j says otherwise. A save's build keeps each file's errors together.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS := $(MAKEFLAGS) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(CORES)) \
             $(if $(filter game,$(MAKECMDGOALS)),--output-sync=target)
endif
# Looking through make's own rules, and starting programs to ask them something, would take longer than tcc does.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: game quick
# What is saved while a compiler reads it is newer than what it makes: that is then as old as the moment its making began. The
# first time nobody knows yet what it reads. (Only then: starting touch takes a moment, which tcc would feel.)
BEGIN    = : >$@.begun;
DATE     = $(if $(wildcard $(@:.o=.d)),for f in $^; do [ $$f -nt $@.begun ] || continue; $(TOUCH); done,$(TOUCH))
TOUCH    = touch -r $@.begun $@
found    = $(firstword $(wildcard $(addsuffix /$(1),$(subst :, ,$(PATH)))))
TCC     := $(call found,tcc)
QUICKLY := $(if $(SAN)$(GAME_CPP),,$(TCC))
# gold takes half the time.
GOLD    := $(if $(SAN),,$(if $(call found,ld.gold),-fuse-ld=gold))

# --- From the schema to C --------------------------------------------------------------------------------------------------
# schema.d names the .def files that others include, wherever they are.
INCLUDED := $(wildcard $(filter %.def,$(file <$(B)/gen/schema.d)))

# The names of all sources, rewritten where one came or went: a removed file leaves nothing newer behind.
NAMES := $(GAME) $(SCHEMA)
ifneq ($(strip $(NAMES)),$(strip $(file <$(B)/game/.names)))
$(shell mkdir -p $(B)/game)
$(file >$(B)/game/.names,$(NAMES))
endif

$(B)/gen/.made: $(sort $(SCHEMA) $(INCLUDED)) $(EDDIEC) $(B)/game/.names | $(B)/gen
	$(Q)$(BEGIN) $(EDDIEC) -o $(B)/gen $(SCHEMA) && mv -f $@.begun $@

# Rewritten only where the text changed, so what does not include them is not compiled again; all of them where one is missing.
$(GEN_C) $(GEN_H): $(B)/gen/.made ;
.PHONY: $(if $(filter-out $(wildcard $(B)/gen/*),$(GEN_C) $(GEN_H) $(B)/gen/schema.d),$(B)/gen/.made)

# --- The module: linked beside and renamed, so nobody loads half a file ----------------------------------------------------
$(B)/game/%.gen.o: $(B)/gen/%.gen.c | $(B)/game
	$(call quiet,cc,$<)$(BEGIN) $(CC) $(BASE) -pipe $(GAME_ERR) $(GAME_OPT) $(PIC) -c $< -o $@ && $(DATE)

$(B)/game/%.o: game/%.c | $(B)/game $(GEN_C)
	$(call quiet,cc,$<)$(BEGIN) $(CC) $(BASE) -pipe $(GAME_ERR) $(GAME_OPT) $(PIC) -c $< -o $@ && $(DATE)

$(B)/game/%.o: game/%.cpp | $(B)/game $(GEN_C)
	$(call quiet,c++,$<)$(BEGIN) $(CXX) -std=c++17 $(FLAGS) -pipe $(GAME_OPT) $(PIC) -c $< -o $@ && $(DATE)

# By hand it waits for the build that a running game has begun, and that one for it: runtime/live/turn.h. It goes on as
# long as it finds something to do, which is what was saved meanwhile; a few times only, as a file may be from tomorrow, and
# once under make -B, which always finds something.
ifeq ($(origin EDDIE_CHANGED),undefined)
ROUNDS = $(if $(findstring B,$(firstword -$(MAKEFLAGS))),1,1 2 3)
TURN   = $(if $(call found,flock),flock $(B)/game.so.lock)

game: | $(B)/game
	$(Q)$(TURN) sh -c 'for round in $(ROUNDS); do : >$(B)/.begun; $(MAKE) --no-print-directory game EDDIE_CHANGED= || exit; \
	    [ $(B)/game.so -nt $(B)/.begun ] || break; done'

quick: game
	$(Q)$(TURN) $(MAKE) --no-print-directory quick EDDIE_CHANGED=
else
game: $(and $(EDDIE_QUICK),$(QUICKLY),$(B)/quick/game.so) $(B)/game.so ## build the game module alone: what a save runs
	@:

quick: $(if $(QUICKLY),$(B)/quick/game.so)
	@:
endif

$(B)/game.so: $(GAME_O) $(GEN_O) $(EDDIE_A) $(B)/game/.names
	$(call quiet,ld,$@)$(if $(GAME_CPP),$(CXX),$(CC)) $(SAN) $(GOLD) -shared -Wl,-Bsymbolic $(filter-out %.names,$^) $(LIBS) \
	    -o $@.new && mv -f $@.new $@

# The same by tcc, in a tenth of the time, for the moment until the compiler is done. Only what tcc takes without a word: of
# another file an empty object is left, and there is no module. Where the compiler has errors in such a file it tells them
# here, before it compiles anything. A whole module is offered to the program that started the build, see runtime/live/build.h.
ifneq ($(QUICKLY),)
QUICK_O := $(subst $(B)/game/,$(B)/quick/,$(GAME_O) $(GEN_O))
SEEN     = { [ -e $@ ] && [ ! -s $@ ]; }
QUICK    = @$(BEGIN) { $(TCC) -std=c11 -D_GNU_SOURCE -Werror -Wimplicit-function-declaration -I. $(EDDIE_I) -I$(B) \
           $(CFLAGS) -fPIC -MD -MF $(@:.o=.d) -c $< -o $@ 2>/dev/null \
           || { $(SEEN) || $(CC) $(BASE) -MT $@ -MF $(@:.o=.d) -w -fsyntax-only $< && : >$@; }; } && $(DATE)

$(B)/quick/%.gen.o: $(B)/gen/%.gen.c | $(B)/quick
	$(QUICK)

$(B)/quick/%.o: game/%.c | $(B)/quick $(GEN_C)
	$(QUICK)

$(B)/quick/game.so: $(QUICK_O) $(EDDIE_O) $(B)/game/.names
	@for o in $(QUICK_O); do [ -s $$o ] || { : >$@; exit 0; }; done; \
	$(TCC) $(CFLAGS) -shared -Wl,-Bsymbolic $(QUICK_O) $(EDDIE_O) $(LIBS) -o $@ 2>/dev/null || { : >$@; exit 0; }; \
	$(if $(EDDIE_QUICK),echo 'eddie: try $@')

ifdef EDDIE_QUICK
# make comes back to the link only when it has begun with all there is to compile, so the compiler waits for it.
$(GAME_O) $(GEN_O): | $(B)/quick/game.so
endif
endif

$(B)/gen $(B)/game $(B)/quick:
	$(Q)mkdir -p $@

# --- What an object was made of: its compiler's notes, taken as words, so that no name in them can stop make ---------------
NOTES    = $(subst :,,$(subst \,,$(filter-out %: \,$(file <$(object:.o=.d)))))
READ    :=
$(foreach object,$(GAME_O) $(GEN_O) $(QUICK_O),$(eval NOTED := $$(NOTES))$(eval $(object): $$(NOTED))$(eval READ += $$(NOTED)))
READ    := $(sort $(READ))
# What is gone counts as new.
$(filter-out $(wildcard $(READ)) $(GEN_C) $(GEN_H),$(READ)): ;
