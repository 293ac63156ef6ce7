" Indents of eddie's schemas: one step in each pair of braces.
if exists('b:did_indent')
    finish
endif
let b:did_indent = 1
setlocal nocindent autoindent indentexpr=EddieIndent(v:lnum) indentkeys=0},o,O
let b:undo_indent = 'setlocal cindent< autoindent< indentexpr< indentkeys<'

if exists('*EddieIndent')
    finish
endif

function! EddieIndent(line) abort
    let l:before = prevnonblank(a:line - 1)
    let l:bare = substitute(getline(l:before), '//.*\|"[^"]*"', '', 'g')
    let l:opens = count(l:bare, '{') > count(l:bare, '}') && l:bare !~# '^\s*}'
    let l:closes = getline(a:line) =~# '^\s*}'
    return max([0, indent(l:before) + (l:opens - l:closes) * shiftwidth()])
endfunction
