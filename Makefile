# eddie: live editing of C games. `make help` lists what it does; read from top to bottom.

# --- Settings: override on the command line ---------------------------------------------------------------------------
OPT      ?= -O2
PREFIX   ?= /usr/local
DESTDIR  ?=
ARGS     ?=
# The folder of a build: sanitizers, coverage and release are the same rules in another.
B        ?= build
SAN      ?=

# --- What there is ----------------------------------------------------------------------------------------------------
# The sources are what is in the folders. Two files exist twice: for live editing, and for a game that is linked in.
in      = $(wildcard $(addsuffix /*.c,$(addprefix $(1)/,$(2))))
CORE    := $(call in,runtime,base msgpack types snapshot value migrate api run)
LIVE    := $(call in,runtime,os live)
DEBUG   := $(call in,runtime,debug)
CODEGEN := $(wildcard codegen/*.c) $(call in,codegen,diag syntax check emit fmt)
HOST_LIVE   := host/cmd/headless_live.c
HOST_STATIC := host/cmd/headless_static.c runtime/debug/game_source_static.c
HOST    := $(filter-out $(HOST_LIVE) $(HOST_STATIC),host/main.c $(call in,host,app ui inspect cmd gfx))

PACKAGES      := gcc tcc libc6-dev pkg-config libsdl2-dev libsdl2-ttf-dev libsdl2-gfx-dev libsdl2-image-dev libxxhash-dev \
                 fonts-dejavu-core
BENCH_PACKAGES := $(PACKAGES) g++ libmsgpack-dev libcereal-dev
TEST_PACKAGES := $(BENCH_PACKAGES) clang clang-format gdb jq libonig-dev vim mandoc fish zsh xvfb xdotool

# --- How it is compiled: the rules of the game, and what the rest has beside ----------------------------------------------
# A save runs `make -s game`. What stands above and in these rules is then nearly all that is read.
# Without its debug information the runtime is linked in half the time; the game keeps its own.
EDDIEC    := $(B)/eddiec
EDDIE_I   :=
EDDIE_A   := $(B)/$(if $(SAN),,bare/)libeddie.a
EDDIE_O   := $(if $(SAN),,$(B)/bare/eddie.o)
TOOLS     := $(EDDIEC) $(EDDIE_A) $(EDDIE_O)
include runtime/game.mk
Q     = $(eddie_q)
quiet = $(eddie_say)
BASE  = $(EDDIE_FLAGS)
PIC  := $(eddie_pic)

SDL    = $(shell pkg-config --cflags sdl2 SDL2_ttf SDL2_gfx SDL2_image)
SDL_L  = $(shell pkg-config --libs sdl2 SDL2_ttf SDL2_gfx SDL2_image)
objects = $(patsubst %.c,$(B)/%.o,$(1))
CORE_O    := $(call objects,$(CORE))
OS_O      := $(filter $(B)/runtime/os/%,$(call objects,$(LIVE)))
LIVE_O    := $(call objects,$(LIVE))
DEBUG_O   := $(call objects,$(filter-out $(HOST_STATIC),$(DEBUG)))
CODEGEN_O := $(call objects,$(CODEGEN)) $(OS_O)
HOST_O    := $(call objects,$(HOST))
OBJECTS   := $(CORE_O) $(LIVE_O) $(DEBUG_O) $(CODEGEN_O) $(HOST_O) $(call objects,$(HOST_LIVE) $(HOST_STATIC))
STORM_CORE_O := $(CORE_O:$(B)/%=$(B)/storm/%)
FOLDERS   := $(sort $(patsubst %/,%,$(dir $(OBJECTS) $(STORM_CORE_O)))) $(addprefix $(B)/,measure rows later aims test/fuzz unit)

# What this make starts and that itself calls make, now or on a later save, begins afresh.
AFRESH := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
.DEFAULT_GOAL := help
.PHONY: help all run test check bench blink release animation coverage install uninstall clean flips fuzz mutants names fuzz-packages packages \
        test-packages bench-packages test-build storm faults

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile runtime/game.mk | expand -t 18

all: $(B)/eddie $(B)/eddiec $(B)/.tools compile_commands.json ## build the host, the generator and the game
	$(Q)$(MAKE) --no-print-directory game $(if $(EDDIE_TCC),quick)

run: packages ## play the game with live reload on; ARGS="--seed 7" are the host's options
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(AFRESH) $(B)/eddie $(ARGS)

ifeq ($(filter-out game quick,$(or $(MAKECMDGOALS),help)),)
# All that a save has to know of the rest is whether it is newer.
$(TOOLS): $(B)/.tools ;

$(B)/.tools: $(wildcard runtime/*.h runtime/*/*.[ch] codegen/*.[ch] codegen/*/*.[ch])
	$(Q)$(MAKE) --no-print-directory $(TOOLS) && touch $@

else

$(B)/.tools: $(TOOLS)
	$(Q)touch $@

# --- The runtime, prebuilt and optimized; the same objects serve host, module and tools ---------------------------------
$(B)/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) $(ROWS) $(PIC) -c $< -o $@

