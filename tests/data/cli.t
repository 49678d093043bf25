# --- linja moves, play, score, perft, show: to the letter ---
$ linework linja moves --rules 2003 | head -n 3; linework linja moves --rules 2003 | wc -l
> ab/ac
> ab/bd
> ab/ce
> 43

$ linework linja moves --position "0b/00/00/00/00/11/00/b0 a"
> fg

# Over: nothing.
$ linework linja moves --position "0b/00/00/00/00/01/10/b0 b"

$ linework linja moves --json --rules=zen --position 0b/00/00/00/00/11/00/b0_a
> {"game":"linja","rules":"zen","position":"0b/00/00/00/00/11/00/b0 a","turns":["fg"]}

$ linework linja play ab/df hg/ec
> 50/21/12/01/10/21/12/05 a

$ linework linja play --json --rules zen+return gh/hg ba/ab gh/hg ba/ab
> {"game":"linja","rules":"zen+return","position":"60/11/11/11/11/11/11/06 a","over":true,"repetition":true}

# A pass is an operand, not the end of the options.
$ linework linja play --position "06/06/00/00/00/00/00/c0 a" -- ba/ca --rules 2003
! linework: turn 1: turn '--': the game is over
= 3

$ linework linja play --position "0a/00/00/00/00/00/00/c2 a" -- hg
> 0a/00/00/00/00/00/01/c1 a

$ linework linja score
> a -3 b -3

$ linework linja score --rules 2003 --position "07/01/01/01/02/20/40/60 a"
> a 46 b 41

$ linework linja score --rules second --position "07/01/01/01/02/20/40/60 a"
> a 46 b 39

$ linework linja score --json
> {"game":"linja","rules":"zen","position":"60/11/11/11/11/11/11/06 a","a":-3,"b":-3,"over":false}

$ linework linja perft 3 --rules zen
> 618017

$ linework linja perft 0
> 1

$ linework linja perft 2 --divide --position "0b/00/00/00/00/11/00/b0 a"; linework linja perft 1 --divide --position "0b/00/00/00/00/11/00/b0 a"
> fg	0
> fg	1

$ linework linja perft --json --divide 1 --position "0b/00/00/00/00/11/00/b0 a"
> {"game":"linja","rules":"zen","position":"0b/00/00/00/00/11/00/b0 a","depth":1,"divide":{"fg":1},"count":1}

$ linework linja show
>   A                                   B
>   5 h                  ▼ ▼ ▼ ▼ ▼ ▼   -1
>       ═════╪════════╪════════╪════
>   3 g   ▲                        ▼   -1
>       ═╪════════╪════════╪════════
>   2 f   ▲                        ▼   -1
>       ══════╪════════╪════════╪═══
>   1 e   ▲                        ▼   -1
>       ══╪════════╪════════╪═══════
>  -1 d   ▲                        ▼    1
>       ═══════╪════════╪════════╪══
>  -1 c   ▲                        ▼    2
>       ═══╪════════╪════════╪══════
>  -1 b   ▲                        ▼    3
>       ════════╪════════╪════════╪═
>  -1 a   ▲ ▲ ▲ ▲ ▲ ▲                   5
> 
>       A ▲ -3 points, B ▼ -3 points; A to move

$ linework linja show --ascii --position "07/01/01/01/02/20/40/60 a" | sed -n '2p;16p;18p'
>   5 h   A A A A A A                  -1
>  -1 a                B B B B B B B    5
>       A up, 46 points, B down, 39 points; the game is over

$ linework linja show --svg -o board.svg && head -c 4 board.svg | grep -o .svg
> <svg

# --- records ---
$ linework record "$DATA/records/strict.lwg" > again.lwg && cmp again.lwg "$DATA/records/strict.lwg"

$ linework record --check "$DATA/records/strict.lwg" -
! linework: -: line 1: there is no game in it
= 3

# Games that were played when second's follow-up was compulsory: all their turns are legal still.
$ linework record --check "$DATA/records/second-compulsory.lwg" && linework record --json "$DATA/records/second-compulsory.lwg" | grep -o '"over":true' | wc -l
> 4

