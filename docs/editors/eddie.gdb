# For debugging a game: `help eddie` lists the commands this adds. Needs neither Python nor Guile.
#
#     gdb -x docs/editors/eddie.gdb --args build/eddie

# The game is loaded later, and again after each save: a breakpoint waits for its function, and finds
# it in each new build.
set breakpoint pending on

# New code is first tried in a forked process. Stay with the game; the other runs on its own,
# without the breakpoints.
set follow-fork-mode parent
set detach-on-fork on

# Signals of the host: SIG61 ends a trial that hangs; SIGPIPE comes if the terminal was closed.
handle SIG61 SIGPIPE nostop noprint pass

# The number of items that earray and epool print at most.
set $eddie_max = 100

define estr
  if $argc != 1
    help estr
  else
    if ($arg0).count == 0
      echo ""
    else
      output *($arg0).items@($arg0).count
    end
    echo \n
  end
end
document estr
Print the text of a `str`: estr enemy->note
end

define earray
  if $argc != 1
    help earray
  else
    printf "%u items\n", ($arg0).count
    set $eddie_i = 0
    while $eddie_i < ($arg0).count && $eddie_i < $eddie_max
      printf "[%d] ", $eddie_i
      output ($arg0).items[$eddie_i]
      echo \n
      set $eddie_i = $eddie_i + 1
    end
    if $eddie_i < ($arg0).count
      printf "and %u more: set $eddie_max = %u\n", ($arg0).count - $eddie_i, ($arg0).count
    end
  end
end
document earray
Print the items of a list or pool: earray enemy->loot
Prints the first $eddie_max of them; `print enemy->loot.items[7]` prints a single one.
A bounded list has its count beside it: print *enemy->bag@enemy->bag_count
end

define epool
  if $argc != 1
    help epool
  else
    printf "%u items, %u slots, limit %u\n", ($arg0).count, ($arg0).slot_count, ($arg0).limit
    set $eddie_i = 0
    while $eddie_i < ($arg0).count && $eddie_i < $eddie_max
      set $eddie_owner = ($arg0).owners[$eddie_i]
      printf "[%d] handle {%u, %u} ", $eddie_i, $eddie_owner, ($arg0).slots[$eddie_owner].generation
      output ($arg0).items[$eddie_i]
      echo \n
      set $eddie_i = $eddie_i + 1
    end
    if $eddie_i < ($arg0).count
      printf "and %u more: set $eddie_max = %u\n", ($arg0).count - $eddie_i, ($arg0).count
    end
  end
end
document epool
Print the items of a pool, each with its handle {index, generation}: epool game->enemies
The first $eddie_max of them.
end

define eref
  if $argc != 2
    help eref
  else
    set $eddie_ref = ($arg1)
    if $eddie_ref.generation == 0
      echo none\n
    else
      set $eddie_at = ($arg0).count
      if $eddie_ref.index < ($arg0).slot_count
        set $eddie_slot = ($arg0).slots[$eddie_ref.index]
        if $eddie_slot.generation == $eddie_ref.generation
          set $eddie_at = $eddie_slot.at
        end
      end
      if $eddie_at < ($arg0).count && ($arg0).owners[$eddie_at] == $eddie_ref.index
        set $it = &($arg0).items[$eddie_at]
        printf "[%u] ", $eddie_at
        output *$it
        echo \n
      else
        printf "gone: handle {%u, %u}\n", $eddie_ref.index, $eddie_ref.generation
      end
    end
  end
end
document eref
Print the item of a pool that a handle, `ref(T)`, leads to: eref game->enemies enemy->target
Then $it points to it: print $it->hp
end

define eddie
  help eddie
end
document eddie
The commands of eddie.gdb. Their arguments are C expressions without spaces:

    estr TEXT            the text of a `str`
    earray LIST          the items of a list, `Item loot[]`, or of a pool
    epool POOL           the items of a pool with their handles
    eref POOL HANDLE     the item that a handle leads to

`help earray` describes one of them. They also accept pointers to these values.
end
