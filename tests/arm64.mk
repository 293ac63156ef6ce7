# Tests of eddie for Linux on arm64, with the emulator qemu. Included by tests/tests.mk.

ARM64_PACKAGES := $(PACKAGES) gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static \
    binfmt-support
AARCH64 := aarch64-linux-gnu-
ARM64 := CROSS=yes B=build/arm64 CC=$(AARCH64)gcc AR=$(AARCH64)ar \
    OBJCOPY=$(AARCH64)objcopy SDL=
.PHONY: check-arm64 check-arm64-all

check-arm64: ## tests of eddie for Linux on arm64, with the emulator qemu
	$(call need,$(ARM64_PACKAGES))
	$(Q)$(MAKE) --no-print-directory build/eddiec build/resave build/game.so
	$(Q)$(MAKE) --no-print-directory $(ARM64) check-arm64-all
	$(Q)$(WITHOUT_MAKEFLAGS) tests/suites/arm64.sh build build/arm64

check-arm64-all: $(addprefix $(B)/,eddiec test_unit faults resave game.so)
