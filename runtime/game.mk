# How a game is built: all .def in schema/ and all .c in game/ become $(B)/game.so, the module that eddie runs. A Makefile includes this and
# says what else it wants; where it says nothing, eddie is found from where this file is.

# --- Where eddie is: installed beside share/eddie, or in the folder it was built in ---------------
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
# In a game these would run wrong, not fail: a save with one of them is refused, and the previous build keeps running.
GAME_ERR ?= -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration
eddie_common = -D_GNU_SOURCE $(WARN) -I. $(EDDIE_I) -I$(B) $(CFLAGS) $(SAN) -MMD -MP
EDDIE_FLAGS  = -std=c11 $(eddie_common)
eddie_pic   := -fPIC -fvisibility=hidden

# --- What there is: a new file is built without an edit here, and so is one in a new folder -------
# A folder and those in it, as deep as $(2) has words. A link to a folder that it is in leads nowhere new.
eddie_tree   = $(1) $(if $(2),$(foreach d,$(filter $(1)%/,$(wildcard $(1)*/)),\
               $(if $(filter $(realpath $(d))/%,$(realpath $(1))/),,$(call eddie_tree,$(d),$(wordlist 2,8,$(2))))))
eddie_depth := 1 2 3 4 5 6 7 8
eddie_game_in   := $(call eddie_tree,game/,$(eddie_depth))
eddie_schema_in := $(call eddie_tree,schema/,$(eddie_depth))
eddie_odd    := []['"`[:space:]\#$$%&()*:;<=>?\\|]
eddie_odd    := $(wildcard game/*$(eddie_odd)*.h schema/*$(eddie_odd)*.h $(foreach end,c cpp def,\
                $(foreach d,$(eddie_game_in) $(eddie_schema_in),$(d)*$(eddie_odd)*.$(end) $(d)*$(eddie_odd)*/*.$(end))))
