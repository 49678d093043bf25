# Nim, the third game of tests/nim.c, on the command line: one file and one line, and all of this is there.
$ linework nim moves --position '1-0-2 b'
> a1
> c1
> c2

$ linework nim play a2 c3
> 0-3-1 a

$ linework nim play a2 c9
! linework: turn 2: turn 'c9': it is a heap, a to c, and how many
= 3

$ linework nim score
> a 0 b 0

$ linework nim score --position '0-0-0 b' --json
> {"game":"nim","rules":"normal","position":"0-0-0 b","a":1,"b":0,"over":true}

$ linework nim score --position '0-0-0 b' --rules misere
> a 0 b 1

$ linework nim perft 3
> 314

$ linework nim perft 2 --divide --position '1-0-2 a'
> a1	2
> c1	2
> c2	1

$ linework nim show --position '1-0-2 b'
> 1-0-2 b

$ linework nim show --svg --position '1-0-2 b'
> <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 32" role="img"><text x="8" y="22" font-family="monospace">1-0-2 b</text></svg>

$ linework nim moves --position '1-0-12 b'
! linework: position '1-0-12 b': it is like 2-3-4 a
= 3

$ linework nim moves --rules hungry
! linework: unknown rule set 'hungry'; there are normal, misere
= 3

# What it does without is not there.
$ linework nim tiles
! linework: unknown command 'nim tiles'; 'linework nim --help' lists them
= 2

$ linework nim solve
! linework: unknown command 'nim solve'; 'linework nim --help' lists them
= 2

$ linework nim moves --values
! linework: unknown option '--values'
= 2

$ linework nim score --verbose
! linework: unknown option '--verbose'
= 2

$ linework nim --help | grep -c '^  linework nim '
> 5

$ linework play nim --draws 01,02
! linework: nim has no tiles to draw
= 2

$ linework match --game nim table greedy --games 2
! linework: player 'table': nim has no tables
= 2

$ linework puzzle --game nim --number 1 --theme any
! linework: --theme: nim has no themes
= 2

# Against the computer, step by step; a game without a coach tells the turn at once.
$ printf 'hint\na\nundo\nc\n3\nquit\n' | linework play nim --level 10 --first 1 --seed 1
> Linework: nim, rules normal, seed 1
> A: You
> B: Computer
> Type a turn, or 'help'.
>
> 2-3-4 a
>
> heap: a b c
> You, heap > Try c3.  (hint tells more)
> heap: a b c
> You, heap > 
> 2-3-4 a
>
> number: 1 2
> You, number > 
> 2-3-4 a
>
> heap: a b c
> You, heap > 
> 2-3-4 a
>
> number: 1 2 3 4
> You, number > 
> 2-3-1 b
>
> Computer plays b1
>
> 2-2-1 a
>
> heap: a b c
> You, heap > The game was not saved.

$ printf 'a\na1\nc1\nsave nim.lwg\nquit\n' | linework play nim --two-players --first 1 --seed 1 | grep Saved
> Player 1, heap > Saved to nim.lwg

$ linework record nim.lwg | grep -v Date
> [Game "nim"]
> [Rules "normal"]
> [First "Player 1"]
> [Second "Player 2"]
> [Result "*"]
>
> 1. a1 c1 *

$ linework record nim.lwg | linework record - | diff - nim.lwg && echo same
> same

$ linework play --load nim.lwg </dev/null | head -3
> A: Player 1
> B: Player 2
> Type a turn, or 'help'.

# The engine protocol.
$ printf 'ugi\nquit\n' | linework engine | grep -E 'name (Game|Rules)' | grep -o 'var [nm].*'
> var nim
> var normal var misere

$ printf 'setoption name Game value nim\nsetoption name Rules value misere\nposition startpos moves a1\nd\neval\nquit\n' | linework engine
> 1-3-4 b
> info string game nim rules misere
> info string position 1-3-4 b
> info string points p1 0 p2 0
> info string judgement +0 for p1

# Computers against each other, and what their games were worth.
$ linework match --game nim level:10 level:0 --games 4 --openings 0 --seed 1 -o nim-match.lwg | head -3
> level:10 v level:0, nim normal, 4 games in pairs, seed 1
> score       100.0 %  (0.0 to 100.0)
> Elo         +inf  (-inf to +inf)

$ linework record nim-match.lwg --check

$ linework match --game nim --rules misere 'ugi:linework engine' level:0 --nodes 20000 --games 2 --openings 0 --seed 1 | grep games
> ugi:linework engine v level:0, nim misere, 2 games in pairs, seed 1
> games       2 won, 0 drawn, 0 lost

$ linework review nim-match.lwg --number 1 --nodes 20000
> Game 1: level:10 (A) against level:0 (B), nim, rules normal: 1-0
> Values are the points by which the player who moves comes out ahead; they are
> exact.
>
>                            before     after      loss
>    1. A  c3                    +1        +1         0  !  great
>           It looks much like a1 at once; the difference shows some turns later.
>    1. B  b1                    -1        -1         0     best
>    2. A  c1                    +1        +1         0  !  great
>           It looks much like a1 at once; the difference shows some turns later.
>    2. B  b2                    -1        -1         0     best
>    3. A  a2                    +1        +1         0     best
>
>                            accuracy  great  best  good    ?!     ?    ??  forced
>   A  level:10               100.0 %      2     1     0     0     0     0       0
>   B  level:0                100.0 %      0     2     0     0     0     0       0
>
> Given away by A: 0 points, by B: 0 points.

$ linework review nim-match.lwg --number 1 --json --nodes 20000 | grep -o '"exact":[a-z]*' | head -1
> "exact":true

$ linework levels --game nim --games 2 --from 1 --to 1 --seed 1 2>/dev/null | cut -d'|' -f2,3,4
>  level | against | score 
> ---|---|---
>  1 | 0 | 50.0 % 

$ linework puzzle --game nim --number 1 --solution
> Puzzle 1, nim, rules normal: grade 4
>
> 2-3-4 a
>
> 2-3-4 a
> A to move: find the one turn that wins by 1 point.
> Every other one gives away 2 points or more.
>
> Solution: c3. It looks much like a1 at once; the difference shows some turns later.
> Tempting, but wrong:
>   a1              gives away 2 points
>   a2              gives away 2 points
>   b1              gives away 2 points
>   b2              gives away 2 points
>   b3              gives away 2 points

$ linework puzzle --game nim --number 1 --answer a1
! linework: a1 is not it: it gives away 2 points.
= 5

