# eddie: live editing of C games. `make help` lists what it does; read from top to bottom.

# --- Settings: override on the command line ---------------------------------------------------------------------------
CC       ?= cc
CXX      ?= c++
OPT      ?= -O2
GAME_OPT ?= -O0
# In a game these would run wrong, not fail: a save with one of them is refused, and the old code runs on.
GAME_ERR := -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration
CFLAGS   ?= -g
PREFIX   ?= /usr/local
DESTDIR  ?=
ARGS     ?=
V        ?=

# --- What there is ----------------------------------------------------------------------------------------------------
RUNTIME := arena aside attic attic_file attic_rows before bulk bulk_count bulk_run claim clean convert draw err \
           forecast heap init input job job_attic layout limits mask match module number order pack pack_table packed \
           parts plan pool read refs report rows_attic run shuffle snapshot str table tables types unit unpack \
           unpack_element unpack_list unpack_opened unpack_pool unpack_table unpack_union value write
LIVE    := build checkpoint fault file folder guard library library_check live live_swap live_tell saver spawn trial turn watch
CODEGEN := ast check check_attr check_const check_endless check_files check_layout check_made check_names check_pool \
           check_preset check_tags check_type check_unit codes diag diag_json emit emit_init emit_pack emit_pool \
           emit_tables emit_types emit_union explain explain_fields explain_read explain_types explain_values file fmt \
           fmt_lines fmt_scan fmt_space fmt_write lex main options parse parse_attr parse_expr parse_field \
           snapshot tables words
HOST    := action answer atlas batch command count draw font info input inspect inspect_act inspect_brush inspect_draw \
           inspect_edit inspect_filter inspect_key inspect_layout inspect_line inspect_mouse inspect_place inspect_popup \
           inspect_seen inspect_top inspect_tree inspect_value limit loop main options overlay plan play quick schema script shape shot \
           stop tell text window
TESTS   := arena attic build checkpoint claim draw endian failing fault file flips folder forecast guard heap inspect inspect_edit \
           layout library main number pack plan read report run saver snapshot str stranger table table_read types unit value \
           watch write
