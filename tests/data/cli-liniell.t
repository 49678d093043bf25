# --- liniell moves, play, score, perft, show: to the letter ---
$ linework liniell moves
> d4n
> d4n+N

$ linework liniell moves --draws 13,08,03 | wc -l; linework liniell moves --draws 13,08,03 | head -n 3
> 16
> d4e
> d4e+E
> d4e+N

# The drawn tile cannot be placed: it stays out, and that was the last one.
$ linework liniell moves --tiles "$DATA/liniell-ring.tiles" --position "01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,e6N B=d5E,f5W turn=a draw=09"
> --

$ linework liniell play --tiles "$DATA/liniell-ring.tiles" --position "01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,e6N B=d5E,f5W turn=a draw=09" --
> 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,e6N B=d5E,f5W turn=b draw=- out=09

$ linework liniell moves --tiles "$DATA/liniell-ring.tiles" --position "01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,e6N B=d5E,f5W turn=b draw=- out=09"

$ linework liniell play
> A=-,- B=-,- turn=a draw=01

$ linework liniell play --seed 1 d4n
> 03@d4n A=-,- B=-,- turn=b draw=12

$ linework liniell play --draws 01,07,05 d4n+N e4s d3n
> 01@d4n 07@e4s 05@d3n A=d4N,- B=-,- turn=b draw=?

# Only a position was given: what is drawn next is not known, so there are no moves.
$ linework liniell play --position "01@d4n 07@e4s A=e4W,- B=-,- turn=a draw=05" d3n
> 01@d4n 07@e4s 05@d3n A=e4N,- B=-,- turn=b draw=?

$ linework liniell moves --position "01@d4n A=-,- B=-,- turn=b draw=?"
! linework: which tile was drawn is not known; --draws or --seed can tell
= 3

$ linework liniell moves --position "01@d4n_A=-,-_B=-,-_turn=b_draw=?" --draws 01,02 --json
> {"game":"liniell","rules":"standard","position":"01@d4n A=-,- B=-,- turn=b draw=02","turns":["c4n","c4n+N","d3n","d3n+N","d5n","d5n+N","e4n","e4n+N"]}

$ linework liniell score --position "01@d4n 09@d5e 11@e5n 12@f5n 07@e4w 14@g5n 08@g6e 16@d6s 10@f6e 06@g7n 04@g4w 15@f4n 05@f7n 02@e7n 03@e6s 13@d7n A=e5N,g6N B=d5N,d6N turn=a draw=-"
> a 14 3 b 14 2

$ linework liniell score -v --position "01@d4n 09@d5e 11@e5n 12@f5n 07@e4w 14@g5n 08@g6e 16@d6s 10@f6e 06@g7n 04@g4w 15@f4n 05@f7n 02@e7n 03@e6s 13@d7n A=e5N,g6N B=d5N,d6N turn=a draw=-"
> a 14 3 b 14 2
> a e5N: 4 tiles, enclosed, 1 blue: 6 points (e4 e5 f5 g5)
> a g6N: 5 tiles, enclosed, 2 blue: 8 points (g5 g6 f6 f7 g7)
> b d5N: 4 tiles, open, 1 blue: 5 points (f4 e4 d4 d5)
> b d6N: 7 tiles, enclosed, 1 blue: 9 points (f7 e7 d7 d6 d5 e5 e6 d6)

$ linework liniell score -v --json --position "01@d4n A=d4N,- B=-,- turn=b draw=02"
> {"game":"liniell","rules":"standard","position":"01@d4n A=d4N,- B=-,- turn=b draw=02","a":1,"b":0,"over":false,"tie_break":{"of":"blue rhombs","a":0,"b":0},"explanation":["a d4N: 1 tile, open, 0 blue: 1 point (d4)"]}

$ linework liniell perft --draws 01,02,03,04,05,06,07,08,09,10,11,12,13,14,15,16 3; linework liniell perft --draws 13,08,03,15,01,06,10,04,02,05,07,09,11,12,14,16 2
> 768
> 352

$ linework liniell perft --divide 2 --draws 01,02
> d4n	8
> d4n+N	4

$ linework liniell perft --json 1 --draws 13
> {"game":"liniell","rules":"standard","position":"A=-,- B=-,- turn=a draw=13","depth":1,"count":16}

$ linework liniell perft 3 --draws 01,02
! linework: only 2 of the 16 tiles to come are known, too few for sequences of 3 turns
= 3

$ linework liniell show --seed 3 | head -n 12
>        d
> 
> 
>  4    d4
> 
> 
> 
> Tile 13
>        n          e          s          w
>    ·   │   ·  ·   │   ·  ·   │   ·  ·   │   ·
>        ╰─╮        ◆          ◇        ╭─╯
>    ──◆   ╰──  ──◇   ╭──  ──╮   ◆──  ──╯   ◇──

$ linework liniell show --ascii --position "01@d4n 12@e4n 06@f4n A=d4N,- B=e4N,- turn=b draw=-"
! linework: position: draw=- says the game is over, but tile 02 is not placed
= 3

