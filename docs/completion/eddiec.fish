# Completion of eddiec for fish.
complete -c eddiec -n "__fish_is_first_token" -a fmt -d 'Rewrite files in the one layout'
complete -c eddiec -s o -r -d 'Where to write'
complete -c eddiec -l check -d 'Only tell what is wrong'
complete -c eddiec -l diag -x -a 'json text' -d 'Format of diagnostics'
complete -c eddiec -l snapshot -r -d 'Write one snapshot instead'
complete -c eddiec -l explain -d 'What a code means'
complete -c eddiec -l help -d 'A short text on the options'
complete -c eddiec -l version -d 'The version'
