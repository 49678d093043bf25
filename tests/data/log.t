# Logs of matches. A line that begins with "! " is refused, for the reason behind " -- "; "= " is
# what the log has for its last event.

# a game between two
created game=linja name1=Ann
! turn side=a ply=0 turn=ab/df -- turn 'ab/df': no game has begun
! over result=1-0 reason=resigned -- over: no game has begun
! over result=1-0 reason=abandoned -- over: no game has begun
! over result=* reason=resigned -- over: no game has begun
! draw-offered side=a -- draw-offered: no game is being played
! undone ply=0 -- undone: of 0 turns there is nothing to take back to 0
! created game=linja -- created: only the first event of a match is that
joined player=2 name=Ben
said player=2 phrase=good-luck
! begun number=2 first=1 -- begun: the next game is number 1, not 2
! begun number=1 first=1 seed=3 -- begun: linja draws nothing
begun number=1 first=2
! begun number=1 first=2 -- begun: the game before is not over
! joined player=1 name=Cid -- joined: the first game has begun
! turn side=b ply=0 turn=ab/df -- turn 'ab/df': it is not the turn of side b
! turn side=a ply=1 turn=ab/df -- turn 'ab/df': 0 turns have been made, not 1
! turn side=a ply=0 turn=ab/df draws=01 -- turn 'ab/df': what it draws is fixed
turn side=a ply=0 turn=ab/df
! undo-asked side=b -- undo-asked: the last turn is not one of side b
! undo-refused side=b -- undo-refused: side b has not been asked
undo-asked side=a
! undo-asked side=a -- undo-asked: that is asked already
undo-refused side=b
undo-asked side=a
undone ply=0
! undo-refused side=b -- undo-refused: side b has not been asked
! redone ply=2 -- redone: after 0 turns there is nothing to redo up to 2
redone ply=1
turn side=b ply=1 turn=hg
! over result=0-1 reason=repetition -- over: the game does not end 0-1 by repetition
= turn side=b ply=1 turn=hg

# draws that are offered
created game=linja bestOf=3
begun number=1 first=1
draw-offered side=b
! draw-offered side=b -- draw-offered: a draw has been offered already
! draw-offered side=a -- draw-offered: a draw has been offered already
! draw-refused side=b -- draw-refused: side b has been offered no draw
draw-refused side=a
! draw-offered side=b -- draw-offered: a draw has been offered already
draw-offered side=a
turn side=a ply=0 turn=ab/df
turn side=b ply=1 turn=hg
! draw-refused side=b -- draw-refused: side b has been offered no draw
! rematch-asked player=1 -- rematch-asked: the match is not decided
! over result=1-0 reason=agreed -- over: the game cannot end 1-0 by agreed now
! over result=1/2-1/2 reason=resigned -- over: the game cannot end 1/2-1/2 by resigned now
! over result=* reason=abandoned -- over: the game cannot end * by abandoned now
! over result=1-0 reason=time -- over: the game cannot end 1-0 by time now
! over result=0-1 reason=time points=1,2 -- over: the points are 0,-3, not '1,2'
! over result=1-0 reason=board -- over: the game does not end 1-0 by board
over result=0-1 reason=abandoned
! over result=0-1 reason=abandoned -- the game is over already
! turn side=a ply=2 turn=ab -- turn 'ab': the game is over
undone ply=2
over result=0-1 reason=time
begun number=2 first=1
over result=0-1 reason=resigned
! begun number=3 first=1 -- the match is decided
rematch-asked player=2
rematch id=0123456789

# the last turn tells the end; what has come before comes again
created game=linja
begun number=1 first=1 position="0b/00/00/00/00/11/00/b0 a"
turn side=a ply=0 turn=fg
= over result=1-0 reason=board points=58,54
4 over result=1-0 reason=board points=58,54
3 turn side=a ply=0 turn=fg
! 3 turn side=a ply=0 turn=fh -- event 3 is another one: turn side=a ply=0 turn=fg
! 6 said player=1 phrase=hello -- event 6: the next one is 5
! over result=1-0 reason=board -- the game is over already
5 said player=1 phrase=thanks
undone ply=0
redone ply=1
= over result=1-0 reason=board points=58,54

# fair draws that are told turn by turn
created game=liniell tiles="01: NESW; 02: NES Wo; 03: NE SW"
! begun number=1 first=1 seed=1 draws=01 -- begun: a seed and draws contradict each other
! begun number=1 first=1 seed=1 commitment=00 chain=1 -- begun: a seed and a commitment contradict each other
! begun number=1 first=1 draws=09 -- draws: '09' is not a tile of the set; they are named by two digits, joined by ','
begun number=1 first=1 commitment=00 chain=1 draws=02
! turn side=a ply=0 turn=d4n draws=02 -- draws: tile 02 is named twice
! undo-asked side=a -- undo-asked: what a turn of liniell has drawn stays drawn
turn side=a ply=0 turn=d4n draws=03
promised commitment=01 chain=1 drawnBefore=2
! over result=1-0 reason=resigned key=00 -- over: the key is not the one that was promised
over result=1-0 reason=resigned
! undone ply=1 -- the game is over and its draws are told: nothing can be taken back
! promised commitment=01 chain=1 drawnBefore=2 -- promised: no fair game is being played

# a match that was given up before anybody joined
created game=linja name1=Ann
over result=* reason=abandoned
! over result=* reason=abandoned -- the match was given up already
! joined player=2 name=Ben -- joined: the match was given up
! begun number=1 first=1 -- begun: the match was given up
! turn side=a ply=0 turn=ab/df -- turn 'ab/df': no game has begun
