# The targets that measure eddie. Included by the Makefile.
.PHONY: bench blink growth

# --- The benchmark: two modules, and other serializers --------------------------------------------
BENCH   := clock corpora generator idle json layout_now layout_next links machine main memory \
    modules \
    reload sample save sizes table \
           way_copy way_eddie way_msgpack world
BENCH_O := $(BENCH:%=$(B)/measure/%.o) $(B)/measure/way_cereal.o
BENCH_I  = -I$(B)/measure/now -I$(B)/measure/next
MEASURED := $(foreach state,now next,$(B)/measure/$(state).so)

$(MEASURED:.so=/gen/.made): $(B)/measure/%/gen/.made: tests/bench/%.def $(B)/eddiec | $(FOLDERS)
	$(Q)$(B)/eddiec -o $(@D) $< && touch $@

$(MEASURED): $(B)/measure/%.so: tests/bench/module.c $(B)/measure/%/gen/.made $(B)/libeddie.a
	$(call quiet,ld,$@)$(CC) -I$(B)/measure/$* $(BASE) $(GAME_OPT) $(PIC) \
	    -shared $(LDFLAGS) -Wl,-Bsymbolic \
	    $< $(B)/measure/$*/gen/*.gen.c $(B)/libeddie.a -lm -o $@.new && mv -f $@.new $@

$(B)/measure/%.o: tests/bench/%.c | $(FOLDERS) $(MEASURED:.so=/gen/.made)
	$(call quiet,cc,$<)$(CC) $(BENCH_I) $(BASE) $(OPT) -c $< -o $@

$(B)/measure/%.o: tests/bench/%.cpp | $(FOLDERS) $(MEASURED:.so=/gen/.made)
	$(call quiet,cxx,$<)$(CXX) -std=c++17 -Wall -Wextra -Wshadow $(BENCH_I) -I. $(CFLAGS) \
	    $(SAN) $(OPT) -MMD -MP -c $< -o $@

$(B)/bench: $(BENCH_O) $(B)/libeddie_live.a $(B)/libeddie.a | $(MEASURED)
	$(call quiet,ld,$@)$(CXX) $(SAN) $(LDFLAGS) $^ -lm -ldl -lmsgpackc -o $@

bench: bench-packages ## pack, unpack, migrate, reload, save; JSON=FILE ARGS="--only reload"
	$(Q)$(MAKE) --no-print-directory all $(B)/bench
	$(Q)$(WITHOUT_MAKEFLAGS) $(B)/bench $(if $(JSON),--json $(JSON)) $(ARGS)

ROUNDS ?= 30

blink: bench-packages ## time from a save to live code; ROUNDS=30
	$(Q)$(WITHOUT_MAKEFLAGS) ROUNDS=$(ROUNDS) CC=$(CC) tests/bench/blink.sh

COUNTS ?= 24 100 300 1000
BUILDS ?= build

growth: bench-packages ## the same in larger games, beside make; COUNTS="24 100 300" BUILDS=build
	$(Q)$(WITHOUT_MAKEFLAGS) COUNTS="$(COUNTS)" CC=$(CC) tests/bench/growth.sh $(BUILDS)
