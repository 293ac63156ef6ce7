# Tests of eddie for Windows, under wine on Linux. Included by tests/tests.mk.

.PHONY: check-windows check-windows-all check-windows-archive

check-windows: ## tests of the programs for Windows, under wine
	$(call need,$(MINGW_PACKAGES) wine wine64)
	$(Q)$(MAKE) --no-print-directory all build/resave
	$(Q)$(MAKE) --no-print-directory $(WINDOWS) windows-all
	$(Q)$(MAKE) --no-print-directory $(WINDOWS) check-windows-all
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/windows.sh build build/windows

check-windows-archive: ## tests of the archive for Windows, in a window under wine
	$(call need,$(WINDOWS_PACKAGES) wine wine64 unzip xvfb xdotool)
	$(Q)$(MAKE) --no-print-directory all
	$(Q)$(MAKE) --no-print-directory windows
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/windows_archive.sh build build/windows

$(B)/test/windows/%.o: tests/windows/%.c
	$(Q)mkdir -p $(@D)
	$(call quiet,cc,$<)$(CC) $(BASE) -O0 -c $< -o $@

ifeq ($(SYSTEM),windows)
check-windows-all: $(B)/test_unit.exe $(B)/resave.exe $(B)/reload_driver.o

# The generated code of the tests comes from the Linux eddiec.
left_out := $(shell sed '/^\#/d; /:$$/d' tests/windows/left_out.txt)
WINDOWS_TESTS := $(filter-out $(left_out),$(notdir $(basename $(wildcard tests/unit/*.c))))
WINDOWS_LIB   := doc enemies failing flips invariants json_types layout_doc migrate_values \
    pack_json played read_json rows sample schema_text version_walk versions
WINDOWS_UNIT_O := $(WINDOWS_TESTS:%=$(B)/test/unit/%.o) $(WINDOWS_LIB:%=$(B)/test/lib/%.o) \
    $(B)/test/windows/test_main.o $(filter-out %/trial_main.o,$(HOST_PURE:%=$(B)/host/%.o)) \
    $(filter-out $(B)/codegen/main.o,$(call objects,$(CODEGEN)))

$(WINDOWS_UNIT_O): | $(B)/include/xxhash.h
$(WINDOWS_UNIT_O): SDL :=

$(B)/test_unit.exe: $(WINDOWS_UNIT_O) $(UNIT_GEN) $(ROWS_GEN) $(AIMS_GEN) \
    $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $(FAILING) $^ -lm $(SYSTEM_LIBS) -o $@

$(B)/reload_driver.o: tests/reload/driver.c | $(B)/include/xxhash.h
	$(call quiet,cc,$<)$(CC) $(BASE) -O0 -c $< -o $@
endif
