# Installs the packages that the other targets need. Included by the Makefile.

# --- Lists of packages ----------------------------------------------------------------------------
PACKAGES       := gcc tcc libc6-dev pkg-config libsdl2-dev libsdl2-ttf-dev libsdl2-gfx-dev \
    libsdl2-image-dev libxxhash-dev fonts-dejavu-core
BENCH_PACKAGES := $(PACKAGES) g++ libmsgpack-dev libcereal-dev
TEST_PACKAGES  := $(BENCH_PACKAGES) clang clang-format libclang-dev gdb jq libonig-dev vim mandoc \
    fish zsh xvfb xdotool

# --- Installs missing packages, or prints the command to type -------------------------------------
# Commands of a shell. The first one sets $missing to the packages that are not installed.
find_packages = missing=$$(for p in $(1); do \
    dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done)
print_missing = echo 'These packages are missing. To install them, type:'; \
    echo "  sudo apt-get update && sudo apt-get install -y" $$missing; exit 1
define need
	@command -v dpkg-query >/dev/null || exit 0; \
	$(find_packages); \
	[ -z "$$missing" ] && exit 0; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	if [ -n "$$sudo" ] && ! sudo -n true 2>/dev/null; then $(print_missing); fi; \
	echo '  installing' $$missing; \
	{ $$sudo apt-get update -qq && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    $$missing; } >$(B).apt.log 2>&1 \
	    || { cat $(B).apt.log; \
	    echo '  these packages could not be installed: fix that, or install them yourself'; \
	    exit 1; }; \
	rm -f $(B).apt.log
endef

packages:
	$(call need,$(PACKAGES))

import-packages:
	$(call need,$(PACKAGES) libclang-dev)

fuzz-packages:
	$(call need,$(FUZZ_PACKAGES))

test-packages:
	$(call need,$(TEST_PACKAGES))

bench-packages:
	$(call need,$(BENCH_PACKAGES))

# --- What is missing, without installing it: make all, make install -------------------------------
.PHONY: needs
$(if $(filter all install %/arena,$(MAKECMDGOALS)),$(eval $(OBJECTS): | needs))

COMPILE_NOTHING = $(CC) $(CPPFLAGS) $(CFLAGS) -I. -E -
# xxhash.h is copied for another system; runtime/windows.mk has the rule.
needs:
	@lacks=; \
	if command -v $(firstword $(CC)) >/dev/null; then \
	    refused=$$(echo '#include "runtime/base/base.h"' | $(COMPILE_NOTHING) 2>&1 >/dev/null | \
	        sed -n 's/.*error.*"\(eddie [^"]*\)".*/\1/p' | head -n 1); \
	    [ -z "$$refused" ] || { echo "$$refused"; exit 1; }; \
	    [ -n "$(CROSS)" ] || { echo '#include <xxhash.h>' | $(COMPILE_NOTHING); } >/dev/null 2>&1 || \
	        lacks=", xxhash.h"; \
	else lacks=', $(firstword $(CC))'; fi; \
	for module in 'sdl2 >= 2.0.18' $(filter-out sdl2,$(SDL_MODULES)); do \
	    $(PKG_CONFIG) --exists "$$module" 2>/dev/null || lacks="$$lacks, $$module"; done; \
	[ -n "$$lacks" ] || exit 0; \
	echo "missing$$lacks" | sed 's/,/:/'; \
	if command -v dpkg-query >/dev/null; then $(call find_packages,$(PACKAGES)); \
	    if [ -n "$$missing" ]; then $(print_missing); fi; fi; \
	echo 'docs/limits.md has the versions that eddie needs, and the names of packages.'; exit 1
