set width 0
break game_update
ignore 1 300
run
next 2
earray game->enemies
echo banner\040
estr game->banner
disable
continue
