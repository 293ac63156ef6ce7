set width 0
set print elements 200
break look
run
print game->actors.items[0].bag_count
estr game->actors.items[0].note
estr game->actors.items[1].note
earray game->actors.items[1].path
earray &game->actors.items[1].path
epool game->actors
set $eddie_max = 2
epool game->actors
earray game->actors
eref game->actors held
print $it->id
eref &game->actors gone
eref game->actors game->actors.items[0].target
eref game->actors game->actors.items[1].target
eref game->actors
estr
earray
epool
eddie
