# Builds eddie for Windows on Linux, with mingw-w64. Included by the Makefile.

# --- What a system needs: SYSTEM is linux, macos or windows ---------------------------------------
ifeq ($(SYSTEM),windows)
EXE := .exe
DLL := .dll
# The macros of mingw-w64's math.h, such as isnan, convert every argument to every type.
SYSTEM_FLAGS := -D_WIN32_WINNT=0x0A00 -Wno-float-conversion
SYSTEM_LIBS  := -static -pthread -lntdll
else
EXE :=
DLL := .so
SYSTEM_FLAGS :=
SYSTEM_LIBS  := -ldl -pthread
endif

# xxhash.h is copied, so that no other header of this machine is seen.
ifneq ($(CROSS),)
SYSTEM_FLAGS += -I$(B)/include
$(B)/include/xxhash.h: /usr/include/xxhash.h
	$(Q)mkdir -p $(@D) && cp $< $@

$(OBJECTS): | $(B)/include/xxhash.h
endif

# --- make windows ---------------------------------------------------------------------------------
MINGW_PACKAGES   := $(PACKAGES) gcc-mingw-w64-x86-64-posix
WINDOWS_PACKAGES := $(MINGW_PACKAGES) g++-mingw-w64-x86-64-posix cmake ninja-build \
    dpkg-dev zip
MINGW   ?= x86_64-w64-mingw32-
WINDOWS := SYSTEM=windows CROSS=yes B=build/windows CC=$(MINGW)gcc-posix CXX=$(MINGW)g++-posix \
    AR=$(MINGW)ar PIC=
.PHONY: windows windows-zip windows-all windows-packages

windows-packages:
	$(call need,$(WINDOWS_PACKAGES))

windows: windows-packages ## build/windows/eddie-….zip: eddie for Windows, with a compiler
	$(Q)$(MAKE) --no-print-directory build/eddiec
	$(Q)$(MAKE) --no-print-directory $(WINDOWS) windows-zip

# eddie without a window, for tests: SDL for mingw-w64 takes minutes to build.
CONSOLE_O := $(call objects,host/main.c host/app/loop_headless.c $(HOST_CONSOLE) $(HOST_LIVE) \
    $(filter host/cmd/%,$(HOST)))

ifeq ($(SYSTEM),windows)
windows-all: $(addprefix $(B)/,eddiec.exe eddie-trial.exe eddie-build.exe eddie-console.exe \
    libeddie.a libeddie_live.a libeddie_debug.a game.dll)

# The manifest of the programs, their icon and their version.
$(B)/%_resource.o: host/windows/%.rc host/windows/manifest.rc host/windows/program.manifest \
    host/windows/eddie.ico runtime/base/base.h
	$(call quiet,rc,$<)mkdir -p $(@D) && $(MINGW)windres -I host/windows -DVERSION=$(VERSION) \
	    -DVERSION_NUMBERS=$(subst .,$(COMMA),$(VERSION)),0 $< -o $@

$(addprefix $(B)/,$(addsuffix .exe,eddie eddie-build eddie-console eddie-trial eddiec test_unit)): \
    $(B)/program_resource.o

$(B)/eddie-console.exe: $(CONSOLE_O) $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ -lm $(SYSTEM_LIBS) -o $@

$(B)/game.dll: $(GAME_O) $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) -shared $^ -lm -static -o $@
endif
