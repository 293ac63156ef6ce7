# Installs the packages that the other targets need. Included by the Makefile.

# --- Lists of packages ----------------------------------------------------------------------------
PACKAGES       := gcc tcc libc6-dev pkg-config libsdl2-dev libsdl2-ttf-dev libsdl2-gfx-dev \
    libsdl2-image-dev libxxhash-dev fonts-dejavu-core
BENCH_PACKAGES := $(PACKAGES) g++ libmsgpack-dev libcereal-dev
TEST_PACKAGES  := $(BENCH_PACKAGES) clang clang-format gdb jq libonig-dev vim mandoc fish zsh xvfb \
    xdotool

# --- Installs missing packages, or prints the command to type -------------------------------------
define need
	@command -v dpkg-query >/dev/null || exit 0; \
	missing=$$(for p in $(1); do dpkg-query -W -f='$${db:Status-Status}' $$p 2>/dev/null | \
	    grep -qx installed || echo $$p; done); \
	[ -z "$$missing" ] && exit 0; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo='sudo -n'; \
	if [ -n "$$sudo" ] && ! sudo -n true 2>/dev/null; then \
	    echo 'These packages are missing. To install them, type:'; \
	    echo "  sudo apt-get update && sudo apt-get install -y" $$missing; exit 1; fi; \
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

fuzz-packages:
	$(call need,$(FUZZ_PACKAGES))

test-packages:
	$(call need,$(TEST_PACKAGES))

bench-packages:
	$(call need,$(BENCH_PACKAGES))