# The game is the user's: a new file there is built without an edit here.
GAME    := $(patsubst game/%.c,%,$(sort $(wildcard game/*.c)))
SCHEMA  := $(sort $(wildcard schema/*.def))

PACKAGES      := gcc libc6-dev pkg-config libsdl2-dev libsdl2-ttf-dev libsdl2-gfx-dev libsdl2-image-dev libxxhash-dev \
                 fonts-dejavu-core
BENCH_PACKAGES := $(PACKAGES) g++ libmsgpack-dev libcereal-dev
TEST_PACKAGES := $(BENCH_PACKAGES) clang gdb tcc xvfb xdotool

# --- How it is compiled. B is the folder of a build: sanitizers, coverage and release are the same rules in another ------
B     ?= build
SAN   ?=
WARN  := -Wall -Wextra -Wconversion -Wshadow
BASE   = -std=c11 -D_GNU_SOURCE $(WARN) -I. -I$(B) $(CFLAGS) $(SAN) -MMD -MP
PIC   := -fPIC -fvisibility=hidden
SDL    = $(shell pkg-config --cflags sdl2 SDL2_ttf SDL2_gfx SDL2_image)
SDL_L  = $(shell pkg-config --libs sdl2 SDL2_ttf SDL2_gfx SDL2_image)
Q     := $(if $(V),,@)
# One short line a step; the command itself with V=1; nothing under make -s.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
quiet   = $(if $(V),,@$(if $(SILENT),,printf '  %-4s %s\n' $(1) $(2);))

GEN_C     := $(SCHEMA:schema/%.def=$(B)/gen/%.gen.c) $(B)/gen/schema.gen.c
GEN_H     := $(GEN_C:.c=.h)
GEN_O     := $(GEN_C:$(B)/gen/%.c=$(B)/game/%.o)
GAME_O    := $(GAME:%=$(B)/game/%.o)
CORE_O    := $(RUNTIME:%=$(B)/runtime/%.o)
LIVE_O    := $(LIVE:%=$(B)/runtime/live/%.o)
CODEGEN_O := $(CODEGEN:%=$(B)/codegen/%.o)
HOST_O    := $(HOST:%=$(B)/host/%.o)
FOLDERS   := $(addprefix $(B)/,runtime/live codegen game host test/fuzz unit storm/runtime)

# As many steps at once as there are cores, unless -j says otherwise. A save's build keeps each file's errors together.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS := $(MAKEFLAGS) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc)) \
             $(if $(filter game,$(MAKECMDGOALS)),--output-sync=target)
endif
# What this make starts and that itself calls make, now or on a later save, begins afresh.
AFRESH := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help all run test check bench release coverage install clean flips fuzz fuzz-packages game packages test-packages bench-packages \
        test-build storm faults

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 18

all: $(B)/eddie $(B)/eddiec $(B)/game.so compile_commands.json ## build the host, the generator and the game

run: packages ## play the game with live reload on; ARGS="--seed 7" are the host's options
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(AFRESH) $(B)/eddie $(ARGS)

# --- The runtime, prebuilt and optimized; the same objects serve host, module and tools ---------------------------------
$(B)/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) $(ROWS) $(PIC) -c $< -o $@

# What runs over every row: loops of a few instructions, worth unrolling.
$(addprefix $(B)/runtime/,bulk_run.o clean.o heap.o pack_table.o shuffle.o unpack_table.o): ROWS := $(if $(filter -O2,$(OPT)),-O3 -funroll-loops)

$(B)/libeddie.a: $(CORE_O)
	$(call quiet,ar,$@)rm -f $@ && ar rcs $@ $^

$(B)/libeddie_live.a: $(LIVE_O)
	$(call quiet,ar,$@)rm -f $@ && ar rcs $@ $^

# --- The generator ------------------------------------------------------------------------------------------------------
$(B)/codegen/%.o: codegen/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) -c $< -o $@

$(B)/eddiec: $(CODEGEN_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ -lm -o $@

# --- The game module: linked beside and renamed, so nobody loads half a file ----------------------------------------------
# schema.d names the .def files that others include, wherever they are.
INCLUDED := $(wildcard $(filter %.def,$(shell cat $(B)/gen/schema.d 2>/dev/null)))

# The names of all sources, rewritten where one came or went: a removed file leaves nothing newer behind.
NAMES := $(GAME) $(SCHEMA)
ifneq ($(strip $(NAMES)),$(strip $(file <$(B)/game/.names)))
$(shell mkdir -p $(B)/game)
$(file >$(B)/game/.names,$(NAMES))
endif

$(B)/gen/.made: $(sort $(SCHEMA) $(INCLUDED)) $(B)/eddiec $(B)/game/.names
	$(Q)$(B)/eddiec -o $(B)/gen $(SCHEMA) && touch $@

# Rewritten only where the text changed, so what does not include them is not compiled again.
$(GEN_C) $(GEN_H): $(B)/gen/.made ;

$(B)/game/%.gen.o: $(B)/gen/%.gen.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(GAME_ERR) $(GAME_OPT) $(PIC) -c $< -o $@

$(B)/game/%.o: game/%.c | $(FOLDERS) $(GEN_C)
	$(call quiet,cc,$<)$(CC) $(BASE) $(GAME_ERR) $(GAME_OPT) $(PIC) -c $< -o $@

game: $(B)/game.so ## build the game module alone: what a save runs

$(B)/game.so: $(GAME_O) $(GEN_O) $(B)/libeddie.a $(B)/game/.names
	$(call quiet,ld,$@)$(CC) $(SAN) -shared -Wl,-Bsymbolic $(filter-out %.names,$^) -lm -o $@.new && mv -f $@.new $@

# --- The host: with the live floor, or with the game linked in and no loader ----------------------------------------------
$(B)/host/%.o: host/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(SDL) $(OPT) -c $< -o $@

$(B)/eddie: $(HOST_O) $(addprefix $(B)/host/,crash.o source_live.o supervise.o) $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ $(SDL_L) -lm -ldl -pthread -o $@

$(B)/arena: $(HOST_O) $(B)/host/source_static.o $(GAME_O) $(GEN_O) $(addprefix $(B)/runtime/live/,checkpoint.o file.o saver.o watch.o) \
           $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ $(SDL_L) -lm -pthread -o $@

release: packages ## build/release/arena: the game and its host as one program, nothing live in it
	$(Q)$(MAKE) --no-print-directory B=build/release GAME_OPT=-O2 build/release/arena

# --- Tests: the same rules in build/san with the sanitizers on ------------------------------------------------------------
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
UNIT_O   := $(TESTS:%=$(B)/test/test_%.o) $(addprefix $(B)/test/,doc.o failing.o flips.o invariants.o rows.o)
# Arenas that can be told to refuse: tests/failing.h.
FAILING  := -Wl,--wrap=ed_arena_open,--wrap=ed_arena_close,--wrap=ed_arena_push,--wrap=ed_arena_push_raw,--wrap=ed_arena_extend,--wrap=ed_arena_extend_raw
UNIT_GEN := $(addprefix $(B)/unit/,unit.gen.o schema.gen.o)
ROWS_GEN := $(addprefix $(B)/rows/,rows.gen.o schema.gen.o) $(addprefix $(B)/later/,later.gen.o schema.gen.o)

$(B)/unit/gen/.made: tests/unit/unit.def $(B)/eddiec
	$(Q)$(B)/eddiec -o $(B)/unit/gen $< && touch $@

UNIT_TEXT := $(foreach name,unit schema,$(B)/unit/gen/$(name).gen.c $(B)/unit/gen/$(name).gen.h)
$(UNIT_TEXT): $(B)/unit/gen/.made ;

$(B)/unit/%.gen.o: $(B)/unit/gen/%.gen.c | $(UNIT_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit $(BASE) -O1 -c $< -o $@

# Two more games in the same program: their schemas get names of their own.
$(B)/rows/gen/.made $(B)/later/gen/.made: $(B)/%/gen/.made: tests/rows/%.def $(B)/eddiec
	$(Q)$(B)/eddiec -o $(@D) $< && touch $@

ROWS_TEXT := $(foreach name,rows later,$(addprefix $(B)/$(name)/gen/,$(name).gen.c $(name).gen.h schema.gen.c schema.gen.h))
$(filter $(B)/rows/%,$(ROWS_TEXT)): $(B)/rows/gen/.made ;
$(filter $(B)/later/%,$(ROWS_TEXT)): $(B)/later/gen/.made ;

$(B)/rows/%.gen.o: $(B)/rows/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/rows $(BASE) -Deddie_schema=rows_schema -O1 -c $< -o $@

$(B)/later/%.gen.o: $(B)/later/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/later $(BASE) -Deddie_schema=later_schema -O1 -c $< -o $@

$(B)/test/%.o: tests/%.c | $(FOLDERS) $(UNIT_TEXT) $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit -I$(B)/rows $(BASE) -O1 -c $< -o $@

# Calls that a test makes to fail, see tests/test_fault.c.
COMMA   := ,
WRAPPED := $(addprefix -Wl$(COMMA)--wrap=,openat write read fsync close renameat)

# A module to be opened, as small as one can be.
$(B)/test/tiny.so: tests/loading/tiny.c | $(FOLDERS)
	$(call quiet,ld,$@)$(CC) $(BASE) $(PIC) -shared $< -o $@

# What of the host needs no window.
PURE_HOST := $(addprefix $(B)/host/inspect_,edit.o filter.o line.o place.o seen.o tree.o value.o)

$(B)/test_unit: $(UNIT_O) $(UNIT_GEN) $(ROWS_GEN) $(PURE_HOST) $(B)/libeddie_live.a $(B)/libeddie.a \
                | $(B)/test/tiny.so
	$(call quiet,ld,$@)$(CC) $(SAN) $(FAILING) $(WRAPPED) $^ -lm -ldl -pthread -lmsgpackc -o $@

$(B)/flip: $(addprefix $(B)/test/,flip.o flips.o invariants.o) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ -lm -ldl -o $@

$(B)/eddiec_failing: $(CODEGEN_O) $(B)/test/failing.o $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $(FAILING) $^ -lm -o $@

# The storm: random edits and states against a slow model. Its modules find the runtime in the driver, so nothing is hidden.
STORM   := build carry case compare edit edit_move form main make match memory mend model moves pair preset random reduce refs \
           run shape spell state units
STORM_O := $(STORM:%=$(B)/storm/%.o)
COUNT   ?= 100000
SEED    ?= 1

$(B)/storm/%.o: tests/storm/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) -O1 -c $< -o $@

$(B)/storm/storm: $(STORM_O) $(RUNTIME:%=$(B)/storm/runtime/%.o)
	$(call quiet,ld,$@)$(CC) $(SAN) -rdynamic $^ -lm -ldl -o $@

$(B)/storm/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) -c $< -o $@

storm: test-packages ## 100,000 random schemas, edits and states against a slow model; COUNT=… SEED=… FORM=…
	$(Q)$(MAKE) --no-print-directory build/eddiec build/storm/storm
	$(Q)$(AFRESH) tests/storm.sh $(COUNT) $(SEED)

# The faults: a module that fails as it is told, offered to a running game.
FAULTY := $(foreach state,now next,$(B)/faulty/$(state).so)

$(FAULTY:.so=/gen/.made): $(B)/faulty/%/gen/.made: tests/faults/%.def $(B)/eddiec
	$(Q)$(B)/eddiec -o $(@D) $< && touch $@

$(FAULTY): $(B)/faulty/%.so: tests/faults/module.c $(B)/faulty/%/gen/.made build/libeddie.a
	$(call quiet,ld,$@)$(CC) -I$(B)/faulty/$* $(filter-out $(SAN),$(BASE)) -O0 $(PIC) -shared -Wl,-Bsymbolic \
	    $< $(B)/faulty/$*/gen/*.gen.c build/libeddie.a -lm -pthread -o $@

FAULTS_C := $(addprefix tests/faults/,main.c offer.c soak.c)

$(B)/faults: $(FAULTS_C) $(wildcard tests/faults/*.h) $(B)/libeddie_live.a $(B)/libeddie.a | $(FAULTY)
	$(call quiet,ld,$@)$(CC) $(BASE) $(OPT) $(filter %.c %.a,$^) -lm -ldl -pthread -o $@

RELOADS ?= 10000

faults: packages ## fail in every way at every point, before a running game; RELOADS=… one after the other
	$(Q)$(MAKE) --no-print-directory all $(B)/faults
	$(Q)$(B)/faults $(FAULTY)
	$(Q)$(B)/faults --soak $(RELOADS) $(FAULTY)
	$(Q)tests/supervise.sh $(B)/eddie $(B)/faulty/now.so
	$(Q)$(AFRESH) tests/loading.sh $(B)

test-build: $(B)/test_unit $(B)/eddie $(B)/eddiec $(B)/eddiec_failing $(B)/flip $(B)/game.so $(B)/libeddie.a $(B)/libeddie_live.a \
            $(B)/storm/storm $(B)/bench $(B)/faults

test: test-packages ## all tests, sanitized, without a display
	$(Q)$(MAKE) --no-print-directory all build/faults
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 test-build
	$(Q)$(AFRESH) tests/run.sh build/san "$(SANITIZE)"

flips: test-packages ## every cut and every flipped bit of real snapshots, all of them; FRAMES=1 of the game before
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 test-build
	$(Q)$(AFRESH) EDDIE_FLIPS=all build/san/test_unit every_cut every_flipped
	$(Q)$(AFRESH) build/san/flip build/san/game.so $(or $(FRAMES),1) 1

# Fuzzing by libFuzzer, which comes with clang. What it finds interesting is kept from run to run.
FUZZ_PACKAGES := clang libclang-rt-dev libxxhash-dev
# Values are compared by the thousand; which ones, the mutators know better.
FUZZ_SAN := $(SANITIZE) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
FUZZERS  := snapshot reload layout schema
FUZZ     ?= $(FUZZERS)
SECONDS  ?= 60
FUZZ_O   := $(addprefix $(B)/test/,fuzz/target.o)
FUZZ_WRAP := -Wl,--wrap=ed_arena_open,--wrap=ed_arena_close
FUZZ_DOC := $(FUZZ_O) $(addprefix $(B)/test/,fuzz/documents.o fuzz/mutate.o invariants.o rows.o) $(ROWS_GEN)

$(B)/fuzz_snapshot $(B)/fuzz_reload $(B)/fuzz_layout: $(B)/fuzz_%: $(B)/test/fuzz/fuzz_%.o $(FUZZ_DOC) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) -fsanitize=fuzzer $(FUZZ_WRAP) $^ -lm -o $@

$(B)/fuzz_schema: $(addprefix $(B)/test/fuzz/,fuzz_schema.o mutate_schema.o) $(FUZZ_O) $(filter-out %/main.o,$(CODEGEN_O)) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) -fsanitize=fuzzer $(FUZZ_WRAP) $^ -lm -o $@

fuzz: fuzz-packages ## random snapshots and schemas for their readers, SECONDS=60 each; FUZZ="snapshot reload layout schema"
	$(Q)$(MAKE) --no-print-directory B=build/fuzz CC=clang SAN="$(FUZZ_SAN)" OPT=-O2 $(FUZZ:%=build/fuzz/fuzz_%)
	$(Q)$(AFRESH) tests/fuzz.sh build/fuzz $(SECONDS) $(FUZZ)

check: test-packages ## every source without a warning under gcc and clang, every header alone as C11 and C++17
	$(Q)$(MAKE) --no-print-directory -s $(GEN_C) $(B)/eddie
	$(Q)tests/check.sh

coverage: test-packages ## what the tests reach of runtime and codegen
	$(call need,gcovr)
	$(Q)rm -rf build/cov      # notes of sources that are gone would be read too
	$(Q)$(MAKE) --no-print-directory build/libeddie.a
	$(Q)$(MAKE) --no-print-directory B=build/cov SAN=--coverage OPT=-O0 GAME_OPT=-O0 test-build
	$(Q)$(AFRESH) tests/run.sh build/cov --coverage
	@# gcc 12's gcov gives some branches a count below zero, which gcovr would not read; lines are not touched by it
	$(Q)gcovr --gcov-ignore-parse-errors --root . --filter runtime/ --filter codegen/ --object-directory build/cov build/cov

# --- The benchmark: two modules as a user's are, the runtime optimized, others' codes beside it ---------------------------
BENCH   := clock corpora generator idle json layout_now layout_next machine main memory modules reload sample save sizes table \
           way_copy way_eddie way_msgpack world
BENCH_O := $(BENCH:%=$(B)/measure/%.o) $(B)/measure/way_cereal.o
BENCH_I  = -I$(B)/measure/now -I$(B)/measure/next
MEASURED := $(foreach state,now next,$(B)/measure/$(state).so)

$(MEASURED:.so=/gen/.made): $(B)/measure/%/gen/.made: tests/bench/%.def $(B)/eddiec | $(FOLDERS)
	$(Q)$(B)/eddiec -o $(@D) $< && touch $@

$(MEASURED): $(B)/measure/%.so: tests/bench/module.c $(B)/measure/%/gen/.made $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) -I$(B)/measure/$* $(BASE) $(GAME_ERR) $(GAME_OPT) $(PIC) -shared -Wl,-Bsymbolic \
	    $< $(B)/measure/$*/gen/*.gen.c $(B)/libeddie.a -lm -o $@.new && mv -f $@.new $@

$(B)/measure/%.o: tests/bench/%.c | $(FOLDERS) $(MEASURED:.so=/gen/.made)
	$(call quiet,cc,$<)$(CC) $(BENCH_I) $(BASE) $(OPT) -c $< -o $@

$(B)/measure/%.o: tests/bench/%.cpp | $(FOLDERS) $(MEASURED:.so=/gen/.made)
	$(call quiet,cxx,$<)$(CXX) -std=c++17 -Wall -Wextra -Wshadow $(BENCH_I) -I. $(CFLAGS) $(SAN) $(OPT) -MMD -MP -c $< -o $@

$(B)/bench: $(BENCH_O) $(B)/libeddie_live.a $(B)/libeddie.a | $(MEASURED)
	$(call quiet,ld,$@)$(CXX) $(SAN) $^ -lm -ldl -lmsgpackc -o $@

bench: bench-packages ## pack, unpack and migrate beside memcpy and others; reloads, saves; JSON=FILE, ARGS="--only reload"
	$(Q)$(MAKE) --no-print-directory all $(B)/bench
	$(Q)$(AFRESH) $(B)/bench $(if $(JSON),--json $(JSON)) $(ARGS)

# --- What it needs from the system: installed where it may be, else the line to type ----------------------------------------
define need
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(1); do dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done); \
	[ -z "$$missing" ] && exit 0; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	if [ -n "$$sudo" ] && ! sudo -n true 2>/dev/null; then \
	    echo 'These packages are missing. To install them, type:'; \
	    echo "  sudo apt-get update && sudo apt-get install -y" $$missing; exit 1; fi; \
	echo '  installing' $$missing; \
	{ $$sudo apt-get update -qq && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; } >$(B).apt.log 2>&1 \
	    || { cat $(B).apt.log; echo '  the packages above could not be installed: mend that, or install them by hand'; exit 1; }; \
	rm -f $(B).apt.log
endef

packages:
	$(call need,$(PACKAGES))

fuzz-packages:
	$(call need,$(FUZZ_PACKAGES))

test-packages:
	$(call need,$(TEST_PACKAGES))

bench-packages:
	$(call need,$(BENCH_PACKAGES))

# --- Installing, editors, cleaning ------------------------------------------------------------------------------------------
install: all ## into PREFIX, below DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include/eddie/runtime/live
	install $(B)/eddie $(B)/eddiec $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(B)/libeddie.a $(B)/libeddie_live.a $(DESTDIR)$(PREFIX)/lib
	install -m 644 runtime/*.h $(DESTDIR)$(PREFIX)/include/eddie/runtime
	install -m 644 runtime/live/*.h $(DESTDIR)$(PREFIX)/include/eddie/runtime/live

SOURCES = $(RUNTIME:%=runtime/%.c) $(LIVE:%=runtime/live/%.c) $(CODEGEN:%=codegen/%.c) $(HOST:%=host/%.c) \
          host/crash.c host/source_live.c host/source_static.c host/supervise.c $(GAME:%=game/%.c)

compile_commands.json: Makefile $(SOURCES)
	$(Q)for f in $(SOURCES); do printf '{"directory":"%s","file":"%s","command":"cc %s -c %s"}\n' \
	    "$$PWD" $$f "$(BASE) $(SDL)" $$f; done | sed '1s/^/[/; $$!s/$$/,/; $$s/$$/]/' > $@

clean: ## remove what was built
	rm -rf build compile_commands.json

$(FOLDERS):
	$(Q)mkdir -p $@

-include $(wildcard $(addsuffix /*.d,$(B)/runtime $(B)/runtime/live $(B)/codegen $(B)/game $(B)/host $(B)/measure $(B)/test $(B)/test/fuzz $(B)/unit $(B)/rows $(B)/later $(B)/storm $(B)/storm/runtime))