$ echo '[Game "linja"] ab *' | linework record --json -
> [{"tags":{"Game":"linja"},"turns":["ab"],"result":"*","position":"50/21/11/11/11/11/11/06 b","over":false,"a":-3,"b":-3}]

$ linework record missing.lwg
! linework: missing.lwg: cannot be opened: No such file or directory
= 3

# --- the exact solution: where there is no table ---
$ linework linja value --table none.table
! linework: none.table: no table; 'linework linja solve --rules zen' makes one
= 4

$ linework linja moves --values --table none.table --rules 2003
! linework: none.table: no table; 'linework linja solve --rules 2003' makes one
= 4

$ XDG_DATA_HOME=$PWD/data linework linja stats --rules second+mean 2>&1 | sed "s|$PWD|HERE|"
> linework: HERE/data/linework/linja-second+mean.table: no table; 'linework linja solve --rules second+mean' makes one

$ linework linja stats --hash --table none.table --rules zen+exact
! linework: none.table: no table; 'linework linja solve --rules zen+exact' makes one
= 4

$ echo nonsense > bad.table; linework linja verify --table bad.table
! linework: bad.table: not a whole table: it is too short
= 4

$ linework linja verify --sample 10 --all
! linework: either --sample or --all
= 2

$ linework linja solve --threads 0
! linework: --threads: '0' is not a number from 1 to 256
= 2

$ linework linja solve --all --rules zen
! linework: --all makes every table, each in its usual place
= 2

$ linework linja solve --rules third
! linework: unknown rule set 'third'; there are 2003, second, second+mean, second+return, second+mean+return, second+exact, second+mean+exact, zen, zen+mean, zen+return, zen+mean+return, zen+exact, zen+mean+exact
= 3

$ linework liniell moves --values
! linework: unknown option '--values'
= 2

$ linework liniell solve
! linework: unknown command 'liniell solve'; 'linework liniell --help' lists them
= 2

# --- a game at the prompt ---
$ printf 'ab\nundo\nab\nxy\ndf\nlist\nsave game.lwg\nquit\n' | linework play --seed 1 --first 1 --level 0 --ascii | grep -E 'opening|follow-up|plays|Saved|rows|1\.'
> opening: ab bc cd de ef fg gh
> You, opening > 
> follow-up: ac bd ce df eg fh gh  (Enter: no)
> You, follow-up of 2 rows > 
> opening: ab bc cd de ef fg gh
> You, opening > 
> follow-up: ac bd ce df eg fh gh  (Enter: no)
> You, follow-up of 2 rows > turn 'ab/xy': step 2 must be two rows from a to h
> You, follow-up of 2 rows > 
> Computer plays gf/da/ed
> opening: ab bc cd ef fg gh
> You, opening >   1. ab/df        gf/da/ed
> opening: ab bc cd ef fg gh
> You, opening > Saved to game.lwg
> opening: ab bc cd ef fg gh
> You, opening > 

$ linework record game.lwg | tail -n 1; linework play --load game.lwg --json </dev/null 2>/dev/null
> 1. ab/df gf/da/ed *
> {"game":"linja","rules":"zen","position":"51/21/11/01/10/22/10/06 a","part":"","over":false,"a":0,"b":3,"to_move":"You"}

# The table speaks the user's language, also one whose locale the system has not; what is wrong is said in English.
$ printf 'ab\nxy\nsave de.lwg\nquit\n' | LC_ALL= LANG=de_DE.UTF-8 linework play --seed 1 --first 1 --level 0 --ascii | grep -E 'Du|Gespeichert|step'
> A: Du
> Du, Eröffnungsbewegung > 
> Du, Folgebewegung von 2 Reihen > turn 'ab/xy': step 2 must be two rows from a to h
> Du, Folgebewegung von 2 Reihen > Gespeichert in de.lwg
> Du, Folgebewegung von 2 Reihen > 

