" For schemas of eddie: comments, `gf` on an #include, and a `:make` that checks them.
if exists('b:did_ftplugin')
    finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=sO:*\ -,mO:*\ \ ,exO:*/,s1:/*,mb:*,ex:*/,:///<,:///,://
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=4 softtabstop=4
setlocal include=^\\s*#\\s*include suffixesadd=.def
setlocal define=^\\s*\\%(extern\\s\\+\\)\\?\\%(const\\s\\+\\w\\+\\\|enum\\\|flags\\\|struct\\\|union\\\|state\\\|rigid\\)
compiler eddiec

let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< expandtab< shiftwidth<'
    \ . ' softtabstop< include< suffixesadd< define< makeprg< errorformat<'
