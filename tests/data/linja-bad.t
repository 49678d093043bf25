# Each of these is refused with exactly this message, and changes nothing.
rules zen
position 60/11/61/11/11/11/11/06 a
turn ab
says position: row c holds 7 pawns, more than 6

rules zen
position 
turn ab
says position: row a must be two digits from 0-9 and a-c, pawns of A and of B

rules zen
position 60/11/11/11/11/11/11 a
turn ab
says position: '/' must stand before ' a'

rules zen
position 60/11/11/11/11/11/11/05 a
turn ab
says position: B has 11 pawns instead of 12

rules zen
position c0/11/11/11/11/11/11/06 a
turn ab
says position: A has 18 pawns instead of 12

rules zen
position 60/11/11/11/1D/11/11/06 a
turn ab
says position: row e must be two digits from 0-9 and a-c, pawns of A and of B

rules zen
position 60/11/11/11/11/11/11/06
turn ab
says position: the rows must be followed by ' a' or ' b', the side to move

rules zen
position 60/11/11/11/11/11/11/06 c
turn ab
says position: the rows must be followed by ' a' or ' b', the side to move

rules zen
position 60/11/11/11/11/11/11/06 a b
turn ab
says position: only ' end' may follow the side to move, not 'b'

rules zen
position 06/06/00/00/00/00/60/60 a end
turn ab
says position: ' end' is only for pawns that no longer stand passed, and here they do

rules 2003
position 60/11/11/11/11/11/11/06 a end
turn ab
says position: ' end' cannot occur under 2003, where the game ends at once

rules zen
position 60/11/11/11/11/11/11/06 a end
turn ab
says turn 'ab': the game is over

rules zen
position 60/11/11/11/11/11/11/06 a
turn 
says turn '': a turn must have a step, or be '--'

rules zen
position 60/11/11/11/11/11/11/06 a
turn --
says turn '--': a player who can make an opening move may not pass

rules zen
position 60/11/11/11/11/11/11/06 a
turn ai
says turn 'ai': step 1 must be two rows from a to h

rules zen
position 60/11/11/11/11/11/11/06 a
turn ac
says turn 'ac': step 1, 'ac': the opening goes 1 row here, not 2

rules zen
position 60/11/11/11/11/11/11/06 a
turn ba
says turn 'ba': step 1, 'ba': the opening goes forward, for A towards row h

rules zen
position 60/11/11/11/11/11/11/06 a
turn hg
says turn 'hg': step 1, 'hg': A has no pawn on row h

rules zen
position 51/11/11/11/11/11/11/15 a
turn hg
says turn 'hg': step 1, 'hg': a pawn in its goal stays there

rules zen
position 60/11/11/11/11/11/11/06 a
turn !ba
says turn '!ba': step 1, '!ba': an opposing pawn may not be moved here

rules zen
position 60/11/11/11/11/11/11/06 a
turn ab+df
says turn 'ab+df': step 2, the follow-up, must begin with '/'

rules zen
position 60/11/11/11/11/11/11/06 a
turn ab/df/ab
says turn 'ab/df/ab': the turn is over after step 2

rules 2003
position 60/11/11/11/11/11/11/06 a
turn ab
says turn 'ab': the follow-up of 2 rows must still be made

rules zen
position 60/11/11/11/11/11/11/06 a
turn gh/ac
says turn 'gh/ac': step 2, 'ac': a bonus goes one row forward or back

rules zen
position 00/60/00/00/00/00/60/0c a
turn bc/bd
says turn 'bc/bd': the turn is over after step 1

rules zen
position 60/33/00/00/00/00/30/09 a
turn ab
says turn 'ab': step 1, 'ab': row b is full

rules zen+exact
position 60/11/11/11/11/11/11/06 a
turn gh/hg
says turn 'gh/hg': the turn is over after step 1

rules zen+exact
position 11/11/21/11/21/11/15/31 a
turn ef/fh/hg
says turn 'ef/fh/hg': step 3, 'hg': row g is full

rules zen+return
position 11/11/21/11/21/11/15/31 a
turn ef/fh/hf
says turn 'ef/fh/hf': step 3, 'hf': a bonus goes one row forward or back

rules zen
position 11/11/21/11/21/11/15/31 a
turn ef/fh/hg
says turn 'ef/fh/hg': step 3, 'hg': a pawn in its goal stays there

rules zen+mean+exact
position 11/11/21/11/21/11/15/31 a
turn ef/fh/!ab
says turn 'ef/fh/!ab': step 3, '!ab': a pawn in its goal stays there