$ grep First de.lwg; for language in fr it es pt ro; do LANGUAGE=$language linework play linja --seed 1 --first 1 --ascii </dev/null | grep '^A:'; done
> [First "You"]
> A: Vous
> A: Tu
> A: Tú
> A: Tu
> A: Tu

# A whole game, and a match of three with resignations; an empty line leaves at the end.
$ for i in $(seq 99); do printf 'gh\n\nfg\n\nef\n\nde\n\ncd\n\nbc\n\nab\n\n'; done | linework play --seed 1 --first 1 --level 0 --ascii | grep -c 'The game is over'
> 1

$ printf 'resign\n\nresign\n\n' | linework play --two-players --best-of 3 --first 2 --ascii | grep -E 'wins|begins|Match'
> Player 2, opening > The game is over: -3 to -3. Player 1 wins.
> Match, best of 3: Player 1 1, Player 2 0
> Enter for the next game > Player 2 begins the next game.
> Player 2, opening > The game is over: -3 to -3. Player 1 wins.
> Match, best of 3: Player 1 2, Player 2 0

# --- wrong use ---
$ linework
! linework: which command? 'linework --help' lists them
= 2

$ linework halma
! linework: unknown command 'halma'; 'linework --help' lists them
= 2

$ linework linja fly
! linework: unknown command 'linja fly'; 'linework linja --help' lists them
= 2

$ linework --version
> linework 0.1.0

$ linework linja perft
! linework: N is missing
= 2

$ linework linja perft 3 4
! linework: '4' is one word too many
= 2

$ linework linja perft -3
! linework: unknown option '-3'
= 2

$ linework linja perft 1000
! linework: the length must be a number from 0 to 100, not '1000'
= 2

$ linework linja moves --rules
! linework: option --rules needs a value, R
= 2

$ linework linja moves --rules zen --rules zen
! linework: option --rules is given twice
= 2

$ linework linja moves --json=yes
! linework: option --json takes no value
= 2

$ linework linja moves --rules third
! linework: unknown rule set 'third'; there are 2003, second, second+mean, second+return, second+mean+return, second+exact, second+mean+exact, zen, zen+mean, zen+return, zen+mean+return, zen+exact, zen+mean+exact
= 3

$ linework linja moves --position "60/11/61/11/11/11/11/06 a"
! linework: position: row c holds 7 pawns, more than 6
= 3

$ linework linja play ab/df ab
! linework: turn 2: turn 'ab': step 1, 'ab': B has no pawn on row a
= 3

$ linework linja show -o no/such/folder/x
! linework: no/such/folder/x: cannot be written: No such file or directory
= 1

$ linework linja moves > /dev/full
! linework: standard output cannot be written
= 1

$ linework play chess
! linework: unknown game 'chess'
= 2

$ linework play --level 11
! linework: --level: '11' is not a number from 0 to 10
= 2

$ linework play --best-of 2
! linework: a match is best of 1, 3, 5 ... games, not of 2
= 3

# A reader that goes away is no failure worth a word.
$ linework linja perft 3 --divide | head -n 1
> ab	12340

# --- for programs ---
$ printf 'isready\nquery result\nposition startpos moves xx\nquit\nisready\n' | linework engine
> readyok
> response none
> info string position: move 1: turn 'xx': step 1 must be two rows from a to h

$ printf 'setoption name Game value liniell\ngo movetime 1' | linework engine | tail -n 1 | cut -c 1-11
> bestmove d4

$ linework engine --json
! linework: the protocol is lines of text and has no --json
= 2

# The signature is kept in tests/data/signature; renew it, after a change to how the program thinks,
# by: linework bench | tail -n 1 >tests/data/signature
$ linework bench | tail -n 1 | diff - "$DATA"/signature

# --- serve: tests/test_server.c talks to it ---

$ linework serve --port 0
! linework: --port: '0' is not a number from 1 to 65535
= 2

$ linework serve --port 65536
! linework: --port: '65536' is not a number from 1 to 65535
= 2

$ linework serve --port
! linework: option --port needs a value, N
= 2

$ linework serve --name games.example --name 'games example'
! linework: --name: 'games example' is not a host or host:port
= 2

