" A *.def may be something else: a schema is known by what it declares, a new file by its folder.
function! s:Detect() abort
    let l:declares = '^\s*\%(extern\s\+\)\?\%(const\|enum\|flags\|functions\|table\|struct\|union\|state\|rigid\)\s\+\h'
    let l:empty = line('$') == 1 && getline(1) ==# ''
    if l:empty ? expand('%:p:h:t') ==# 'schema' : match(getline(1, 200), l:declares) >= 0
        set filetype=eddie
    endif
endfunction
autocmd BufNewFile,BufRead *.def call s:Detect()
