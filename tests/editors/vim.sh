# Vim without a screen, with the package that the README's line puts into its home.

printf 'filetype plugin indent on\nsyntax on\n' >"$T/vimrc"
run_vim() { # folder, file, commands…
    local folder=$1 file=$2 args=()
    shift 2
    for command in "$@"; do args+=(-c "$command"); done
    (cd "$folder" && HOME=$T/home timeout 60 vim -es -N -i NONE -u "$T/vimrc" "${args[@]}" \
        -c 'qa!' "$file" </dev/null >/dev/null 2>&1)
}
picture() { # file
    run_vim "$ROOT" "$1" "let g:classes = '$HERE/classes'" "let g:picture = '$T/vim.picture'" \
        'set filetype=eddie' "source $HERE/picture.vim"
    cat "$T/vim.picture"
}
value() { # file, expressions: one a line
    run_vim "$T/game" "$1" "call writefile([$2], '$T/value')"
    cat "$T/value"
}
is_value() { [ "$(value "$1" "$2")" = "$3" ]; }
cat >"$T/list.vim" <<'VIM'
let s:lines = []
for s:it in getqflist()
    let s:file = s:it.bufnr ? bufname(s:it.bufnr) : '-'
    call add(s:lines, join([s:file, s:it.lnum, s:it.col, s:it.type, s:it.text]))
endfor
call writefile(s:lines, g:list)
VIM
list() { # file, command before: what :make puts into the list
    run_vim "$T/game" "$1" "$2" 'silent make!' "let g:list = '$T/list'" "source $T/list.vim"
    cat "$T/list"
}
cat >"$T/list.expected" <<'TEXT'
schema/game.def 1 16 e `float` is a C type [c-type]
- 0 0  help: write `f32`
schema/game.def 2 8 e `Actor` is declared twice [declared-twice]
schema/game.def 1 8 n the first declaration is this struct
TEXT
cat >"$T/cc.expected" <<'TEXT'
game/main.c 4 12 e 'missing' undeclared (first use in this function)
game/main.c 4 12 n each undeclared identifier is reported only once for each function it appears in
game/main.c 3 9 w unused variable 'odd' [-Wunused-variable]
TEXT
follows() {
    run_vim "$ROOT/$HERE" all.def 2 'normal! $hgf' "call writefile([bufname('%')], '$T/value')"
    [ "$(cat "$T/value")" = shapes.def ]
}
indents() { # a schema whose indents are gone gets them back
    for file in schema/*.def; do
        sed "s/^ *//" "$file" >"$T/indent.def"
        run_vim "$ROOT" "$T/indent.def" "normal! gg=G" "write"
        same "$file" "$T/indent.def" || return 1
    done
}
all_of_vim() {
    for sample in all half; do
        check "vim_sees_$sample.def_as_expected" same $HERE/$sample.expected \
            <(picture $HERE/$sample.def)
    done
    picture "$T/words.def" >"$T/picture"
    check vim_knows_every_word knows_words "$T/picture"
    printf 'LIBRARY it\nEXPORTS\n  one @1\n' >"$T/game/library.def"
    check vim_takes_a_schema_for_one is_value schema/game.def '&filetype' eddie
    check vim_takes_a_new_file_in_schema_for_one is_value schema/new.def '&filetype' eddie
    check vim_leaves_other_def_files_alone is_value library.def '&filetype' def
    check vim_comments_with_slashes is_value schema/game.def '&commentstring' '// %s'
    check vim_indents_a_schema indents
    check gf_opens_an_included_file follows
    check make_in_a_schema_fills_the_list same "$T/list.expected" <(list schema/game.def '')
    check make_elsewhere_does_so_after_compiler_eddiec same "$T/list.expected" \
        <(list game/main.c 'compiler eddiec')
    check make_reads_a_compiler_too same "$T/cc.expected" \
        <(LC_ALL=C list schema/game.def 'set makeprg=cc\ -Wall\ -c\ game/main.c')
}
if command -v vim >/dev/null && compgen -G '/usr/share/vim/vim*/syntax/synload.vim' >/dev/null &&
    vim --version | grep -q '+syntax'; then all_of_vim; else left_out vim vim; fi
