" Each line of the buffer, with a second one below it that has a letter for the group of each byte:
" the file g:classes has lines "letter scope group". Written to the file g:picture.
let s:letters = {}
for s:line in readfile(g:classes)
    let s:words = split(s:line)
    let s:letters[s:words[2]] = s:words[0]
endfor

function! s:Letter(line, column, byte) abort
    let l:group = synIDattr(synID(a:line, a:column, 1), 'name')
    return a:byte ==# ' ' ? ' ' : l:group ==# '' ? '.' : get(s:letters, l:group, '?')
endfunction

let s:out = []
for s:at in range(1, line('$'))
    let s:text = getline(s:at)
    call add(s:out, s:text)
    call add(s:out, join(map(range(len(s:text)), 's:Letter(s:at, v:val + 1, s:text[v:val])'), ''))
endfor
call writefile(s:out, g:picture)
