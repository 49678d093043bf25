# --- review: exact near the end, whether there is a table or not ---
$ linework review "$DATA/review.lwg" --number 1
> Game 1: Ada (A) against Ben (B), linja, rules 2003: 0-1, not played to the end
> Values are the points by which the player who moves comes out ahead; they are
> exact.
>
>                            before     after      loss
>    1. A  ef/ce+gh/gh           +4        +2         2  ?! inaccuracy
>           Better ef/ce+ef/fh: It leaves B shorter steps: the longest follow-up
>           is 1, after ef/ce+gh/gh it is 2.
>    1. B  dc/cb+fe/ed           -2        -2         0     best
>    2. A  de/ef                 +2        -2         4  ?? blunder
>           Better gh/fg+ef/fg: Its follow-up lands on the empty row g and earns
>           an extra turn.
>
>                            accuracy  great  best  good    ?!     ?    ??  forced
>   A  Ada                     62.5 %      0     0     0     1     0     1       0
>   B  Ben                    100.0 %      0     1     0     0     0     0       0
>
> Given away by A: 6 points, by B: 0 points.
> Costliest:
>   2. A de/ef (4). It turns a win into a loss. Better gh/fg+ef/fg.
>   1. A ef/ce+gh/gh (2). It allows B the answer dc/cb+fe/ed. Its follow-up lands
>   on the empty row b and earns an extra turn. Better ef/ce+ef/fh.

