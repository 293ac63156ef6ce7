# tcc for Windows, from Debian's sources, and eddie's runtime as a DLL: tcc cannot link the archives
# of mingw-w64. Included by the Makefile for SYSTEM=windows.

# --- The runtime for modules of tcc ---------------------------------------------------------------
# It has the math functions, too, so that a module of tcc computes the same as one of gcc.
MATH := $(foreach f,acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc \
    exp exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint \
    llround log log10 log1p log2 logb lrint lround modf nearbyint nextafter pow remainder remquo \
    rint round scalbn sin sinh sqrt tan tanh tgamma trunc,$f $ff)
exports = { echo 'LIBRARY eddie-rt.dll'; echo EXPORTS; $(1); } >$@

$(B)/eddie-rt.def: $(B)/libeddie.a
	$(Q)$(call exports,$(MINGW)nm -g --defined-only $< | sed -n 's/.* T \(ed_[a-z0-9_]*\)$$/\1/p')

$(B)/m.def: host/windows/tcc.mk
	$(Q)$(call exports,printf '%s\n' $(MATH))

$(B)/eddie-rt.dll: $(B)/eddie-rt.def $(B)/m.def $(B)/libeddie.a
	$(call quiet,ld,$@)tail -n +3 $(B)/m.def | cat $< - >$(B)/all.def && $(CC) -shared -s \
	    $(B)/all.def -Wl,--whole-archive $(B)/libeddie.a -Wl,--no-whole-archive -lm \
	    $(SYSTEM_LIBS) -o $@

# --- tcc ------------------------------------------------------------------------------------------
TCC    := $(LIBRARIES)/tcc
TCC_ON := -O2 -w -DONE_SOURCE=1 -DTCC_TARGET_PE -DTCC_TARGET_X86_64 -DTCC_VERSION='"0.9.27"'
TCC_START := crt1 crt1w wincrt1 wincrt1w dllcrt1 dllmain

$(LIBRARIES)/cross-tcc: $(OF)/tcc/.unpacked
	$(Q): >$(OF)/tcc/tree/config.h
	$(call quiet,make,$@)cc $(TCC_ON) $(OF)/tcc/tree/tcc.c -lm -ldl -o $@

# The compiler, and its headers and libraries in the folders beside it, where it looks for them.
$(TCC)/tcc.exe: $(LIBRARIES)/cross-tcc $(B)/m.def $(B)/manifest_resource.o
	$(call quiet,make,$@)rm -rf $(TCC) && mkdir -p $(TCC)/lib && from=$(OF)/tcc/tree && \
	    cp -r $$from/win32/include $(TCC)/include && cp $$from/include/* $(TCC)/include && \
	    cp $$from/win32/lib/*.def $(B)/m.def $(TCC)/lib && \
	    tail -n +3 $(B)/m.def | grep -vxFf - $$from/win32/lib/msvcrt.def >$(TCC)/lib/msvcrt.def && \
	    cd $(OF)/tcc && mkdir -p objects && \
	    for c in tree/lib/libtcc1.c tree/lib/alloca86_64.S \
	    tree/win32/lib/chkstk.S $(TCC_START:%=tree/win32/lib/%.c); do \
	    $(abspath $<) -Btree/win32 -Itree/include -Itree -c $$c \
	    -o objects/$$(basename $${c%.*}).o || exit 1; done
	$(Q)$(abspath $<) -ar rcs $(TCC)/lib/libtcc1.a $(OF)/tcc/objects/*.o
	$(Q)$(CC) $(TCC_ON) $(OF)/tcc/tree/tcc.c $(B)/manifest_resource.o -static -o $@
