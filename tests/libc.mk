# Tests of eddie with other C libraries: glibc 2.31 in a Debian 11, and musl. Included by
# tests/tests.mk.

DEBIAN11 := build/debian11
MUSL_PACKAGES := $(PACKAGES) musl-tools musl-dev
# Debian's gcc for musl has the unwinder that was built for glibc: find_object.c has the function
# that it needs from there, and the tables that it reads are asked for.
MUSL := CROSS=yes B=build/musl CC=musl-gcc SDL= \
    LDFLAGS='$(LDFLAGS) build/musl.o -Wl,--eh-frame-hdr,--build-id'
OTHER_LIBC := $(addprefix $(B)/,test_unit eddiec eddie-trial eddie-build resave \
    bare/libeddie.a bare/eddie.o)
.PHONY: check-musl check-old-libc check-other-libc

check-old-libc: ## tests of eddie with glibc 2.31, in a Debian 11 that is downloaded; as root
	$(call need,debootstrap)
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/old_libc.sh $(DEBIAN11)

check-musl: ## tests of eddie with the C library musl
	$(call need,$(MUSL_PACKAGES))
	$(Q)$(MAKE) --no-print-directory build/eddiec
	$(Q)musl-gcc -fPIC -Wall -Wextra -c tests/musl/find_object.c -o build/musl.o
	$(Q)$(MAKE) --no-print-directory $(MUSL) check-other-libc
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/musl.sh build/musl

check-other-libc: $(OTHER_LIBC)
