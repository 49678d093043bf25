# The engine protocol, a session a case:
#
#     > a line in
#     a line that must come out next ('*' stands for anything)
#     ...                            (any number of other lines may come first)

# --- who we are ---
> ugi
id name Linework test
id author *
option name Game type combo default linja var linja var liniell
option name Rules type combo default zen var 2003 * var zen+mean+exact var standard
option name Tiles type string default <empty>
option name Threads type spin default 1 min 1 max 256
option name Hash type spin default 16 min 1 max *
option name MultiPV type spin default 1 min 1 max 1024
option name Skill Level type spin default 11 min 0 max 11
option name Seed type spin default 0 min 0 max 18446744073709551615
option name TablePath type string default <auto>
ugiok
> isready
readyok
> help
info string ugi: *
...
info string quit: *
> quit

# --- thinking, with each limit ---
> position startpos
> go nodes 100
...
info depth * multipv 1 score cp * chance * time * nodes * hashfull * tbhits 0 pv *
...
bestmove *
> go depth 1
...
bestmove *
> go movetime 1
...
bestmove *
> go p1time 40 p2time 40 p1inc 1 p2inc 1
...
bestmove *
> go p1time 0 p2time 0
...
bestmove *
> go movetime 0
...
bestmove *
> go p1time 0 p1inc 10000000000
...
bestmove *
> go p1time 10000000000 p1inc 10000000000 p2time 0 p2inc 0
> stop
...
bestmove *
> go infinite p1time 1 movetime 1
> stop
...
bestmove *
> go nodes 100 searchmoves ab/df ab/df
info depth * pv ab/df*
...
bestmove ab/df
> go searchmoves ab/df nodes 100 depth 1
...
bestmove ab/df

# --- without a limit: until it is stopped; and what can be asked meanwhile ---
> go infinite
> isready
...
readyok
> query p1turn
...
response true
> stop
...
bestmove *
> go
> go nodes 5
...
info string go: not while I am busy; 'stop' ends that
> position startpos moves ab
...
info string position: not while I am busy; *
> setoption name Hash value 2
...
info string setoption: not while I am busy; *
> uginewgame
...
info string uginewgame: not while I am busy; *
> eval
...
info string eval: not while I am busy; *
> perft 2
...
info string perft: not while I am busy; *
> bench
...
info string bench: not while I am busy; *
> stop
...
bestmove *
> query p1turn
response true
> stop
> stop

# Quitting ends it with its answer.
> go infinite
> quit
...
bestmove *

# --- positions ---
> position startpos moves ab/df hg/ec
> d
  A *
...
info string game linja rules zen
info string position 50/21/12/01/10/21/12/05 a
> query p1turn
response true
> position fen 0b/00/00/00/00/11/00/b0 a
> query gameover
response false
> query result
response none
> position fen 0b/00/00/00/00/11/00/b0 a moves fg
> query gameover
response true
> query result
response p1win
> query p1turn
response false
> go movetime 1000000
info string the game is over
bestmove none
> position fen 0c/00/00/00/00/00/00/c0 a
> query result
response draw
> position fen 06/04/02/10/10/10/10/80 a
> query result
response p2win
> eval
info string points p1 * p2 *
info string judgement -* for p1

# A position is set whole or not at all.
> position startpos moves ab
> position startpos moves ab/df hg/ec xx
info string position: move 3: *
> position fen 70/11/11/11/11/11/11/06 a
info string position: *
> position fen
info string position: it is *
> position
info string position: it is *
> position startpos 60/11/11/11/11/11/11/06 a
info string position: it is *
> position moves ab
info string position: it is *
> position startpos draws 01
info string position: linja has no draws
> d
...
info string position 50/21/11/11/11/11/11/06 b

# Drawn by repetition.
> setoption name Rules value zen+return
> position startpos moves gh/hg ba/ab gh/hg ba/ab
> query result
response draw
> go
info string the game is over
bestmove none
> position startpos moves gh/hg ba/ab gh/hg ba/ab gh/hg
info string position: move 5: turn 'gh/hg': the game is over, drawn by repetition

# Lost, unless the game so far makes a draw of it.
> setoption name Rules value zen+return
> position fen 06/04/01/11/40/10/30/30 a
> go depth 4
...
bestmove fg/eh/de
> position fen 06/04/01/11/40/10/30/30 b moves ba/ab gh/hg ba/ab
> go depth 4
...
info depth * multipv 1 score cp 0 exact chance 500 * pv gh/hg
...
bestmove gh/hg

# Forgotten with the game.
> position startpos moves ab
> uginewgame
> d
...
info string position 60/11/11/11/11/11/11/06 a

