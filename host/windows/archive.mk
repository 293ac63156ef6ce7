# The archive of eddie for Windows: unpack it, start it. Included by the Makefile if SYSTEM=windows.

NAME    := eddie-$(VERSION)-windows-x64
FONTS   := /usr/share/fonts/truetype/dejavu
PROGRAMS := $(addprefix $(B)/,eddie.exe eddie-build.exe eddie-trial.exe eddiec.exe eddie-rt.dll)
# A package and a file of its source. The license of SDL2_gfx is only in its headers.
LICENSES := libsdl2:LICENSE.txt libsdl2-ttf:LICENSE.txt libsdl2-image:LICENSE.txt \
    freetype:LICENSE.TXT freetype:docs/FTL.TXT tcc:COPYING

windows-zip: $(B)/$(NAME).zip

$(B)/$(NAME).zip: $(PROGRAMS) $(B)/eddie-rt.def $(B)/m.def $(B)/libeddie.a $(TCC)/tcc.exe \
    $(wildcard schema/*.def game/*.[ch] game/*/*.[ch]) $(wildcard host/windows/*)
	$(Q)rm -rf $(B)/$(NAME) $@ && cd $(B) && mkdir -p $(addprefix $(NAME)/,bin lib/eddie include \
	    share/fonts demo licenses)
	$(Q)cp $(PROGRAMS) $(SYSROOT)/bin/SDL2.dll $(B)/$(NAME)/bin && $(MINGW)strip $(B)/$(NAME)/bin/*
	$(Q)cp $(B)/eddie-rt.def $(B)/libeddie.a $(B)/$(NAME)/lib/eddie
	$(Q)$(MINGW)strip --strip-debug $(B)/$(NAME)/lib/eddie/libeddie.a
	$(Q)cp -r $(TCC) $(B)/$(NAME)/lib/eddie
	$(Q)cp -r $(FONTS)/DejaVuSans.ttf $(FONTS)/DejaVuSansMono.ttf $(B)/$(NAME)/share/fonts
	$(Q)for header in $(HEADERS); do install -D -m 644 $$header \
	    $(B)/$(NAME)/include/eddie/$$header || exit; done
	$(Q)cp -r schema game $(B)/$(NAME)/demo
	$(Q)cd $(OF) && for l in $(LICENSES); do cp $${l%%:*}/tree/$${l#*:} \
	    ../../$(NAME)/licenses/$${l%%:*}-$$(basename $${l#*:}); done
	$(Q)sed -n "/^Copyright/,/ferzkopp/p" $(SYSROOT)/include/SDL2/SDL2_gfxPrimitives_font.h \
	    >$(B)/$(NAME)/licenses/libsdl2-gfx-LICENSE.txt
	$(Q)cp $(OF)/tcc/archive/tcc_*.tar.* $(B)/$(NAME)/licenses
	$(Q)for p in fonts-dejavu-core libxxhash-dev mingw-w64-common; do \
	    cp /usr/share/doc/$$p/copyright $(B)/$(NAME)/licenses/$$p.txt || exit; done
	$(Q)for f in README.txt play.cmd; do sed 's/$$/\r/' host/windows/$$f >$(B)/$(NAME)/$$f; done
	$(call quiet,zip,$@)cd $(B) && zip -q -r -X $(NAME).zip $(NAME)