$ linework review "$DATA/review.lwg" --number 1 --json | cut -c 1-300
> [{"ordinal":1,"game":"linja","rules":"2003","result":"0-1","over":false,"measure":"points","exact":true,"nodes":200000,"seconds":0.0,"error":0.0,"a":{"name":"Ada","accuracy":62.5,"loss":6.0,"marks":{"forced":0,"great":0,"best":0,"good":0,"inaccuracy":1,"mistake":0,"blunder":1}},"b":{"name":"Ben","ac

$ linework review "$DATA/review.lwg" --number 1 --annotate -o remarks.lwg && sed -n "10,\$p" remarks.lwg; linework record --check remarks.lwg
> 1. ef/ce+gh/gh $6
> {+2, better ef/ce+ef/fh +4: It leaves B shorter steps: the longest follow-up is 1, after ef/ce+gh/gh it is 2.}
> {hm} 1... dc/cb+fe/ed (1... cb) 2. de/ef $4
> {-2, better gh/fg+ef/fg +2: Its follow-up lands on the empty row g and earns an extra turn.}
> 0-1

$ linework review "$DATA/review.lwg" --number 1 --svg | grep -c "class=.sign."
> 2

# Drawn by the third repetition, and a game whose next tile is not known.
$ linework review "$DATA/review.lwg" --nodes 100 | grep ^Game
> Game 1: Ada (A) against Ben (B), linja, rules 2003: 0-1, not played to the end
> Game 2: ? (A) against ? (B), linja, rules zen+return: 1/2-1/2
> Game 3: Ada (A) against Ben (B), liniell, rules standard: *, not finished

$ linework review "$DATA/review.lwg" --svg --nodes 100
! linework: a chart shows one game; --number N chooses it
= 2

$ cp "$DATA/review.lwg" r.lwg; linework review r.lwg --number 4
! linework: r.lwg: there is no game 4; the last is 3
= 3

$ linework review missing.lwg
! linework: missing.lwg: cannot be opened: No such file or directory
= 3

$ printf '[Game "linja"] ab xy *' | linework review -
! linework: -: line 1: turn 'xy': step 1 must be two rows from a to h
= 3

$ linework review "$DATA/review.lwg" --time 0
! linework: --time: '0' is not a number of seconds
= 2

$ linework review "$DATA/review.lwg" --nodes none
! linework: --nodes: 'none' is not a number from 1 to 1099511627776
= 2

$ linework review "$DATA/review.lwg" --table none.table --number 1
! linework: none.table: no table: No such file or directory
= 4

# Moves of Liniell have a '<', which SVG does not take as it is.
$ linework review "$DATA/liniell-example.lwg" --nodes 50 --svg | grep title | grep -v '^<g><title>[^<]*</title>'
= 1

# Remarks are made once.
$ linework review "$DATA/review.lwg" --nodes 200 --annotate > once.lwg; linework review once.lwg --nodes 200 --annotate | cmp - once.lwg

# Turns by lot are nobody's mistakes.
$ printf '[Game "linja"]\n[Rules "2003"]\n[SetUp "1"]\n[Position "08/00/11/11/10/02/30/60 a"]\n[Opening "2"]\n1. ef/ce+gh/gh dc/cb+fe/ed 2. de/ef *\n' > lot.lwg; linework review lot.lwg --table "" | grep -E '^ {3}[0-9]\.|Given'
>    1. A  ef/ce+gh/gh           +4        +2         0     forced
>    1. B  dc/cb+fe/ed           -2        -2         0     forced
>    2. A  de/ef                 +2        -2         4  ?? blunder
> Given away by A: 4 points, by B: 0 points.

# --- puzzles: a number has its puzzle, and a grade leads to a number ---
$ linework puzzle --number 3 --ascii --solution > one; linework puzzle --number 3 --ascii --solution | cmp - one; linework puzzle --game liniell --number 3 --json > one; linework puzzle --game liniell --number 3 --json | cmp - one

# The puzzle of a day is the same for everyone, and never changes.
$ linework puzzle --date 2026-11-18 --ascii --solution | sed -n '1p;22,$p'
> Puzzle 376, linja, rules zen, of 2026-11-18: grade 1, themes brake
> 08/00/30/00/01/02/01/90 b
> B to move: find the one turn that saves the draw.
> Every other one gives away 1 point or more.
>
> Solution: gf/fd. It leaves A little: no answer improves the margin for A by more than 2.
> Tempting, but wrong:
>   gf/ec           gives away 1 point

$ linework puzzle --date 2026-11-18 --game liniell --json | cut -c 1-60; linework puzzle --daily --json | grep -c "\"date\":\"$(date -u +%F)\""
> {"number":376,"game":"liniell","rules":"standard","position"
> 1

$ linework puzzle --date 2026-11-18 --answer gf/fd
> Right: gf/fd. It leaves A little: no answer improves the margin for A by more than 2.

$ linework puzzle --date 2026-11-31
! linework: --date: '2026-11-31' is not a day like 2026-11-18
= 2

$ linework puzzle --daily --grade 2
! linework: the puzzle of a day has a number, grade and theme of its own
= 2

$ linework puzzle --daily --rules 2003
! linework: the puzzle of a day has the rules zen of linja
= 2

$ linework puzzle --daily --from "$DATA/review.lwg"
! linework: --daily is not for --from records
= 2

# Grade and theme; what is certain reads so.
$ linework puzzle --game liniell --number 1 --grade 1 --theme take-over --json | grep -o '"number":[0-9]*\|"task":"[^"]*"\|"grade":1'
> "number":3
> "task":"A to move: find the one turn that wins for certain. Every other one loses for certain."
> "grade":1

$ linework puzzle --from "$DATA/review.lwg" --solution | tail -n 11
>
> 08/00/11/11/10/02/30/60 a
> A to move: find the one turn that wins by 4 points.
> Every other one gives away 2 points or more.
>
> Solution: ef/ce+ef/fh. Its follow-up lands on the empty row e and earns an extra turn.
> Tempting, but wrong:
>   ef/ce+fg/eh     gives away 2 points
>   ef/ce+ef/dg     gives away 2 points
>   ef/ce+fg/dg     gives away 2 points
>   ef/ce+gh/gh     gives away 2 points

$ linework puzzle --from "$DATA/review.lwg" --answer ef/ce+ef/fh
> Right: ef/ce+ef/fh. Its follow-up lands on the empty row e and earns an extra turn.

$ linework puzzle --from "$DATA/review.lwg" --answer ef/ce+gh/gh
! linework: ef/ce+gh/gh is not it: it gives away 2 points. Look at row f: a step there meets a crowd of 2.
= 5

$ linework puzzle --from "$DATA/review.lwg" --answer ab
! linework: turn 'ab': step 1, 'ab': A has no pawn on row a
= 3

$ linework puzzle --from "$DATA/review.lwg" --number 2
> Puzzle 2, linja, rules 2003, from game 1, turn 2, where de/ef was played: grade 2
>
>   A                                   B
>   5 h   ▲ ▲ ▲ ▲ ▲ ▲ ▲ ▲               0
>       ═════╪════════╪════════╪════
>   3 g   ▲                             0
>       ═╪════════╪════════╪════════
>   2 f   ▲                        ▼    0
>       ══════╪════════╪════════╪═══
>   1 e   ▲                             0
>       ══╪════════╪════════╪═══════
>   0 d   ▲                        ▼    1
>       ═══════╪════════╪════════╪══
>   0 c                            ▼    2
>       ═══╪════════╪════════╪══════
>   0 b                            ▼    3
>       ════════╪════════╪════════╪═
>   0 a              ▼ ▼ ▼ ▼ ▼ ▼ ▼ ▼    5
>
>       A ▲ 46 points, B ▼ 46 points; A to move
>
> 08/01/01/11/10/11/10/80 a
> A to move: find the one turn that wins by 2 points.
> Every other one gives away 1 point or more.

$ linework puzzle --theme knights
! linework: unknown theme 'knights'; there are crowd, goal, exact, extra, mean, brake, finish, quiet
= 2

$ linework puzzle --game chess
! linework: unknown game 'chess'
= 2

$ linework puzzle --grade 6
! linework: --grade: '6' is not a number from 1 to 5
= 2

$ linework puzzle --answer ab
! linework: --answer needs the --number of the puzzle
= 2

$ linework puzzle --from x --game linja
! linework: --from takes the game and its rules from the records
= 2