# --- options ---
> setoption name Rules value 2003
> d
...
info string game linja rules 2003
info string position *
> perft 1
...
nodes 43
> setoption name Game value liniell
> d
...
info string game liniell rules standard
info string position A=-,- B=-,- turn=a draw=01
> setoption name Tiles value 01 N=S E=W; 02 N=E=S=W
info string setoption: Tiles: *
> setoption name rules value zen
info string setoption: Rules: unknown rule set 'zen'; there are standard
> setoption name Game value chess
info string setoption: Game: there is no game 'chess'
> setoption name GAME value linja
> setoption name Tiles value 01
info string setoption: Tiles: linja has no tiles
> setoption name Threads value 0
info string setoption: Threads: '0' is not a number from 1 to 256
> setoption name Threads value 257
info string setoption: Threads: '257' is not a number from 1 to 256
> setoption name Threads value two
info string setoption: Threads: 'two' is not a number from 1 to 256
> setoption name Hash value 99999999999999999999
info string setoption: Hash: *
> setoption name Skill Level value 12
info string setoption: Skill Level: '12' is not a number from 0 to 11
> setoption name TablePath value /nowhere/at/all
info string setoption: TablePath: /nowhere/at/all: no table: *
> setoption name Colour value red
info string setoption: there is no option 'Colour'
> setoption name Hash
info string setoption: it is 'setoption name NAME value VALUE'
> setoption Hash value 3
info string setoption: it is *
> setoption
info string setoption: it is *
> setoption name Threads value 2
> setoption name Hash value 1
> setoption name TablePath value <empty>
> setoption name MultiPV value 3
> go nodes 300
...
info depth * multipv 1 *
info depth * multipv 2 *
info depth * multipv 3 *
...
bestmove *

# Levels: a word about what they think is not to be had from them.
> setoption name Seed value 7
> setoption name Skill Level value 0
> go infinite
> stop
bestmove *
> setoption name Skill Level value 4
> go p1time 1000 p2time 1000
bestmove *
> go searchmoves ab
info string go: searchmoves is for Skill Level 11 only

# --- Liniell: the tiles drawn so far come with the position ---
> setoption name Game value liniell
> position startpos draws 05,12,07 moves d4n e4n
> d
...
info string position 05@d4n 12@e4n A=-,- B=-,- turn=a draw=07
> go nodes 50
...
bestmove *
> position startpos draws 05,12,07 moves d4n e4n c4n
> query gameover
response false
> go
info string the tile to place is not known
bestmove none
> perft 1
info string perft: not all the tiles to be drawn are known
> position startpos draws 05,12,07 moves d4n e4n c4n c3n
info string position: move 4: *
> position startpos draws 05,05
info string position: draws: tile 05 is named twice
> position fen 01@d4n 07@e4s A=e4W,- B=-,- turn=a draw=05 draws 06,08 moves c4n
> d
...
info string position 01@d4n 07@e4s 05@c4n A=e4N,- B=-,- turn=b draw=06
> eval
info string points p1 * p2 *
info string judgement * for p1
> position startpos draws 13,08,03,15,01,06,10,04,02,05,07,09,11,12,14,16
> perft 2
...
nodes 352

# --- perft ---
> perft 0
info depth 0 time * nodes 1*
nodes 1
> go perft 2
...
info string ab/bd *
...
info depth 2 time * nodes 11039*
nodes 11039
> perft 3
...
nodes 618017
> perft
info string perft: it is 'perft N', N from 0 to 100
> perft 101
info string perft: it is *
> perft 2 3
info string perft: it is *
> position fen 0b/00/00/00/00/01/10/b0 b
> perft 3
info depth 3 time * nodes 0*
nodes 0
# One that would not end in our time is stopped.
> position startpos
> perft 30
> isready
...
readyok
> stop
...
info string perft: stopped
> isready
readyok

# --- what is not understood changes nothing ---
> 
> xyzzy
info string unknown command 'xyzzy'; 'help' lists them
> UGI
info string unknown command 'UGI'; *
>    ugi and more
info string ugi: nothing can follow
> isready now
info string isready: nothing can follow
> query
info string query: gameover, p1turn and result can be asked for
> query gameover p1turn
info string query: *
> go fast
info string go: 'fast' is not known
> go nodes
info string go: nodes needs a number from 1 to *, not ''
> go nodes 0
info string go: nodes needs *
> go nodes -5
info string go: nodes needs *
> go depth 1 depth 2
info string go: depth is given twice
> go p1time 100 p2time
info string go: p2time needs *
> go p2time 100
info string go: p1time is missing
> go p1inc 100
info string go: p1time is missing
> go p1time 100 p1inc -1
info string go: p1inc needs a number from 0 to 10000000000, not '-1'
> go p1time 10000000001
info string go: p1time needs *
> go movetime 0.5
info string go: movetime needs *
> go searchmoves
info string go: searchmoves names no turn
> go searchmoves ab zz
info string go: searchmoves: *
> 	isready	
readyok