$ linework liniell show --ascii --position "01@d4n 12@e4n 06@f4n A=d4N,- B=e4N,- turn=b draw=?"
>        c         d         e         f         g
> 
> 
>  3              d3        e3        f3
> 
> 
>              .   A   . .   B   . .   |   .
>                  a         b         |
>  4    c4     aaaaaaaaa aaaabaaaa aa* +----    g4
>                  a         b         |
>              .   a   . .   b   . .   |   .
> 
> 
>  5              d5        e5        f5
> 
> 
> 
> A 4 points (1 blue), 1 marker in hand; B 1 point (0 blue), 1 marker in hand; B to move, 13 tiles in the stack

$ linework liniell show --svg --seed 3 | head -n 2
> <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 410 238" width="410" height="238" role="img" aria-label="Liniell: A=-,- B=-,- turn=a draw=13">
> <title>Liniell: A=-,- B=-,- turn=a draw=13</title>

$ linework liniell show --json --ascii --draws 01 | cut -c 1-90
> {"game":"liniell","rules":"standard","position":"A=-,- B=-,- turn=a draw=01","text":"     

# --- tile sets and draws ---
$ linework liniell tiles | head -n 3; linework liniell tiles | wc -l
> 01: NESW
> 02: NESW
> 03: NES Wo
> 16

$ linework liniell tiles --json --tiles "$DATA/liniell-ring.tiles" | cut -c 1-80
> {"game":"liniell","rules":"custom","tiles":"01: N E S W\n02: N E S W\n03: N E S 

$ linework liniell tiles --svg | grep -c "class=.tile."
> 16

$ printf '01: NESW\n02: NES\n' | linework liniell tiles --tiles -
! linework: -: tile set, line 2: side W of tile 02 is missing
= 3

$ printf '01: NESW\n02: NES\n' >x.tiles; linework liniell moves --tiles x.tiles; linework play liniell --tiles x.tiles </dev/null
! linework: x.tiles: tile set, line 2: side W of tile 02 is missing
! linework: x.tiles: tile set, line 2: side W of tile 02 is missing
= 3

$ printf '\001' | linework liniell tiles --tiles -
! linework: -: byte 1 is not text
= 3

$ linework liniell tiles --tiles nothing
! linework: nothing: cannot be opened: No such file or directory
= 3

$ linework linja tiles
! linework: unknown command 'linja tiles'; 'linework linja --help' lists them
= 2

$ linework linja moves --draws 01
! linework: unknown option '--draws'
= 2

$ linework liniell moves --draws 01,17
! linework: draws: '17' is not a tile of the set; they are named by two digits, joined by ','
= 3

$ linework liniell moves --draws 01 --seed 2
! linework: options --seed and --draws exclude each other
= 2

$ linework liniell moves --seed -1
! linework: --seed: '-1' is not a number from 0 to 18446744073709551615
= 2

# --- records and the terminal ---
$ linework record --check "$DATA/liniell-example.lwg"; linework record --json "$DATA/liniell-example.lwg" | cut -c 1-60
> [{"tags":{"Game":"liniell","Rules":"standard","Date":"????.?

$ printf '[Game "liniell"]\n[Tiles "01: NESW; 02: NES"]\n\n*\n' | linework record -
! linework: -: line 1: tile set, line 1: side W of tile 02 is missing
= 3

$ printf '[Game "liniell"]\n[Seed "x"]\n\n*\n' | linework record -
! linework: -: line 1: tag Seed must be a number, not 'x'
= 3

$ printf '[Game "liniell"]\n[Seed "1"]\n\n1. d4n d4n *\n' | linework record -
! linework: -: line 4: turn 'd4n': cell d4 holds a tile already
= 3

$ printf 'd4n\nN\nsave s.lwg\nquit\n' | linework play liniell --seed 5 --first 1 --level 0 >/dev/null; grep -v Date s.lwg; linework record --check s.lwg
> [Game "liniell"]
> [Rules "standard"]
> [First "You"]
> [Second "Computer"]
> [Result "*"]
> [Seed "5"]
> 
> 1. d4n+N c4s+N *

$ printf 'undo\nscore\nquit\n' | linework play --load s.lwg --json 2>/dev/null | cut -c 1-110
> {"game":"liniell","rules":"standard","position":"08@d4n 16@c4s A=d4N,- B=c4N,- turn=a draw=03","part":"","over
> {"game":"liniell","rules":"standard","position":"A=-,- B=-,- turn=a draw=08","part":"","over":false,"a":0,"b":

$ linework play liniell --draws 01 --seed 2 </dev/null
! linework: options --seed and --draws exclude each other
= 2

$ printf "d4n\n\n" | linework play liniell --draws 01 --first 1 | tail -n 1
> What is drawn next is not known, so the game cannot go on.

$ linework play linja --draws 01 </dev/null
! linework: linja has no tiles to draw
= 2

# --- draws that nobody can know ---
# Between two people: a commitment before the first tile, and nothing saved of what comes; what was seen stays drawn.
$ printf 'd4n\n\nundo\nsave f.lwg\nquit\n' | linework play liniell --two-players --tiles "$DATA/liniell-crosses.tiles" | grep -c '^The order of the tiles is fixed: commitment [0-9a-f]\{64\}, key 1$'; grep -c 'Seed\|Key' f.lwg; grep -c '^\[Draws "[0-9][0-9],[0-9][0-9]"\]$' f.lwg
> 1
> 0
> 1

# Resigning tells the key, and nothing can be taken back; the next game has the next key.
$ printf 'd4n\n\nresign\nundo\n\nresign\nsave f.lwg\nload f.lwg\nundo\n\n' | linework play liniell --two-players --best-of 5 --first 1 --tiles "$DATA/liniell-crosses.tiles" | grep '^The order\|^The tiles came\|> The game is over and\|verify-draws' | sed 's/[0-9a-f]\{64\}/HASH/g; s/^.* > //'
> The order of the tiles is fixed: commitment HASH, key 1
> The tiles came by key HASH. To check, save the match, then:
>   linework liniell verify-draws FILE
> The game is over and its draws are told: nothing can be taken back.
> The order of the tiles is fixed: commitment HASH, key 2
> The tiles came by key HASH. To check, save the match, then:
>   linework liniell verify-draws FILE
> The game is over and its draws are told: nothing can be taken back.
> The order of the tiles is fixed: commitment HASH, key 3

$ linework liniell verify-draws f.lwg | sed 's/[0-9a-f]\{64\}/HASH/g'; linework liniell verify-draws --json f.lwg | sed 's/[0-9a-f]\{64\}/HASH/g'
> game 1: commitment HASH, key 1: all 2 draws kept to it
> game 2: commitment HASH, key 2: all 1 draws kept to it
> {"verified":true,"games":[{"commitment":"HASH","number":1,"key":"HASH","drawn":2,"before":0},{"commitment":"HASH","number":2,"key":"HASH","drawn":1,"before":0}]}

# A game that is opened elsewhere goes on under a new commitment.
$ printf 'd4n\n\nsave g.lwg\nquit\n' | linework play liniell --two-players --tiles "$DATA/liniell-crosses.tiles" >/dev/null; printf 'resign\nsave h.lwg\n' | linework play --two-players --load g.lwg >/dev/null; test "$(grep Commitment g.lwg)" != "$(grep Commitment h.lwg)"; echo $?; grep Before h.lwg; linework liniell verify-draws h.lwg | sed 's/[0-9a-f]\{64\}/HASH/g'
> 0
> [DrawnBefore "2"]
> game 1: commitment HASH, key 1: of 2 draws 2 were made before it, the others kept to it

$ linework liniell verify-draws g.lwg
! linework: g.lwg: game 1: tag Key is missing; it is told when the game is over
= 3

# The example of docs/rules-liniell.md, and what a cheat might make of it.
$ linework liniell verify-draws "$DATA/fair.lwg"
> game 1: commitment d107fb1b40e6ed97a0b4fc4d3ce9dcd8032e3576a3240c6c4b12b5c4c7f36a79, key 1: all 16 draws kept to it

$ sed 's/Number "1"/Number "2"/' "$DATA/fair.lwg" >c.lwg; linework liniell verify-draws c.lwg
! linework: c.lwg: game 1: its key is not number 2 of its commitment
= 5

$ sed 's/Key "\(.\)/Key "\1\1/; s/\(Key ".*\)."/\1"/' "$DATA/fair.lwg" >c.lwg; linework liniell verify-draws c.lwg
! linework: c.lwg: game 1: its key is not number 1 of its commitment
= 5

$ cp "$DATA/liniell-example.lwg" c.lwg; linework liniell verify-draws c.lwg
! linework: c.lwg: game 1: tag Commitment is missing
= 3

$ cp "$DATA/review.lwg" c.lwg; linework liniell verify-draws c.lwg
! linework: c.lwg: game 1: nothing is drawn in linja
= 3

$ : >c.lwg; linework liniell verify-draws c.lwg
! linework: c.lwg: line 1: there is no game in it
= 3

# A position may hold what the key would not have given; so it is told that there was one.
$ printf 'resign\nsave p.lwg\n' | linework play liniell --two-players --tiles "$DATA/liniell-crosses.tiles" --position "A=-,- B=-,- turn=a draw=02" >/dev/null; linework liniell verify-draws p.lwg | sed 's/[0-9a-f]\{64\}/HASH/g'; linework liniell verify-draws --json p.lwg | sed 's/[0-9a-f]\{64\}/HASH/g'
> game 1: commitment HASH, key 1: all 1 draws kept to it; it began from A=-,- B=-,- turn=a draw=02
> {"verified":true,"games":[{"commitment":"HASH","number":1,"key":"HASH","drawn":1,"before":0,"position":"A=-,- B=-,- turn=a draw=02"}]}

# A seed that is asked for is a seed, and that is said.
$ linework play liniell --two-players --seed 9 </dev/null | head -n 2
> Linework: liniell, rules standard, seed 9
> Whoever knows the seed of this game knows its draws.

$ linework play --seed 1 </dev/null | head -n 1
> Linework: linja, rules zen, seed 1

$ linework liniell --help | grep -c '^  linework liniell '
> 7
