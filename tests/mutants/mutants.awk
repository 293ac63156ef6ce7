# One-line mistakes for tests/mutants/mutants.sh. Reads lines that the tests reach, as
# FILE:LINE:TEXT, and prints COUNT mistakes in them, chosen by SEED: FILE, LINE, what was changed,
# and the new text, separated by tabs. Comments, strings and characters are not changed.
function random(n) { state = (state * 16807) % 2147483647; return state % n }
function offer(what, at, size, text) {
    sites++
    site_line[sites] = NR; site_what[sites] = what
    site_at[sites] = at; site_size[sites] = size; site_text[sites] = text
}
# The text with blanks in place of everything that is not code; its length stays the same.
function code_of(text,    out, i, c, quote) {
    out = ""; quote = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (quote != "") {
            if (c == "\\") { out = out "  "; i++; continue }
            if (c == quote) quote = ""
            out = out " "
        } else if (c == "\"" || c == "'") { quote = c; out = out " " }
        else if (substr(text, i, 2) == "//") return sprintf("%-" length(text) "s", out)
        else out = out c
    }
    return out
}
function each(code, pattern, what, text,    from, at) {
    from = 1
    while (match(substr(code, from), pattern)) {
        at = from + RSTART - 1
        offer(what, at, RLENGTH, text)
        from = at + RLENGTH
    }
}
# The index of the parenthesis that closes the one at `at`, or 0 if it is on another line.
function closing(code, at,    depth, i, c) {
    depth = 0
    for (i = at; i <= length(code); i++) {
        c = substr(code, i, 1)
        if (c == "(") depth++
        if (c == ")" && --depth == 0) return i
    }
    return 0
}
function mistakes(code,    at, end, from, text, comma, rest) {
    each(code, " == ", "== to !=", " != "); each(code, " != ", "!= to ==", " == ")
    each(code, " <= ", "<= to <", " < ");   each(code, " >= ", ">= to >", " > ")
    each(code, " < ", "< to <=", " <= ");   each(code, " > ", "> to >=", " >= ")
    each(code, " && ", "&& to ||", " || "); each(code, " [|][|] ", "|| to &&", " \\&\\& ")
    each(code, " [+] 1([^0-9a-zA-Z_.]|$)", "+ 1 dropped", "")
    each(code, " - 1([^0-9a-zA-Z_.]|$)", "- 1 dropped", "")
    each(code, "[+] ", "+ to -", "- "); each(code, "![a-z_(]", "! dropped", "")
    each(code, "true", "true to false", "false"); each(code, "false", "false to true", "true")
    if (match(code, /(if|while) \(/)) {
        at = RSTART + RLENGTH - 1; end = closing(code, at)
        text = "(!" substr($0, head + at, end - at + 1) ")"
        if (end) offer("condition negated", at, end - at + 1, text)
    }
    if (match(code, /^ *[a-z_][a-zA-Z0-9_.>\[\]-]*(\+\+|--|( [+|&-]= .*));/))
        offer("counter dropped", 1, length(code), ";")
    if (match(code, /^ *[a-z_][a-z0-9_]*\(.*\);/)) offer("call dropped", 1, length(code), ";")
    from = 1
    while (match(substr(code, from), /[^0-9a-zA-Z_.][0-9]+[^0-9a-zA-Z_.]/)) {
        at = from + RSTART
        offer("constant by one", at, RLENGTH - 2, substr(code, at, RLENGTH - 2) + 1)
        from = at + RLENGTH - 2
    }
    if (match(code, /\([a-z_][a-z0-9_]*, [a-z_][a-z0-9_]*[,)]/)) {
        text = substr(code, RSTART + 1, RLENGTH - 2); comma = index(text, ",")
        rest = substr(text, comma + 2); text = substr(text, 1, comma - 1)
        if (text != rest) offer("arguments swapped", RSTART + 1, RLENGTH - 2, rest ", " text)
    }
}
BEGIN { state = SEED % 2147483646 + 1; for (i = 0; i < 9; i++) random(2) }
{
    file = $0; sub(/:.*/, "", file)
    line = substr($0, length(file) + 2); sub(/:.*/, "", line)
    head = length(file) + length(line) + 2
    name[NR] = file; number[NR] = line; full[NR] = substr($0, head + 1)
    first = sites + 1
    mistakes(code_of(full[NR]))
    if (sites >= first) { lines++; of[lines] = first; until_[lines] = sites }
}
END {
    while (chosen < COUNT && tries++ < 50 * COUNT && lines) {
        i = 1 + random(lines); s = of[i] + random(until_[i] - of[i] + 1)
        if (s in taken) continue
        taken[s] = 1; chosen++
        n = site_line[s]; text = full[n]; piece = site_text[s]
        gsub(/\\&/, "\\&", piece)
        # Keeps the character after a dropped number, and the first character after a dropped !.
        last = substr(text, site_at[s] + site_size[s] - 1, 1)
        if (site_what[s] ~ /1 dropped/ && last != "1") site_size[s]--
        if (site_what[s] == "! dropped") site_size[s]--
        text = substr(text, 1, site_at[s] - 1) piece substr(text, site_at[s] + site_size[s])
        print name[n] "\t" number[n] "\t" site_what[s] "\t" text
    }
}
