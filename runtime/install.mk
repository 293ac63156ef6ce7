# make install, make uninstall. Included by the Makefile.

# --- Installing -----------------------------------------------------------------------------------
VERSION = $(shell sed -n 's/^#define ED_VERSION "\(.*\)".*/\1/p' runtime/base/base.h)

# The public headers; docs/embedding.md says what each is for. Of eddie's headers, they include only
# each other.
HEADERS := runtime/eddie.h \
    $(addprefix runtime/attic/,attics.h snapshot.h) \
    $(addprefix runtime/api/,draw.h input.h module.h) \
    $(addprefix runtime/base/,arena.h base.h err.h limits.h str.h) \
    $(addprefix runtime/debug/,determinism.h exit_code.h game.h game_options.h game_source.h \
        input_loop.h page_store.h pointer_check.h quick_save.h recorder.h rewind.h script.h \
        shared_game.h supervise.h time_travel.h) \
    $(addprefix runtime/live/,checkpoint.h event.h guard.h live.h commit_memory.h process.h \
        saver.h trial_main.h) \
    $(addprefix runtime/migrate/,old_record.h report.h) \
    $(addprefix runtime/msgpack/,big_endian.h put.h read.h take.h write.h) \
    runtime/os/memory/shared_memory.h \
    $(addprefix runtime/run/,module_memory.h run.h) \
    runtime/os/process/thread.h runtime/snapshot/encode.h \
    $(addprefix runtime/types/,field.h number.h pool.h state.h types.h) \
    runtime/value/value.h runtime/value/path.h

# Other characters would need quotes in every command below, in eddie.pc and in the library.
install uninstall: export PATHS = $(DESTDIR)$(PREFIX)$(LIBDIR)
define check_paths
	@[ -z "$$(printf %s "$$PATHS" | LC_ALL=C tr -d 'A-Za-z0-9/._+~%@:=\200-\377-')" ] || { \
	    echo "make $@: DESTDIR, PREFIX and LIBDIR may only have" \
	        "letters, digits and / . _ + ~ % @ : = -"; \
	    exit 1; }
	@case "$(PREFIX)" in /*) ;; *) echo 'make $@: PREFIX has to start with /'; exit 1 ;; esac
	@case "$(LIBDIR)" in /*) ;; *) echo 'make $@: LIBDIR has to start with /'; exit 1 ;; esac
endef

# Not the demo: its build runs eddie, which another processor may not be able to.
INSTALL_FROM = $(addprefix $(B)/,eddie eddiec eddie-build eddie-trial libeddie.a libeddie_live.a \
    libeddie_debug.a bare/libeddie.a bare/eddie.o)
DOC = $(DESTDIR)$(PREFIX)/share/doc/eddie

install: $(INSTALL_FROM) ## install in DESTDIR/PREFIX; PREFIX=/usr/local LIBDIR=PREFIX/lib
	$(check_paths)
	$(call quiet,to,$(DESTDIR)$(PREFIX)):
	$(Q)install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig
	$(Q)install $(B)/eddie $(B)/eddiec $(B)/eddie-build $(DESTDIR)$(PREFIX)/bin
	$(Q)[ ! -x $(B)/eddie-import ] || install $(B)/eddie-import $(DESTDIR)$(PREFIX)/bin
	$(Q)install -d $(DESTDIR)$(PREFIX)/lib/eddie $(DESTDIR)$(PREFIX)/share/eddie
	$(Q)install -m 644 $(B)/bare/libeddie.a $(B)/bare/eddie.o $(DESTDIR)$(PREFIX)/lib/eddie
	$(Q)install $(B)/eddie-trial $(DESTDIR)$(PREFIX)/lib/eddie
	$(Q)sed -e 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(VERSION),' \
	    -e 's,@LIBDIR@,$(LIBDIR:$(PREFIX)/%=$${prefix}/%),' runtime/eddie.pc.in > \
	    $(DESTDIR)$(LIBDIR)/pkgconfig/eddie.pc
	$(Q)install -m 644 $(B)/libeddie.a $(B)/libeddie_live.a $(B)/libeddie_debug.a \
	    $(DESTDIR)$(LIBDIR)
	@# the installed library knows where eddie-trial is
	$(Q)mkdir -p $(B)/installed
	$(Q)$(CC) $(BASE) $(OPT) $(PIC) -fno-lto -DED_INSTALLED_PROGRAMS='"$(PREFIX)/lib/eddie"' \
	    -c runtime/live/trial_program.c -o $(B)/installed/trial_program.o
	$(Q)$(AR) rs $(DESTDIR)$(LIBDIR)/libeddie_live.a $(B)/installed/trial_program.o
	$(Q)for header in $(HEADERS); do install -D -m 644 $$header \
	    $(DESTDIR)$(PREFIX)/include/eddie/$$header || exit; done
	$(Q)cp -R docs/editors $(DESTDIR)$(PREFIX)/share/eddie
	$(Q)chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/eddie/editors
	$(Q)install -d $(DOC)/docs/pictures
	$(Q)install -m 644 README.md $(wildcard CHANGELOG.md) $(DOC)
	$(Q)install -m 644 docs/*.md docs/*.webp $(DOC)/docs
	$(Q)install -m 644 docs/pictures/* $(DOC)/docs/pictures
	$(Q)install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,man/man1 bash-completion/completions \
	    zsh/site-functions fish/vendor_completions.d)
	$(Q)install -m 644 docs/man/eddie.1 docs/man/eddiec.1 $(DESTDIR)$(PREFIX)/share/man/man1
	$(Q)install -m 644 docs/completion/eddie.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/eddie
	$(Q)install -m 644 docs/completion/eddiec.bash \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/eddiec
	$(Q)install -m 644 docs/completion/_eddie docs/completion/_eddiec \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	$(Q)install -m 644 docs/completion/eddie.fish docs/completion/eddiec.fish \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

INSTALLED = $(addprefix $(PREFIX)/,bin/eddie bin/eddiec bin/eddie-build bin/eddie-import lib/eddie \
    include/eddie \
    $(addprefix share/,eddie doc/eddie man/man1/eddie.1 man/man1/eddiec.1 \
        bash-completion/completions/eddie bash-completion/completions/eddiec \
        zsh/site-functions/_eddie zsh/site-functions/_eddiec \
        fish/vendor_completions.d/eddie.fish fish/vendor_completions.d/eddiec.fish)) \
    $(addprefix $(LIBDIR)/,libeddie.a libeddie_live.a libeddie_debug.a pkgconfig/eddie.pc)

uninstall: ## remove what make install installed in DESTDIR/PREFIX
	$(check_paths)
	$(call quiet,from,$(DESTDIR)$(PREFIX)):
	$(Q)rm -rf $(addprefix $(DESTDIR),$(INSTALLED))