# What runs over every row: loops of a few instructions, worth unrolling.
$(addprefix $(B)/runtime/,msgpack/read.o \
    $(addprefix snapshot/,canonicalize.o decode.o row_table_write.o varlen.o) \
    $(addprefix migrate/,copied.o drop.o element.o lanes.o row_copy.o)): \
    ROWS := $(if $(filter -O2,$(OPT)),-O3 -funroll-loops)

$(B)/libeddie.a: $(CORE_O)
	$(call quiet,ar,$@)rm -f $@ && ar rcs $@ $^

$(B)/libeddie_live.a: $(LIVE_O)
	$(call quiet,ar,$@)rm -f $@ && ar rcs $@ $^

$(B)/libeddie_debug.a: $(DEBUG_O)
	$(call quiet,ar,$@)rm -f $@ && ar rcs $@ $^

$(B)/bare:
	$(Q)mkdir -p $@

$(B)/bare/libeddie.a: $(B)/libeddie.a | $(B)/bare
	$(Q)objcopy --strip-debug $< $@

# One object, with what it needs of the compiler: tcc has no such library.
$(B)/bare/eddie.o: $(B)/bare/libeddie.a
	$(Q)$(CC) -r -nostdlib -Wl,--whole-archive $< -Wl,--no-whole-archive -lgcc -o $@

# --- The generator ------------------------------------------------------------------------------------------------------
$(B)/codegen/%.o: codegen/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) -c $< -o $@

