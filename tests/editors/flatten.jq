# A TextMate grammar as lines: "rule PATH", then what it has as "KEY TEXT"; "use PATH" are its inner
# patterns in their order. A key that tokenise.c does not know is an error, since the test would then
# use a different grammar than the editor.
def id: map(tostring) | join("/");
def known: IN("name", "match", "begin", "end", "patterns", "captures", "beginCaptures",
              "endCaptures", "scopeName", "repository");
def refuse_odd($path): [keys[] | select(known | not)] as $odd
    | if $odd == [] then . else error("\($path | id): \($odd | join(" "))") end;
def target($path): if .value.include then "repository/" + .value.include[1:]
                   else $path + ["patterns", .key] | id end;
def inner($path): .patterns // [] | to_entries[] | "use " + target($path);
def marks($which): .[$which] // {} | to_entries[]
    | if .value | keys == ["name"] then "\($which) \(.key) \(.value.name)"
      else error("\($which): only names") end;
def rule($path): refuse_odd($path)
    | "rule \($path | id)",
      (to_entries[] | select(.key | IN("name", "match", "begin", "end")) | "\(.key) \(.value)"),
      marks("captures", "beginCaptures", "endCaptures"), inner($path);
. as $grammar | ([], paths(type == "object")) as $at
| select($at == [] or $at[0] == "repository") | $grammar | getpath($at)
| select($at == [] or has("match") or has("begin") or has("patterns")) | rule($at)
