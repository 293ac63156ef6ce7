# Completion of eddiec for fish.
complete -c eddiec -n "__fish_is_first_token" -a fmt -d 'Format files in the canonical layout'
complete -c eddiec -s o -r -d 'Output folder'
complete -c eddiec -l check -d 'Only report errors'
complete -c eddiec -l diag -x -a 'json text' -d 'Format of diagnostics'
complete -c eddiec -l snapshot -r -d 'Write a snapshot instead of C'
complete -c eddiec -l explain -d 'Explain the code of a message'
complete -c eddiec -l help -d 'Show the options'
complete -c eddiec -l version -d 'Show the version'