ifneq ($(eddie_odd),)
# The cause first, as a running game shows the first line.
$(info $(eddie_odd): rename it: make cannot take spaces, brackets, quotes or signs like # and $$ in a name)
$(error nothing is built)
endif
EDDIE_SOURCES := $(sort $(wildcard $(foreach d,$(eddie_game_in),$(d)*.c $(d)*.cpp)))
EDDIE_SCHEMA  := $(sort $(wildcard $(addsuffix *.def,$(eddie_schema_in))))
eddie_game    := $(patsubst game/%,%,$(basename $(EDDIE_SOURCES)))
eddie_cpp     := $(filter %.cpp,$(EDDIE_SOURCES))
# eddiec writes all into one folder, and refuses two files of one name.
eddie_gen_c   := $(sort $(patsubst %.def,$(B)/gen/%.gen.c,$(notdir $(EDDIE_SCHEMA)))) $(B)/gen/schema.gen.c
eddie_gen_h   := $(eddie_gen_c:.c=.h)
eddie_gen_o   := $(eddie_gen_c:$(B)/gen/%.c=$(B)/game/%.o)
eddie_game_o  := $(eddie_game:%=$(B)/game/%.o)
eddie_to_quick = $(subst $(B)/game/,$(B)/quick/,$(1))
eddie_folders := $(sort $(B)/gen $(B)/game $(B)/quick $(patsubst %/,%,$(dir $(eddie_game_o) $(call eddie_to_quick,$(eddie_game_o)))))

# --- How make goes about it -----------------------------------------------------------------------
eddie_q      := $(if $(V),,@)
# One short line a step; the command itself with V=1; nothing under make -s.
eddie_silent := $(findstring s,$(firstword -$(MAKEFLAGS)))
eddie_say    = $(if $(V),,@$(if $(eddie_silent),,printf '  %-4s %s\n' $(1) $(2);))
eddie_cores  := $(words $(wildcard /sys/devices/system/cpu/cpu[0-9]*))
# As many steps at once as there are cores, unless -j says otherwise. A save's build keeps each file's errors together.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS := $(MAKEFLAGS) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(eddie_cores)) \
             $(if $(filter game,$(MAKECMDGOALS)),--output-sync=target)
endif
# Looking through make's own rules, and starting programs to ask them something, would take longer than tcc does.
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: game quick
# What is saved while a compiler reads it is newer than what it makes: that is then as old as the moment its making began. The
# first time nobody knows yet what it reads. (Only then: starting touch takes a moment, which tcc would feel.)
eddie_begin  = : >$@.begun;
eddie_date   = $(if $(wildcard $(@:.o=.d)),for f in $^; do [ $$f -nt $@.begun ] || continue; $(eddie_touch); done,$(eddie_touch))
eddie_touch  = touch -r $@.begun $@
eddie_which  = $(firstword $(wildcard $(addsuffix /$(1),$(subst :, ,$(PATH)))))
EDDIE_TCC   := $(if $(SAN)$(eddie_cpp),,$(call eddie_which,tcc))
# gold takes half the time.
eddie_gold  := $(if $(SAN),,$(if $(call eddie_which,ld.gold),-fuse-ld=gold))

# What the compiler refuses is taken from tcc, too, until it is changed: the next save of another file must not offer it again.
# What the linker refuses, until it accepts: the error may be in any of the files. Then tcc makes its own again, also where it
# was a header that was changed. The program that started the build gets a line about it, as not every error names a source line.
eddie_accept = $(if $(EDDIE_TCC), && { [ ! -e $(eddie_quick_of).refused ] \
               || { rm -f $(eddie_quick_of).refused; [ -s $(eddie_quick_of) ] || rm -f $(eddie_quick_of); }; })
eddie_refuse = $(if $(EDDIE_TCC), || { [ $$? != 1 ] || { $(if $(EDDIE_QUICK),echo 'eddie: refused $@';) [ ! -s $(eddie_quick_of) ]; } \
               || { cp $< $(eddie_quick_of).refused; : >$(eddie_quick_of); }; exit 1; })
eddie_quick_of = $(call eddie_to_quick,$(@:$(B)/game.so=$(B)/game/game.so))

# --- From the schema to C -------------------------------------------------------------------------
# schema.d names the .def files that others include, wherever they are.
eddie_included := $(wildcard $(filter %.def,$(file <$(B)/gen/schema.d)))

# The names of all sources, rewritten where one came or went: a removed file leaves nothing newer behind.
eddie_names := $(eddie_game) $(EDDIE_SCHEMA)
ifneq ($(strip $(eddie_names)),$(strip $(file <$(B)/game/.names)))
$(shell mkdir -p $(B)/game)
$(file >$(B)/game/.names,$(eddie_names))
endif

$(B)/gen/.made: $(sort $(EDDIE_SCHEMA) $(eddie_included)) $(EDDIEC) $(B)/game/.names | $(eddie_folders)
	$(eddie_q)$(if $(EDDIE_SCHEMA),,echo 'error: schema/ has no .def file: add one, such as schema/game.def'; exit 1;) \
	$(eddie_begin) $(EDDIEC) -o $(B)/gen $(EDDIE_SCHEMA) && mv -f $@.begun $@

# Rewritten only where the text changed, so what does not include them is not compiled again; all of them where one is missing.
$(eddie_gen_c) $(eddie_gen_h): $(B)/gen/.made ;
.PHONY: $(if $(filter-out $(wildcard $(B)/gen/*),$(eddie_gen_c) $(eddie_gen_h) $(B)/gen/schema.d),$(B)/gen/.made)

# --- The module: linked beside and renamed, so nobody loads half a file ---------------------------
$(B)/game/%.gen.o: $(B)/gen/%.gen.c | $(eddie_folders)
	$(call eddie_say,cc,$<)$(eddie_begin) $(CC) $(EDDIE_FLAGS) -pipe $(GAME_ERR) $(GAME_OPT) $(eddie_pic) -c $< -o $@ && $(eddie_date)$(eddie_accept)$(eddie_refuse)

$(B)/game/%.o: game/%.c | $(eddie_folders) $(eddie_gen_c)
	$(call eddie_say,cc,$<)$(eddie_begin) $(CC) $(EDDIE_FLAGS) -pipe $(GAME_ERR) $(GAME_OPT) $(eddie_pic) -c $< -o $@ && $(eddie_date)$(eddie_accept)$(eddie_refuse)

$(B)/game/%.o: game/%.cpp | $(eddie_folders) $(eddie_gen_c)
	$(call eddie_say,c++,$<)$(eddie_begin) $(CXX) -std=c++17 $(eddie_common) -pipe $(GAME_OPT) $(eddie_pic) -c $< -o $@ && $(eddie_date)

# By hand it waits for the build that a running game has begun, and that one for it: runtime/live/build_lock.h. It continues
# as long as it finds something to do, which is what was saved meanwhile; a few times only, as a file may be from tomorrow, and
# once under make -B, which always finds something.
ifeq ($(origin EDDIE_CHANGED),undefined)
eddie_rounds = $(if $(findstring B,$(firstword -$(MAKEFLAGS))),1,1 2 3)
eddie_turn   = $(if $(call eddie_which,flock),flock $(B)/game.so.lock)

game: | $(eddie_folders)
	$(eddie_q)$(eddie_turn) sh -c 'for round in $(eddie_rounds); do : >$(B)/.begun; $(MAKE) --no-print-directory game EDDIE_CHANGED= || exit; \
	    [ $(B)/game.so -nt $(B)/.begun ] || break; done'

quick: game
	$(eddie_q)$(eddie_turn) $(MAKE) --no-print-directory quick EDDIE_CHANGED=
else
game: $(and $(EDDIE_QUICK),$(EDDIE_TCC),$(B)/quick/game.so) $(B)/game.so ## build only the game module, as a save does
	@:

quick: $(if $(EDDIE_TCC),$(B)/quick/game.so)
	@:
endif

$(B)/game.so: $(eddie_game_o) $(eddie_gen_o) $(EDDIE_A) $(B)/game/.names
	$(if $(EDDIE_SOURCES),,@echo 'error: game/ has no .c file: add one with the function eddie_module'; exit 1)
	$(call eddie_say,ld,$@)$(if $(eddie_cpp),$(CXX),$(CC)) $(SAN) $(eddie_gold) -shared -Wl,-Bsymbolic $(filter-out %.names,$^) $(LIBS) \
	    -o $@.new && mv -f $@.new $@$(eddie_accept)$(eddie_refuse)

# The same by tcc, in a tenth of the time, for the moment until the compiler is done. Only files that tcc compiles without a
# message: for another file an empty object is left, and there is no module. If the compiler finds errors in such a file, it prints them
# here, before it compiles anything. A whole module is offered to the program that started the build, see runtime/live/build.h.
ifneq ($(EDDIE_TCC),)
eddie_quick_o := $(call eddie_to_quick,$(eddie_game_o) $(eddie_gen_o))
eddie_seen    = { [ -e $@ ] && [ ! -s $@ ]; }
eddie_refused = { [ -e $@.refused ] && cmp -s $< $@.refused && : >$@; }
eddie_quick   = @$(eddie_begin) { $(eddie_refused) || $(EDDIE_TCC) -std=c11 -D_GNU_SOURCE -Werror -Wimplicit-function-declaration -I. $(EDDIE_I) -I$(B) \
           $(CFLAGS) -fPIC -MD -MF $(@:.o=.d) -c $< -o $@ 2>/dev/null \
           || { $(eddie_seen) || $(CC) $(EDDIE_FLAGS) -MT $@ -MF $(@:.o=.d) -w -fsyntax-only $< && : >$@; }; } && $(eddie_date)

$(B)/quick/%.gen.o: $(B)/gen/%.gen.c | $(eddie_folders)
	$(eddie_quick)

$(B)/quick/%.o: game/%.c | $(eddie_folders) $(eddie_gen_c)
	$(eddie_quick)

$(B)/quick/game.so: $(eddie_quick_o) $(EDDIE_O) $(B)/game/.names
	@for o in $(eddie_quick_o); do [ -s $$o ] && [ ! -e $@.refused ] || { : >$@; exit 0; }; done; \
	$(EDDIE_TCC) $(CFLAGS) -shared -Wl,-Bsymbolic $(eddie_quick_o) $(EDDIE_O) $(LIBS) -o $@ 2>/dev/null || { : >$@; exit 0; }; \
	$(if $(EDDIE_QUICK),echo 'eddie: try $@')

ifdef EDDIE_QUICK
# make comes back to the link only when it has begun with all there is to compile, so the compiler waits for it.
$(eddie_game_o) $(eddie_gen_o): | $(B)/quick/game.so
endif
endif

$(eddie_folders):
	$(eddie_q)mkdir -p $@

# --- Names that Makefiles of an older `eddie new` use; one that a Makefile uses for something else stays its own 
eddie_alias = $(if $(filter file override command,$(origin $(1))),,$(eval $(1) = $$($(2))))
$(call eddie_alias,Q,eddie_q)
$(call eddie_alias,BASE,EDDIE_FLAGS)
$(call eddie_alias,SCHEMA,EDDIE_SCHEMA)
$(call eddie_alias,QUICKLY,EDDIE_TCC)

# --- What an object was made of: its compiler's notes, taken as words, so that no name in them can stop make 
eddie_notes = $(subst :,,$(subst \,,$(filter-out %: \,$(file <$(object:.o=.d)))))
eddie_read :=
$(foreach object,$(eddie_game_o) $(eddie_gen_o) $(eddie_quick_o),$(eval eddie_noted := $$(eddie_notes))$(eval $(object): $$(eddie_noted))$(eval eddie_read += $$(eddie_noted)))
eddie_read := $(sort $(eddie_read))
# What is gone counts as new.
$(filter-out $(wildcard $(eddie_read)) $(eddie_gen_c) $(eddie_gen_h),$(eddie_read)): ;