$(B)/eddiec: $(CODEGEN_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ -lm -o $@

# --- The host: with the live floor, or with the game linked in and no loader ----------------------------------------------
$(B)/host/%.o: host/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(SDL) $(OPT) -c $< -o $@

# Its text is that of other files.
$(B)/host/cmd/template.o: $(wildcard $(addprefix host/cmd/new_game/,* */* .*/*))

$(B)/eddie: $(HOST_O) $(call objects,$(HOST_LIVE)) \
            $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ $(SDL_L) -lm -ldl -pthread -o $@

# Of the live floor only what it calls: files, saves.
$(B)/arena: $(HOST_O) $(call objects,$(HOST_STATIC)) $(eddie_game_o) $(eddie_gen_o) \
            $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ $(SDL_L) -lm -pthread -o $@

release: packages ## build/release/arena: the game and its host as one program, nothing live in it
	$(Q)$(MAKE) --no-print-directory B=build/release OPT="-O2 -DNDEBUG" GAME_OPT=-O2 build/release/arena

# --- Tests: the same rules in build/san with the sanitizers on ------------------------------------------------------------
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# What of the host needs neither window nor loader is tested by itself.
HOST_PURE := $(addprefix inspect/,changed filter line_edit tree undo value)
UNIT_O   := $(patsubst tests/%.c,$(B)/test/%.o,$(wildcard tests/test_*.c)) $(addprefix $(B)/test/,doc.o failing.o flips.o invariants.o rows.o versions.o) \
            $(HOST_PURE:%=$(B)/host/%.o) $(B)/codegen/syntax/print.o $(B)/codegen/syntax/index.o
# Arenas that can be told to refuse: tests/failing.h.
FAILING  := -Wl,--wrap=ed_arena_open,--wrap=ed_arena_close,--wrap=ed_arena_push,--wrap=ed_arena_push_raw,--wrap=ed_arena_extend,--wrap=ed_arena_extend_raw
UNIT_GEN := $(addprefix $(B)/unit/,unit.gen.o schema.gen.o)
ROWS_GEN := $(addprefix $(B)/rows/,rows.gen.o schema.gen.o) $(addprefix $(B)/later/,later.gen.o schema.gen.o)
AIMS_GEN := $(addprefix $(B)/aims/,aims.gen.o schema.gen.o)

$(B)/unit/gen/.made: tests/unit/unit.def $(B)/eddiec
	$(Q)$(B)/eddiec -o $(B)/unit/gen $< && touch $@

UNIT_TEXT := $(foreach name,unit schema,$(B)/unit/gen/$(name).gen.c $(B)/unit/gen/$(name).gen.h)
$(UNIT_TEXT): $(B)/unit/gen/.made ;

$(B)/unit/%.gen.o: $(B)/unit/gen/%.gen.c | $(UNIT_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit $(BASE) -O1 -c $< -o $@

# Three more games in the same program: their schemas get names of their own.
$(B)/rows/gen/.made $(B)/later/gen/.made $(B)/aims/gen/.made: $(B)/%/gen/.made: tests/rows/%.def $(B)/eddiec
	$(Q)$(B)/eddiec -o $(@D) $< && touch $@

ROWS_TEXT := $(foreach name,rows later aims,$(addprefix $(B)/$(name)/gen/,$(name).gen.c $(name).gen.h schema.gen.c schema.gen.h))
$(filter $(B)/rows/%,$(ROWS_TEXT)): $(B)/rows/gen/.made ;
$(filter $(B)/later/%,$(ROWS_TEXT)): $(B)/later/gen/.made ;
$(filter $(B)/aims/%,$(ROWS_TEXT)): $(B)/aims/gen/.made ;

$(B)/rows/%.gen.o: $(B)/rows/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/rows $(BASE) -Deddie_schema=rows_schema -O1 -c $< -o $@

$(B)/later/%.gen.o: $(B)/later/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/later $(BASE) -Deddie_schema=later_schema -O1 -c $< -o $@

$(B)/aims/%.gen.o: $(B)/aims/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/aims $(BASE) -Deddie_schema=aims_schema -O1 -c $< -o $@

$(B)/test/%.o: tests/%.c | $(FOLDERS) $(UNIT_TEXT) $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit -I$(B)/rows -I$(B)/aims $(BASE) -O1 -c $< -o $@

# Calls that a test makes to fail, see tests/test_fault.c.
COMMA   := ,
WRAPPED := $(addprefix -Wl$(COMMA)--wrap=,openat write read fsync close renameat)

# A module to be opened, as small as one can be.
$(B)/test/tiny.so: tests/loading/tiny.c | $(FOLDERS)
	$(call quiet,ld,$@)$(CC) $(BASE) $(PIC) -shared $< -o $@

$(B)/test_unit: $(UNIT_O) $(UNIT_GEN) $(ROWS_GEN) $(AIMS_GEN) $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a \
                | $(B)/test/tiny.so
	$(call quiet,ld,$@)$(CC) $(SAN) $(FAILING) $(WRAPPED) $^ -lm -ldl -pthread -lmsgpackc -o $@

$(B)/flip: $(addprefix $(B)/test/,flip.o flips.o invariants.o) $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $^ -lm -ldl -o $@

$(B)/eddiec_failing: $(CODEGEN_O) $(B)/test/failing.o $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) $(SAN) $(FAILING) $^ -lm -o $@

# The storm: random edits and states against a slow model. Its modules find the runtime in the driver, so nothing is hidden.
STORM_O := $(patsubst tests/storm/%.c,$(B)/storm/%.o,$(wildcard tests/storm/*.c))
COUNT   ?= 100000
SEED    ?= 1

$(B)/storm/%.o: tests/storm/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) -O1 -c $< -o $@

$(B)/storm/storm: $(STORM_O) $(STORM_CORE_O)
	$(call quiet,ld,$@)$(CC) $(SAN) -rdynamic $^ -lm -ldl -o $@

$(B)/storm/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(OPT) -c $< -o $@

storm: test-packages ## 100,000 random schemas, edits and states against a slow model; COUNT=… SEED=… FORM=… GAMES=1
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

names: test-packages ## codegen/syntax/c_names.c: names of this system's C headers that the table does not have yet
	$(Q)codegen/syntax/c_names.sh

test: test-packages ## all tests, sanitized, without a display; SUITES="unit host" are those of tests/run.sh
	$(Q)$(MAKE) --no-print-directory all build/faults
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 test-build
	$(Q)$(AFRESH) tests/run.sh build/san "$(SANITIZE)"

FRAMES ?= 1
EVERY  ?= 1

flips: test-packages ## every cut and every flipped bit of real snapshots, all of them; FRAMES=1 of the game before, EVERY=1 cut and bit
	$(Q)$(MAKE) --no-print-directory build/libeddie.a
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 test-build
	$(Q)$(AFRESH) $(if $(filter 1,$(EVERY)),EDDIE_FLIPS=all) build/san/test_unit every_cut every_flipped
	$(Q)$(AFRESH) build/san/flip build/san/game.so $(FRAMES) $(EVERY)

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
	$(Q)$(MAKE) --no-print-directory -s $(eddie_gen_c) $(B)/eddie
	$(Q)tests/check.sh

animation: packages ## docs/live.webp, of a fight and the edits made meanwhile; needs ImageMagick, and no display; OUT=FILE, PICTURES=1 a scene
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(AFRESH) docs/animation.sh $(B)

COVERAGE := --coverage -Wl,--wrap=_exit,build/cov/coverage.o

coverage: test-packages ## what the tests reach of runtime and codegen; SUITES="unit host"
	$(call need,gcovr)
	$(Q)rm -rf build/cov && mkdir -p build/cov      # notes of sources that are gone would be read too
	$(Q)$(CC) $(PIC) -c tests/coverage.c -o build/cov/coverage.o
	$(Q)$(MAKE) --no-print-directory build/libeddie.a
	$(Q)$(MAKE) --no-print-directory B=build/cov SAN="$(COVERAGE)" OPT=-O0 GAME_OPT=-O0 test-build
	$(Q)$(AFRESH) tests/run.sh build/cov "$(COVERAGE)" || echo '  some tests failed; the lines that they ran are counted'
	@# gcc 12's gcov gives some branches a count below zero, which gcovr would not read; lines are not touched by it
	$(Q)gcovr --gcov-ignore-parse-errors --root . --filter runtime/ --filter codegen/ --object-directory build/cov build/cov

AREA ?= runtime live codegen host

mutants: test-packages ## mistakes of one line in lines that tests reach, and which are noticed; COUNT=40 SEED=1 AREA="runtime host"
	$(Q)[ -d build/cov ] || $(MAKE) --no-print-directory coverage
	$(Q)$(MAKE) --no-print-directory test-build
	$(Q)$(AFRESH) tests/mutants.sh $(if $(filter file,$(origin COUNT)),40,$(COUNT)) $(SEED) $(AREA)

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

ROUNDS ?= 30

blink: bench-packages ## from a save to live code, by tcc, by the compiler, and the compiler alone; ROUNDS=30
	$(Q)$(AFRESH) ROUNDS=$(ROUNDS) CC=$(CC) tests/bench/blink.sh

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
VERSION = $(shell sed -n 's/^#define ED_VERSION "\(.*\)".*/\1/p' runtime/base/base.h)

HEADERS = $(wildcard runtime/*.h runtime/*/*.h)

install: all $(B)/libeddie_debug.a ## into PREFIX, below DESTDIR
	$(call quiet,to,$(DESTDIR)$(PREFIX)):
	$(Q)install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib
	$(Q)install $(B)/eddie $(B)/eddiec $(DESTDIR)$(PREFIX)/bin
	$(Q)install -d $(DESTDIR)$(PREFIX)/lib/eddie $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/share/eddie
	$(Q)install -m 644 $(EDDIE_A) $(EDDIE_O) $(DESTDIR)$(PREFIX)/lib/eddie
	$(Q)install -m 644 runtime/game.mk $(DESTDIR)$(PREFIX)/share/eddie
	$(Q)sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(VERSION),' runtime/eddie.pc.in > $(DESTDIR)$(PREFIX)/lib/pkgconfig/eddie.pc
	$(Q)install -m 644 $(B)/libeddie.a $(B)/libeddie_live.a $(B)/libeddie_debug.a $(DESTDIR)$(PREFIX)/lib
	$(Q)for header in $(HEADERS); do install -D -m 644 $$header $(DESTDIR)$(PREFIX)/include/eddie/$$header || exit; done
	$(Q)cp -R docs/editors $(DESTDIR)$(PREFIX)/share/eddie
	$(Q)chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/eddie/editors
	$(Q)install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	$(Q)install -m 644 docs/man/eddie.1 docs/man/eddiec.1 $(DESTDIR)$(PREFIX)/share/man/man1
	$(Q)install -m 644 docs/completion/eddie.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/eddie
	$(Q)install -m 644 docs/completion/eddiec.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/eddiec
	$(Q)install -m 644 docs/completion/_eddie docs/completion/_eddiec $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	$(Q)install -m 644 docs/completion/eddie.fish docs/completion/eddiec.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

INSTALLED = $(addprefix bin/,eddie eddiec) $(addprefix lib/,eddie libeddie.a libeddie_live.a libeddie_debug.a pkgconfig/eddie.pc) \
            $(addprefix share/,eddie man/man1/eddie.1 man/man1/eddiec.1 \
                bash-completion/completions/eddie bash-completion/completions/eddiec \
                zsh/site-functions/_eddie zsh/site-functions/_eddiec \
                fish/vendor_completions.d/eddie.fish fish/vendor_completions.d/eddiec.fish) include/eddie

uninstall: ## remove what install put into PREFIX, below DESTDIR
	$(Q)rm -rf $(INSTALLED:%=$(DESTDIR)$(PREFIX)/%)

SOURCES = $(CORE) $(LIVE) $(CODEGEN) $(HOST) $(HOST_LIVE) $(HOST_STATIC) $(EDDIE_SOURCES) $(eddie_gen_c)

# For clangd: it reads sources, and writes nothing beside them.
compile_commands.json: Makefile $(SOURCES) $(B)/game/.names
	$(Q)for f in $(SOURCES); do printf '{"directory":"%s","file":"%s","command":"cc %s -c %s"}\n' \
	    "$$PWD" $$f "$(filter-out -MMD -MP,$(BASE)) $(SDL)" $$f; done | sed '1s/^/[/; $$!s/$$/,/; $$s/$$/]/' > $@

clean: ## remove what was built
	rm -rf build compile_commands.json

$(FOLDERS):
	$(Q)mkdir -p $@

-include $(wildcard $(addsuffix /*.d,$(FOLDERS) $(B)/test $(B)/storm))
endif
