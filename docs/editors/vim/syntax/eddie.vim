" Syntax of eddie's schemas, *.def.
if exists('b:current_syntax')
    finish
endif
syn case match

syn cluster eddieComments contains=eddieComment,eddieDoc
syn cluster eddieValues   contains=eddieBoolean,eddieNumber,eddieString,eddieOperator

" If several lines match the same text, the last one applies.
syn match   eddieUsedType    "\<\h\w*\ze\s\+\h"
syn keyword eddieType        bool char u8 u16 u32 u64 i8 i16 i32 i64 f32 f64
syn match   eddieType        "\<\%(str\|ptr\)\ze\s\+\h"
syn match   eddieType        "\<ref\ze\s*(" nextgroup=eddieTarget skipwhite
syn match   eddieTarget      "(\s*\h\w*" contained contains=eddieTypeName
syn match   eddieTypeName    "\h\w*" contained

syn match   eddieDeclaration "\<const\ze\s\+\h"
syn match   eddieDeclaration "\<extern\ze\s\+\%(enum\|flags\|functions\|table\|struct\)\>"
syn match   eddieDeclaration "\<\%(enum\|flags\|functions\|table\|struct\|union\|state\|rigid\)\ze\s\+\h"
    \ nextgroup=eddieTypeName skipwhite
syn match   eddieInclude     "#\s*include\>"

syn region  eddieAttributes  matchgroup=NONE start="\[\[" end="\]\]" end="\ze[;{}]"
    \ contains=@eddieComments,eddieAttribute,eddieArguments
syn keyword eddieAttribute   was transient optional pool live key fresh upgrade range unit plain header globals in stable contained
syn region  eddieArguments   matchgroup=NONE start="(" end=")" end="\ze\%([;{}]\|\]\]\)"
    \ contained contains=@eddieComments,@eddieValues,eddieArguments

syn keyword eddieBoolean     true false
syn match   eddieOperator    "\.\.\|<<\|>>\|[-|+*/=]"
syn match   eddieNumber      "\%(\<\d\+\%(\.\.\@!\d*\)\=\|\.\@1<!\.\d\+\)\%([eE][-+]\=\d\+\)\=[fF]\="
syn match   eddieNumber      "\<0[xX]\x\+\>\|\<0[bB][01]\+\>"
syn region  eddieString      start=+"+ end=+"+ end="$" oneline contains=eddieEscape
syn region  eddieString      start="'" end="'" end="$" oneline contains=eddieEscape
syn match   eddieEscape      +\\\%([abfnrtv\\"'?]\|x\x\{1,2}\|\o\{1,3}\)+ contained

syn match   eddieComment     "//.*" contains=@Spell
syn match   eddieDoc         "////\@!.*" contains=@Spell
syn region  eddieComment     start="/\*" end="\*/" contains=@Spell

syn sync minlines=200

hi def link eddieDeclaration Keyword
hi def link eddieInclude     Include
hi def link eddieType        Type
hi def link eddieUsedType    Identifier
hi def link eddieTypeName    Identifier
hi def link eddieAttribute   PreProc
hi def link eddieBoolean     Boolean
hi def link eddieNumber      Number
hi def link eddieOperator    Operator
hi def link eddieString      String
hi def link eddieEscape      SpecialChar
hi def link eddieComment     Comment
hi def link eddieDoc         SpecialComment

let b:current_syntax = 'eddie'
