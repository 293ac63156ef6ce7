# compile_commands.json: every source for Linux is in it, and each command compiles its file.

check every_source_has_its_command same \
    <({ find runtime codegen host game -name '*.c' ! -path '*/windows/*' ! -path '*/macos/*' ! -path '*/new_game/*'; ls build/gen/*.gen.c; } | sort) \
    <(jq -r '.[].file' compile_commands.json | sort)
check the_folder_is_this_one same <(pwd) <(jq -r '.[].directory' compile_commands.json | sort -u)

compile_one() { # an entry; nothing is written
    cd "$(jq -r .directory <<<"$1")" && eval "$(jq -r .command <<<"$1") -fsyntax-only"
}
export -f compile_one
compile_all() {
    jq -c '.[]' compile_commands.json | tr '\n' '\0' |
        xargs -0 -n 1 -P 2 bash -c 'compile_one "$1" || exit 255' -
}
check every_command_compiles_its_file compile_all
if command -v clangd >/dev/null; then
    check clangd_finds_the_generated_headers clangd --check=game/sim_waves.c
else
    left_out 'a run of clangd' clangd
fi
