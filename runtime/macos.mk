# Builds eddie for macOS: on a Mac, or on Linux with zig. Included by the Makefile.

# --- What the system needs ------------------------------------------------------------------------
ifeq ($(SYSTEM),macos)
DLL         := .dylib

.PHONY: macos-all
# All but the program with a window.
macos-all: $(addprefix $(B)/,eddiec eddie-trial eddie-build eddie-console libeddie.a \
    libeddie_live.a libeddie_debug.a game.dylib)

$(B)/eddie-console: $(CONSOLE_O) $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

# The linker binds references inside a library to the library itself, as -Bsymbolic does elsewhere.
ifneq ($(B),build)
$(B)/game.dylib: $(GAME_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) -dynamiclib $^ -lm -o $@
endif
endif
