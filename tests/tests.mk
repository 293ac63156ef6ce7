# The targets that test eddie. Included by the Makefile.
.PHONY: animation check coverage coverage-build faults flips fuzz mutants names storm test \
        test-build

# --- The same rules in build/san, with sanitizers -------------------------------------------------
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
UNIT_O   := $(patsubst tests/%.c,$(B)/test/%.o,$(wildcard tests/unit/*.c) \
                $(filter-out tests/lib/coverage.c,$(wildcard tests/lib/*.c))) \
            $(HOST_PURE:%=$(B)/host/%.o) \
            $(filter-out $(B)/codegen/main.o,$(call objects,$(CODEGEN)))
# Two files of tests read data with another library, which a cross compiler does not have.
MSGPACK  := $(if $(CROSS),,-lmsgpackc)
UNIT_O   := $(filter-out $(if $(CROSS),%/test_named_export.o %/test_snapshot.o),$(UNIT_O))
# Functions of arenas that a test can make fail: tests/lib/failing.h.
FAILING  := $(addprefix -Wl$(COMMA)--wrap=ed_arena_,open open_at close push push_raw extend \
                extend_raw)
UNIT_GEN := $(addprefix $(B)/unit/,unit.gen.o schema.gen.o)
ROWS_GEN := $(addprefix $(B)/rows/,rows.gen.o schema.gen.o) \
            $(addprefix $(B)/later/,later.gen.o schema.gen.o)
AIMS_GEN := $(addprefix $(B)/aims/,aims.gen.o schema.gen.o)

$(B)/unit/gen/.made: tests/unit/unit.def $(EDDIEC)
	$(Q)$(EDDIEC) -o $(B)/unit/gen $< && touch $@

UNIT_TEXT := $(foreach name,unit schema,$(B)/unit/gen/$(name).gen.c $(B)/unit/gen/$(name).gen.h)
$(UNIT_TEXT): $(B)/unit/gen/.made ;

$(B)/unit/%.gen.o: $(B)/unit/gen/%.gen.c | $(UNIT_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit $(BASE) -O1 -c $< -o $@

# Three more games in the same program, so their schemas get different names.
$(B)/rows/gen/.made $(B)/later/gen/.made $(B)/aims/gen/.made: $(B)/%/gen/.made: tests/rows/%.def \
    $(EDDIEC)
	$(Q)$(EDDIEC) -o $(@D) $< && touch $@

ROWS_TEXT := $(foreach name,rows later aims,$(addprefix $(B)/$(name)/gen/,$(name).gen.c \
    $(name).gen.h schema.gen.c schema.gen.h))
$(filter $(B)/rows/%,$(ROWS_TEXT)): $(B)/rows/gen/.made ;
$(filter $(B)/later/%,$(ROWS_TEXT)): $(B)/later/gen/.made ;
$(filter $(B)/aims/%,$(ROWS_TEXT)): $(B)/aims/gen/.made ;

$(B)/rows/%.gen.o: $(B)/rows/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/rows $(BASE) -Deddie_schema=rows_schema -O1 -c $< -o $@

$(B)/later/%.gen.o: $(B)/later/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/later $(BASE) -Deddie_schema=later_schema -O1 -c $< -o $@

$(B)/aims/%.gen.o: $(B)/aims/gen/%.gen.c | $(ROWS_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/aims $(BASE) -Deddie_schema=aims_schema -O1 -c $< -o $@

$(B)/test/%.o: tests/%.c | $(FOLDERS) $(UNIT_TEXT) $(ROWS_TEXT) \
    $(if $(CROSS),$(B)/include/xxhash.h)
	$(call quiet,cc,$<)$(CC) -I$(B)/unit -I$(B)/rows -I$(B)/aims $(BASE) -O0 -c $< -o $@

# System calls that a test makes fail: tests/lib/file_calls.h.
WRAPPED := $(addprefix -Wl$(COMMA)--wrap=,openat write read fsync close renameat)
# Calls of the C library that any test can make fail: tests/lib/failing_calls.h.
FAILING_CALLS := pipe2 memfd_create socketpair sigaltstack pthread_create posix_spawn
WRAPPED += $(addprefix -Wl$(COMMA)--wrap=,$(FAILING_CALLS) pthread_mutex_lock \
    pthread_mutex_unlock)

# The smallest valid module, which a test opens, and a module for the tests of trials.
$(B)/test/tiny.so $(B)/test/probe.so: $(B)/test/%.so: tests/libraries/%.c | $(FOLDERS)
	$(call quiet,ld,$@)$(CC) $(BASE) $(PIC) -shared $(LDFLAGS) $< -o $@

$(B)/test_unit: $(UNIT_O) $(UNIT_GEN) $(ROWS_GEN) $(AIMS_GEN) $(B)/libeddie_debug.a \
    $(B)/libeddie_live.a $(B)/libeddie.a \
                | $(B)/test/tiny.so $(B)/test/probe.so $(B)/faulty/now.so $(B)/faulty/next.so
	$(call quiet,ld,$@)$(LINK) $(FAILING) $(WRAPPED) $^ -lm -ldl -pthread $(MSGPACK) -o $@

# Tests of what the host draws, in a window without a display.
UI_O := $(patsubst tests/%.c,$(B)/test/%.o,$(wildcard tests/ui/*.c) tests/unit/test_main.c \
    tests/lib/printed.c)

$(B)/ui/gen/.made: tests/ui/ui.def $(EDDIEC)
	$(Q)$(EDDIEC) -o $(@D) $< && touch $@

UI_TEXT := $(foreach name,ui schema,$(B)/ui/gen/$(name).gen.c $(B)/ui/gen/$(name).gen.h)
$(UI_TEXT): $(B)/ui/gen/.made ;

$(B)/ui/%.gen.o: $(B)/ui/gen/%.gen.c | $(UI_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/ui $(BASE) -O0 -c $< -o $@

$(B)/test/ui/%.o: tests/ui/%.c | $(FOLDERS) $(UI_TEXT)
	$(call quiet,cc,$<)$(CC) -I$(B)/ui $(BASE) $(SDL) -O0 -c $< -o $@

$(B)/test_ui: $(UI_O) $(addprefix $(B)/ui/,ui.gen.o schema.gen.o) \
    $(filter-out $(B)/host/main.o,$(HOST_O)) $(call objects,$(HOST_LIVE)) \
    $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ $(SDL_L) -lm -ldl -pthread -o $@

$(B)/flip: $(addprefix $(B)/test/,flips/flip.o lib/flips.o lib/invariants.o) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm -ldl -o $@

$(B)/eddiec_failing: $(CODEGEN_O) $(B)/test/lib/failing.o $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $(FAILING) $^ -lm -o $@

# The storm: random edits and states, compared with a slow model. Its modules use the runtime that
# is linked into the program `storm`, so no symbol of it is hidden.
STORM_O := $(patsubst tests/storm/%.c,$(B)/storm/%.o,$(wildcard tests/storm/*.c))
COUNT   ?= 100000
SEED    ?= 1

$(B)/storm/%.o: tests/storm/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) -O1 -c $< -o $@

$(B)/storm/storm: $(STORM_O) $(STORM_CORE_O)
	$(call quiet,ld,$@)$(LINK) -rdynamic $^ -lm -ldl -o $@

# With sanitizers, optimizing takes longer than it saves.
$(B)/storm/runtime/%.o: runtime/%.c | $(FOLDERS)
	$(call quiet,cc,$<)$(CC) $(BASE) $(if $(SAN),-O0,$(OPT)) -c $< -o $@

storm: test-packages ## random edits compared with a slow model; COUNT=… SEED=… FORM=… GAMES=1
	$(Q)$(MAKE) --no-print-directory build/eddiec build/storm/storm
	$(Q)$(WITHOUT_MAKEFLAGS) tests/storm/storm.sh $(COUNT) $(SEED)

# The faults: a module that fails on demand, offered to a running game.
# Modules are built without sanitizers, as those of users are.
PLAIN_A := $(if $(CROSS),$(B),build)/libeddie.a
FAULTY := $(foreach state,now next,$(B)/faulty/$(state).so)

$(FAULTY:.so=/gen/.made): $(B)/faulty/%/gen/.made: tests/faults/%.def $(EDDIEC)
	$(Q)$(EDDIEC) -o $(@D) $< && touch $@

$(FAULTY): $(B)/faulty/%.so: tests/faults/module.c $(B)/faulty/%/gen/.made $(PLAIN_A)
	$(call quiet,ld,$@)$(CC) -I$(B)/faulty/$* $(filter-out $(SAN),$(BASE)) -O0 $(PIC) \
	    -shared $(LDFLAGS) -Wl,-Bsymbolic \
	    $< $(B)/faulty/$*/gen/*.gen.c $(PLAIN_A) -lm -pthread -o $@

FAULTS_C := $(addprefix tests/faults/,main.c offer.c soak.c)

$(B)/faults: $(FAULTS_C) $(wildcard tests/faults/*.h) $(B)/libeddie_live.a $(B)/libeddie.a | \
    $(FAULTY)
	$(call quiet,ld,$@)$(CC) $(BASE) $(OPT) $(LDFLAGS) $(filter %.c %.a,$^) -lm -ldl -pthread -o $@

RELOADS ?= 10000

faults: packages ## modules that fail in every way, loaded by a running game; RELOADS=…
	$(Q)$(MAKE) --no-print-directory all $(B)/faults
	$(Q)$(B)/faults $(FAULTY)
	$(Q)$(B)/faults --soak $(RELOADS) $(FAULTY)
	$(Q)tests/suites/supervise.sh $(B)/eddie $(B)/faulty/now.so
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/libraries.sh $(B)

# Loads a module and a snapshot, and saves the state again: for tests of other systems.
$(B)/resave$(EXE): $(B)/test/resave.o $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

test-build: $(B)/test_unit $(B)/eddie $(B)/eddiec $(B)/eddiec_failing $(B)/flip $(B)/game.so \
    $(B)/libeddie.a $(B)/libeddie_live.a \
            $(B)/storm/storm $(B)/bench $(B)/faults \
            $(B)/test_ui

names: test-packages ## add missing names of C headers to c_names.c
	$(Q)codegen/syntax/c_names.sh

test: test-packages ## all tests, with sanitizers, without a display; SUITES="unit host"
	$(Q)$(MAKE) --no-print-directory all build/faults
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 \
	    test-build
	$(Q)$(WITHOUT_MAKEFLAGS) tests/run.sh build/san "$(SANITIZE)"

FRAMES ?= 1
EVERY  ?= 1

flips: test-packages ## load damaged snapshots, and load without enough memory; FRAMES=1 EVERY=1
	$(Q)$(MAKE) --no-print-directory build/libeddie.a
	$(Q)$(MAKE) --no-print-directory B=build/san SAN="$(SANITIZE)" OPT=-O1 GAME_OPT=-O1 \
	    test-build
	$(Q)$(WITHOUT_MAKEFLAGS) $(if $(filter 1,$(EVERY)),EDDIE_FLIPS=all) build/san/test_unit \
	    every_cut every_flipped every_truncation without_memory memory_runs_out
	$(Q)$(WITHOUT_MAKEFLAGS) build/san/flip build/san/game.so $(FRAMES) $(EVERY)

# Fuzzing with libFuzzer, which comes with clang. Interesting inputs are kept from run to run.
FUZZ_PACKAGES := clang libclang-rt-dev libxxhash-dev
# No trace-cmp: there are thousands of comparisons, and the mutators know better which values
# matter.
FUZZ_SAN := $(SANITIZE) -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp
FUZZERS  := snapshot reload layout schema
FUZZ     ?= $(FUZZERS)
SECONDS  ?= 60
FUZZ_O   := $(addprefix $(B)/test/,fuzz/target.o)
FUZZ_WRAP := -Wl,--wrap=ed_arena_open,--wrap=ed_arena_close
FUZZ_DOC := $(FUZZ_O) $(addprefix $(B)/test/,fuzz/documents.o fuzz/mutate.o fuzz/standalone.o \
    lib/invariants.o lib/rows.o) $(ROWS_GEN)

$(B)/fuzz_snapshot $(B)/fuzz_reload $(B)/fuzz_layout: $(B)/fuzz_%: $(B)/test/fuzz/fuzz_%.o \
    $(FUZZ_DOC) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) -fsanitize=fuzzer $(FUZZ_WRAP) $^ -lm -o $@

$(B)/fuzz_schema: $(addprefix $(B)/test/,fuzz/fuzz_schema.o fuzz/mutate_schema.o \
    fuzz/standalone.o lib/invariants.o) $(FUZZ_O) $(filter-out %/main.o,$(CODEGEN_O)) \
    $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) -fsanitize=fuzzer $(FUZZ_WRAP) $^ -lm -o $@

fuzz: fuzz-packages ## fuzz the readers; SECONDS=60 FUZZ="snapshot reload layout schema"
	$(Q)$(MAKE) --no-print-directory B=build/fuzz CC=clang SAN="$(FUZZ_SAN)" \
	    $(FUZZ:%=build/fuzz/fuzz_%)
	$(Q)$(WITHOUT_MAKEFLAGS) tests/fuzz/fuzz.sh build/fuzz $(SECONDS) $(FUZZ)

check: test-packages ## warnings of gcc and clang, each header alone, and formatting
	$(Q)$(MAKE) --no-print-directory -s $(B)/game.so $(B)/eddie
	$(Q)tests/suites/check.sh

animation: packages ## make docs/live.webp; needs ImageMagick; OUT=FILE PICTURES=1
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(WITHOUT_MAKEFLAGS) docs/animation.sh $(B)

COVERAGE := --coverage -Wl,--wrap=_exit,build/cov/coverage.o

coverage-build: test-packages
	$(call need,gcovr)
	@# otherwise gcovr would also read the .gcno files of deleted sources
	$(Q)rm -rf build/cov && mkdir -p build/cov
	$(Q)$(CC) $(PIC) -c tests/lib/coverage.c -o build/cov/coverage.o
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(MAKE) --no-print-directory B=build/cov SAN="$(COVERAGE)" OPT=-O0 GAME_OPT=-O0 \
	    test-build

coverage: coverage-build ## lines that the tests reach; SUITES="unit host"
	@# libgcov reports to standard error where it cannot write, which tests would compare
	$(Q)$(WITHOUT_MAKEFLAGS) GCOV_ERROR_FILE=/dev/null tests/run.sh build/cov "$(COVERAGE)" \
	    || echo '  some tests failed; the lines that they ran are counted'
	@# gcov of gcc 12 reports negative counts for some branches, which gcovr would reject; the
	@# counts of lines are correct
	$(Q)gcovr --gcov-ignore-parse-errors --root . --filter runtime/ --filter codegen/ \
	    --object-directory build/cov build/cov

AREA ?= runtime live codegen host
MUTANTS = $(if $(filter file,$(origin COUNT)),40,$(COUNT))

mutants: coverage-build ## which one-line mistakes tests notice; COUNT=40 SEED=1 AREA="runtime host"
	$(Q)$(MAKE) --no-print-directory test-build
	$(Q)$(WITHOUT_MAKEFLAGS) COVERAGE="$(COVERAGE)" \
	    tests/mutants/mutants.sh $(MUTANTS) $(SEED) $(AREA)
include tests/windows.mk tests/arm64.mk tests/macos.mk tests/libc.mk
