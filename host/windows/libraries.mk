# The window of eddie for Windows, and what it needs: SDL2 with its libraries for text and images,
# from Debian's sources. Included by the Makefile for SYSTEM=windows.

LIBRARIES := $(B)/libraries
SYSROOT   := $(abspath $(LIBRARIES)/sysroot)
OF        := $(LIBRARIES)/source

# --- Debian's sources -----------------------------------------------------------------------------
# The machine's list of packages may lack the sources, so apt gets a separate list, with the same
# servers.
KEYRING := /usr/share/keyrings/debian-archive-keyring.gpg
APT := apt-get -qq -o Dir::Etc::sourcelist=$(abspath $(LIBRARIES))/debian.list \
    -o Dir::Etc::sourceparts=- -o Dir::State::lists=$(abspath $(LIBRARIES))/lists

$(LIBRARIES)/lists/.read:
	$(Q)mkdir -p $(@D)/partial
	$(Q)apt-get indextargets 'Created-By: Packages' 'Origin: Debian' --format \
	    'deb-src [signed-by=$(KEYRING)] $$(REPO_URI) $$(RELEASE) $$(COMPONENT)' \
	    | sort -u >$(LIBRARIES)/debian.list
	$(call quiet,apt,$(LIBRARIES)/debian.list)$(APT) update && touch $@

# If a server lacks a file with Debian's changes, the sources are used without them.
$(OF)/%/.unpacked: $(LIBRARIES)/lists/.read
	$(Q)rm -rf $(@D) && mkdir -p $(@D)/archive
	$(call quiet,apt,$*)cd $(@D)/archive && { $(APT) source --download-only $* 2>apt.log && \
	    dpkg-source --no-check -x *.dsc ../tree >apt.log 2>&1; } || { \
	    echo "  $*: without Debian's changes: $$(tail -n 1 apt.log)"; rm -rf ../tree; \
	    $(APT) source --tar-only --download-only $* && mkdir ../tree && cd ../tree && \
	    tar xf ../archive/$*_*.orig.tar.* && \
	    { [ "$$(ls | wc -l)" != 1 ] || { mv * ../inner && mv ../inner/* . && rmdir ../inner; }; }; }
	$(Q)touch $@

# --- SDL2 -----------------------------------------------------------------------------------------
CMAKE := cmake -G Ninja -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=$(MINGW)gcc-posix \
    -DCMAKE_CXX_COMPILER=$(MINGW)g++-posix -DCMAKE_RC_COMPILER=$(MINGW)windres \
    -DCMAKE_INSTALL_PREFIX=$(SYSROOT) -DCMAKE_BUILD_TYPE=Release
cmake_build = $(call quiet,make,$@)mkdir -p $(OF)/$(1)/build && { $(CMAKE) -S $(OF)/$(1)/tree \
    -B $(OF)/$(1)/build $(2) && ninja -C $(OF)/$(1)/build install; } >$(OF)/$(1)/log 2>&1 || \
    { tail -n 20 $(OF)/$(1)/log; exit 1; }

$(SYSROOT)/lib/libSDL2.dll.a: $(OF)/libsdl2/.unpacked
	$(call cmake_build,libsdl2,-DSDL_SHARED=ON -DSDL_STATIC=OFF -DSDL_TEST=OFF -DSDL_VULKAN=OFF \
	    -DSDL_OPENGLES=OFF)

$(SYSROOT)/lib/libfreetype.a: $(OF)/freetype/.unpacked
	$(call cmake_build,freetype,$(foreach d,ZLIB PNG BZIP2 HARFBUZZ BROTLI,-DFT_DISABLE_$d=ON))

# $(1): a library, $(2): its sources, $(3): options.
compile_all = $(call quiet,make,$@)rm -rf $(OF)/$(1)/build && mkdir -p $(OF)/$(1)/build && \
    cd $(OF)/$(1)/build && $(CC) -O2 -w -I$(SYSROOT)/include/SDL2 -I$(SYSROOT)/include/freetype2 \
    $(3) -c $(2) && $(AR) rcs $@ *.o && cp ../tree/SDL_*.h $(SYSROOT)/include/SDL2

$(SYSROOT)/lib/libSDL2_ttf.a: $(OF)/libsdl2-ttf/.unpacked $(SYSROOT)/lib/libfreetype.a \
    $(SYSROOT)/lib/libSDL2.dll.a
	$(call compile_all,libsdl2-ttf,../tree/SDL_ttf.c)

$(SYSROOT)/lib/libSDL2_image.a: $(OF)/libsdl2-image/.unpacked $(SYSROOT)/lib/libSDL2.dll.a
	$(call compile_all,libsdl2-image,../tree/IMG*.c,-DLOAD_PNG -DUSE_STBIMAGE)

# Of SDL2_gfx, only the bitmap font in a header is used.
$(SYSROOT)/include/SDL2/SDL2_gfxPrimitives_font.h: $(OF)/libsdl2-gfx/.unpacked \
    $(SYSROOT)/lib/libSDL2.dll.a
	$(Q)cp $(OF)/libsdl2-gfx/tree/SDL2_gfxPrimitives_font.h $@

SDL_FILES := $(addprefix $(SYSROOT)/,lib/libSDL2_ttf.a lib/libSDL2_image.a lib/libfreetype.a \
    lib/libSDL2.dll.a include/SDL2/SDL2_gfxPrimitives_font.h)

# --- The program with the window ------------------------------------------------------------------
SDL   := -I$(SYSROOT)/include/SDL2 -DSDL_MAIN_HANDLED
SDL_L := $(filter %.a,$(SDL_FILES))
# All objects of the host need the headers of SDL, except those of the program without a window and
# those that tests link without SDL.
$(filter-out $(CONSOLE_O) $(HOST_PURE:%=$(B)/host/%.o),$(HOST_O)): | $(SDL_FILES)

# SDL is a DLL, since a game that calls SDL itself has to use the same one.
$(B)/eddie.exe: $(HOST_O) $(call objects,$(HOST_LIVE)) \
    $(B)/libeddie_debug.a $(B)/libeddie_live.a $(B)/libeddie.a
	$(call quiet,ld,$@)$(LINK) $^ $(SDL_L) -lm $(SYSTEM_LIBS) -o $@