$ linework serve --name ''
! linework: --name: '' is not a host or host:port
= 2

$ linework serve --nobody
! linework: unknown option '--nobody'
= 2

$ linework serve now
! linework: 'now' is one word too many
= 2

$ linework serve --public-metrics=yes
! linework: option --public-metrics takes no value
= 2

$ linework serve --retain 36501
! linework: --retain: '36501' is not a number from 0 to 36500
= 2

$ linework serve --store games.db
! linework: --store: 'games.db' is not sqlite:FILE or postgresql://...
= 2

# --- bots: tests/test_bot.c lets them play ---

$ linework bot
! linework: URL is missing
= 2

$ linework bot ftp://games.example
! linework: 'ftp://games.example' is not the address of a server or game, as http://localhost:8080/
= 2

$ linework bot http://localhost:1/ --level 11
! linework: --level: '11' is not a number from 0 to 10
= 2

# --- games: tests/test_archive.c has whole ones ---

$ linework games import --store sqlite:kept.db "$DATA"/liniell-example.lwg
> 1 games added, 0 left out (known already, or not finished)

$ linework games export --store sqlite:kept.db | sed 's/Id ".*"/Id "..."/' | head -n 4; linework games export --store sqlite:kept.db --json | cut -c 1-22
> [Game "liniell"]
> [Rules "standard"]
> [Date "????.??.??"]
> [First "Yellow"]
> {"games":1,"others":0,

$ linework games backup yesterday.db --store sqlite:kept.db; linework games restore yesterday.db --store sqlite:fresh.db
> The games are in yesterday.db
> The games are what they were in yesterday.db

$ linework games backup yesterday.db --store sqlite:kept.db
! linework: yesterday.db: there is such a file already
= 1

$ linework games burn
! linework: games: 'burn' is not backup, restore, export or import
= 2

$ linework games backup now.db -o there.db
! linework: -o is for games export only
= 2

# --- match and levels ---
$ linework match level:0 level:0 --games 3 --seed 1 -q --concurrency 2 -o match.lwg | head -n 1; grep -c Round match.lwg; linework record --check match.lwg
> level:0 v level:0, linja zen, 4 games in pairs, seed 1
> 4

# More games of the same match; the first four are taken from the file.
$ linework match level:0 level:0 --games 6 --seed 1 -q -o match.lwg --resume | head -n 1; grep Match match.lwg | sort | uniq -c | sed 's/^ *//'
> level:0 v level:0, linja zen, 6 games in pairs, seed 1
> 6 [Match "linja zen: level:0 v level:0, seed 1, openings 2"]

$ linework match level:0 level:0 --seed 2 -q -o match.lwg --resume
! linework: match.lwg: line 1: a game of another match: linja zen: level:0 v level:0, seed 1, openings 2
= 3

$ linework match level:0 level:0 -o match.lwg
! linework: match.lwg exists already; --resume goes on with it
= 2

$ linework match level:0 level:0 --resume
! linework: --resume needs the file of the match, -o FILE
= 2

$ linework match level:0 ugi:./no-such-program --games 2
! linework: ugi:./no-such-program: is no program that can be run
= 1

$ linework match level:0 level:12
! linework: player 'level:12': levels are 0 to 10
= 2

$ linework match level:0 level:1 --sprt 5,0
! linework: --sprt: '5,0' is not two Elo differences, the smaller one first, as 0,10
= 2

$ linework match --game chess level:0 level:1
! linework: --game: there is no game 'chess'
= 2

$ linework match --tiles my.tiles level:0 level:1
! linework: --tiles: linja has no tiles
= 2

$ linework match --game liniell --games 2 --json level:0 level:0 | grep -o '"game.*"games":2'
> "game":"liniell","rules":"standard","players":["level:0","level:0"],"seed":1,"openings":0,"done":true,"games":2

$ linework match level:0 level:1 --luck
! linework: --luck: linja has no draws
= 2

$ linework match --game liniell greedy level:0 --games 8 --luck -q | sed -n 2,3p
> score       75.0 %  (50.5 to 99.5)
> adjusted    72.7 %  (49.4 to 96.1), less 0.88 of the luck of the draws, which saves 33 % of the variance

$ linework match --game liniell greedy level:0 --games 2 --luck --json -q | grep -o '"adjusted":{"value"'
> "adjusted":{"value"

$ linework levels --from 1 --to 2 --games 2 -q | cut -d '|' -f 1-3
> | level | against 
> |---|---
> | 1 | 0 
> | 2 | 1 

# --- where results go ---
$ linework linja score >&-
! linework: standard output cannot be written
= 1

$ mkdir links; ln -s ../result links/to; linework linja score -o links/to; test -L links/to && cat result; ls links
> a -3 b -3
> to

$ mkfifo pipe; cat pipe & linework linja score -o pipe; wait; test -p pipe
> a -3 b -3

$ linework linja score -o ''
! linework: -o: a file without a name
= 2

$ linework linja solve --json --table "$(printf '\377')"
! linework: ?: no name that JSON could tell
= 2

$ linework linja score > /dev/full
! linework: standard output cannot be written
= 1

$ (linework linja score -o /dev/stdout; linework linja score -o /dev/stdout) > both; cat both
> a -3 b -3
> a -3 b -3

# A descriptor that is named is written to, too: what stands in its file stays.
$ exec 3>>both; echo before >&3; linework linja score -o /dev/fd/3; linework linja score -o /proc/self/fd/3; echo after >&3; tail -n 4 both; linework linja score -o /dev/fd/99
> before
> a -3 b -3
> a -3 b -3
> after
! linework: /dev/fd/99: cannot be written: No such file or directory
= 1

# --- interrupted ---
# The player loses its first game by ending; in the second it interrupts us. We end by that signal, and what was played is kept.
$ printf 'while read a; do case $a in ugi) echo ugiok;; isready) echo readyok;; go*) test -e once && kill -$1 $2 && cat > /dev/null; touch once; exit;; esac; done' > player; linework match 'ugi:sh player INT $PPID' greedy --games 4 --concurrency 1 -o cut.lwg; echo $?; linework record cut.lwg | grep -c Round; rm once
> ugi:sh player INT $PPID v greedy, linja zen, 0 games in pairs, seed 1
> no pair is finished
> 130
> 1
! game 1: ugi:sh player INT $PPID loses: ended with exit code 0
! interrupted; --resume goes on

# With standard error closed no talk lands in the file.
$ linework match 'ugi:sh player TERM $PPID' greedy --games 4 --concurrency 1 -o closed.lwg 2>&- >&- <&-; echo $?; linework record closed.lwg | grep -c Round; rm once
> 143
> 1

# What was cut off is played again, be it the first game.
$ head -c 70 cut.lwg > first.lwg; linework match 'ugi:sh player INT $PPID' greedy --games 4 --concurrency 1 -o first.lwg --resume; echo $?; linework record first.lwg | grep -c Round; rm once
> ugi:sh player INT $PPID v greedy, linja zen, 0 games in pairs, seed 1
> no pair is finished
> 130
> 1
! first.lwg: the last game was cut off; going on with the 0 before it
! game 1: ugi:sh player INT $PPID loses: ended with exit code 0
! interrupted; --resume goes on

# But a file of something else is left alone.
$ printf '[Game "linja"]\n[Rules "zen"]\n\n1. ab/df\n' > other.lwg; linework match level:0 greedy --games 2 -o other.lwg --resume -q; wc -c < other.lwg
> 39
! linework: other.lwg: holds no game of this match

$ mkfifo games; linework match level:0 greedy --games 2 -o games --resume; echo $?; test -p games
> 2
! linework: games is no file in which a match can keep its games

# --- lines that are typed ---
# A line that is too long is skipped to its end; what follows it is read as ever.
$ (head -c 100000 /dev/zero | tr '\0' x; printf '\nscore\nquit\n') | linework play linja --two-players --ascii | grep -c 'A line has at most 4096 bytes\|^B .* points'
> 2
