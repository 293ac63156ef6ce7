#!/bin/bash
# Builds eddie in a Debian 11, which has glibc 2.31 and gcc 10, and runs its tests there: `make check-old-libc`. The argument is
# a folder for that system, which is installed there once. MIRROR=URL is where its packages come from; the default is the mirror
# that apt uses here.
B=${1:-build/debian11}
R=$PWD/$B/root      # its root folder
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
. tests/lib/checks.sh
packages=gcc,libc6-dev,make,pkg-config,tcc,libxxhash-dev,libmsgpack-dev,procps
[ "$(id -u)" = 0 ] || { echo 'make check-old-libc has to run as root, since it changes the root folder of its processes'; exit 1; }

install_system() {
    local mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)}
    [ -n "$mirror" ] || { echo 'apt knows no mirror of Debian: set MIRROR to its URL'; return 1; }
    eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
    echo "  installing Debian 11 in $B"
    rm -rf "$R"
    mkdir -p "$R" && http_proxy=$http_proxy debootstrap --variant=minbase --include=$packages bullseye "$R" "$mirror" >"$T/out" 2>&1 &&
        : >"$B/installed" || { tail -n 20 "$T/out"; return 1; }
}
# Runs a command in that system, where this folder is /eddie. Its mounts end with it.
inside() { # command
    unshare --mount --pid --fork bash -c 'mount --bind "$1" "$2/eddie" && mount -t proc proc "$2/proc" &&
        mount -t tmpfs tmpfs "$2/tmp" && mount -t tmpfs tmpfs "$2/dev/shm" &&
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$2/dev/pts" && mount --bind "$2/dev/pts/ptmx" "$2/dev/ptmx" &&
        exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin CI="$CI" chroot "$2" /bin/sh -c "cd /eddie && $3"' \
        sh "$PWD" "$R" "$1" >"$T/out" 2>&1 </dev/null
}
[ -e "$B/installed" ] || install_system || exit 1
mkdir -p "$R/eddie"
inside true || { cat "$T/out"; echo 'this process may not mount folders, which the test needs'; exit 1; }
inside 'ldd --version'
holds 'that system has glibc 2.31' "$(head -n 1 "$T/out")" 'GLIBC 2.31'
M="make --no-print-directory B=$B"
inside "$M check-other-libc $B/faults" && ok 'eddie compiles' || { bad 'eddie compiles' "$(grep -v '^  ' "$T/out")"; total; exit; }
. tests/lib/other_libc.sh
run_tests inside
inside "$B/faults $B/faulty/now.so $B/faulty/next.so"
add_counts 'modules that fail'
total
