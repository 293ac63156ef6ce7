" `:make` with eddiec: in a schema it checks all schemas of its folder, elsewhere those in schema/.
" The program is g:eddiec if that is set, otherwise eddiec in PATH, otherwise build/eddiec.
if exists('current_compiler')
    finish
endif
let current_compiler = 'eddiec'

let s:program = get(g:, 'eddiec', executable('eddiec') ? 'eddiec' : 'build/eddiec')
let s:files = &filetype ==# 'eddie' ? '%:h:S/*.def' : 'schema/*.def'
execute 'CompilerSet makeprg=' . escape(s:program . ' --check ' . s:files, ' \|"')

" The output of eddiec and of C compilers: each error and each note is an entry; a help is a line
" below it.
CompilerSet errorformat=
    \%f:%l:%c:\ fatal\ %trror:\ %m,
    \%f:%l:%c:\ %trror:\ %m,
    \%f:%l:%c:\ %tarning:\ %m,
    \%f:%l:%c:\ %tote:\ %m,
    \eddiec:\ %trror:\ %m,
    \%+Ghelp:\ %m,
    \%-G%.%#
