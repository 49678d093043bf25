# Each of these is refused with exactly this message, and changes nothing. In a tile set | stands
# for a line end.

# ---- Tile sets

tiles 
says tile set, line 1: a tile set has no fewer than 2 tiles

tiles 01: NESW
says tile set, line 1: a tile set has no fewer than 2 tiles

tiles 01: NESW|02: NES
says tile set, line 2: side W of tile 02 is missing

tiles 01: NESW|02: NESW N
says tile set, line 2: side N of tile 02 is named twice

tiles 01: NESW||# no|02: NEN SW
says tile set, line 4: side N of tile 02 is named twice

tiles 01: NESX
says tile set, line 1: tile 01: 'X' is unknown here; a line is sides (N E S W), then its rhombs (o white, * blue)

tiles 01: NEoS W|02: NESW
says tile set, line 1: tile 01: 'S' is unknown here; a line is sides (N E S W), then its rhombs (o white, * blue)

tiles 01: NESW|02: NESW o
says tile set, line 2: tile 02 has a rhomb on a line that meets no side

tiles 01: NESWoooooooooo|02: NESW
says tile set, line 1: tile 01 has more than 9 rhombs on one line

tiles 1: NESW
says tile set, line 1: a tile begins with its number of two digits and ':'

tiles 001: NESW
says tile set, line 1: a ':' must follow the two digits of the tile's number

tiles 01 NESW
says tile set, line 1: a ':' must follow the two digits of the tile's number

tiles aa: NESW
says tile set, line 1: a tile begins with its number of two digits and ':'

tiles 00: NESW
says tile set, line 1: tiles are numbered from 01 to 99

tiles 01: NESW|02: NESW|01: NS EW
says tile set, line 3: tile 01 occurs twice

tiles 01: nesw
says tile set, line 1: tile 01: 'n' is unknown here; a line is sides (N E S W), then its rhombs (o white, * blue)

tiles 01: NES W?
says tile set, line 1: tile 01: '?' is unknown here; a line is sides (N E S W), then its rhombs (o white, * blue)

tiles 01:|02: NESW
says tile set, line 1: side N of tile 01 is missing

tiles 01: NE SW; 02: NE S
says tile set, line 1: side W of tile 02 is missing

tiles 01: NESW|02: NESW|03: NESW|04: NESW|05: NESW|06: NESW|07: NESW|08: NESW|09: NESW|10: NESW|11: NESW|12: NESW|13: NESW|14: NESW|15: NESW|16: NESW|17: NESW|18: NESW|19: NESW|20: NESW|21: NESW|22: NESW|23: NESW|24: NESW|25: NESW|26: NESW|27: NESW|28: NESW|29: NESW|30: NESW|31: NESW|32: NESW|33: NESW|34: NESW|35: NESW|36: NESW|37: NESW|38: NESW|39: NESW|40: NESW|41: NESW|42: NESW|43: NESW|44: NESW|45: NESW|46: NESW|47: NESW|48: NESW|49: NESW|50: NESW|51: NESW|52: NESW|53: NESW|54: NESW|55: NESW|56: NESW|57: NESW|58: NESW|59: NESW|60: NESW|61: NESW|62: NESW|63: NESW|64: NESW|65: NESW
says tile set, line 65: a tile set has no more than 64 tiles

# ---- Positions

position 
says position: 'A=' must stand before ''

position x
says position: 'A=' must stand before 'x'

position 01@d4n
says position: tile 1, '01@d4n': ' ' must stand before ''

position 01@e4n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@e4n': the first tile lies on d4, not on e4

position 01@d4n 02@f4n A=-,- B=-,- turn=a draw=05
says position: tile 2, '02@f4n': cell f4 touches no tile by a side

position 01@d4n 01@d5n A=-,- B=-,- turn=a draw=05
says position: tile 2, '01@d5n': tile 01 is named twice

position 01@d4n 02@d4n A=-,- B=-,- turn=a draw=05
says position: tile 2, '02@d4n': cell d4 holds a tile already

position 17@d4n A=-,- B=-,- turn=a draw=05
says position: tile 1, '17@d4n': '17' is not a tile of the set

position 01@d4 A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@d4': a rotation, n e s or w, must follow the cell

position 01d4n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01d4n': '@' must stand before 'd4n A=-,- '

position 01@h4n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@h4n': 'h4n ' does not begin with a cell from a1 to g7

position 01@d8n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@d8n': 'd8n ' does not begin with a cell from a1 to g7

position 01@d04n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@d04n': 'd04n' does not begin with a cell from a1 to g7

position 01@d4e A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@d4e': tile 01 turned 'e' looks as turned 'n', so write that

position 08@d4s A=-,- B=-,- turn=a draw=05
says position: tile 1, '08@d4s': tile 08 turned 's' looks as turned 'n', so write that

position 08@d4w A=-,- B=-,- turn=a draw=05
says position: tile 1, '08@d4w': tile 08 turned 'w' looks as turned 'e', so write that

position 01@d4n02@d5n A=-,- B=-,- turn=a draw=05
says position: tile 1, '01@d4n02@d5n': ' ' must stand before '02@d5n A=-'

position 01@d4n 02@e4n 03@f4n 04@g4n 06@h4n A=-,- B=-,- turn=a draw=05
says position: tile 5, '06@h4n': 'h4n ' does not begin with a cell from a1 to g7

position 01@d4n 02@c4n 03@e4n 04@f4n 06@g4n A=-,- B=-,- turn=a draw=05
says position: tile 5, '06@g4n': with a tile on g4 the tiles fit in no square of 4 x 4

position 01@d4n A=d5N,- B=-,- turn=b draw=05
says position: no tile lies on d5

position 01@d4n A=d4,- B=-,- turn=b draw=05
says position: a side, N E S or W, must follow the cell

position 01@d4n A=d4N B=-,- turn=b draw=05
says position: ',' must stand before ' B=-,- tur'

position 01@d4n A=d4N,d4S B=-,- turn=b draw=05
says position: markers d4N and d4N stand on one line

position 01@d4n 02@e4n A=d4N,- B=e4W,- turn=a draw=05
says position: markers d4N and e4N stand on one line

position 01@d4n B=-,- A=-,- turn=b draw=05
says position: 'A=' must stand before 'B=-,- A=-,'

position 01@d4n A=-,- B=-,- draw=05
says position: 'turn=a|turn=b' must stand before 'draw=05'

position 01@d4n A=-,- B=-,- turn=c draw=05
says position: 'turn=a|turn=b' must stand before 'turn=c dra'

position 01@d4n A=-,- B=-,- turn=b
says position: ' draw=' must stand before ''

position 01@d4n A=-,- B=-,- turn=b draw=01
says position: tile 01 is named twice

position 01@d4n A=-,- B=-,- turn=b draw=5
says position: '5' is not a tile of the set

position 01@d4n A=-,- B=-,- turn=b draw=-
says position: draw=- says the game is over, but tile 02 is not placed

position 01@d4n A=-,- B=-,- turn=b draw=05 out=05
says position: tile 05 is named twice

position 01@d4n A=-,- B=-,- turn=b draw=05 out=
says position: '' is not a tile of the set

position 01@d4n A=-,- B=-,- turn=b draw=05 out=06,
says position: '' is not a tile of the set

position 01@d4n A=-,- B=-,- turn=b draw=05 end
says position: 'out=' must stand before 'end'

# The largest set there is, all of it named, and then the first tile again. (It was written past the
# end of an array, and taken.)

tiles 01: NESW; 02: NESW; 03: NESW; 04: NESW; 05: NESW; 06: NESW; 07: NESW; 08: NESW; 09: NESW; 10: NESW; 11: NESW; 12: NESW; 13: NESW; 14: NESW; 15: NESW; 16: NESW; 17: NESW; 18: NESW; 19: NESW; 20: NESW; 21: NESW; 22: NESW; 23: NESW; 24: NESW; 25: NESW; 26: NESW; 27: NESW; 28: NESW; 29: NESW; 30: NESW; 31: NESW; 32: NESW; 33: NESW; 34: NESW; 35: NESW; 36: NESW; 37: NESW; 38: NESW; 39: NESW; 40: NESW; 41: NESW; 42: NESW; 43: NESW; 44: NESW; 45: NESW; 46: NESW; 47: NESW; 48: NESW; 49: NESW; 50: NESW; 51: NESW; 52: NESW; 53: NESW; 54: NESW; 55: NESW; 56: NESW; 57: NESW; 58: NESW; 59: NESW; 60: NESW; 61: NESW; 62: NESW; 63: NESW; 64: NESW
position A=-,- B=-,- turn=a draw=- out=01,02,03,04,05,06,07,08,09,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,01
says position: tile 01 is named twice

position 01@d4n A=-,- B=-,- turn=b draw=05x
says position: 'x' is left over at the end

position 01@d4n  A=-,- B=-,- turn=b draw=05
says position: 'A=' must stand before ' A=-,- B=-'

tiles 01: NESW; 02: NESW
position 01@d4n 02@d5n A=-,- B=-,- turn=a draw=?
says position: draw=? but no tile is left to draw; write draw=-

# ---- Draws

draws 
says draws: '' is not a tile of the set; they are named by two digits, joined by ','

draws 01,
says draws: '' is not a tile of the set; they are named by two digits, joined by ','

draws 01,01
says draws: tile 01 is named twice

draws 01;02
says draws: ',' must stand before ';02'

draws 1,2
says draws: '1,' is not a tile of the set; they are named by two digits, joined by ','

draws 17
says draws: '17' is not a tile of the set; they are named by two digits, joined by ','

draws 01 02
says draws: ',' must stand before ' 02'

# ---- Turns

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn 
says turn '': '' does not begin with a cell from a1 to g7

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5
says turn 'd5': a rotation, n e s or w, must follow the cell

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn x5n
says turn 'x5n': 'x5n' does not begin with a cell from a1 to g7

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5x
says turn 'd5x': a rotation, n e s or w, must follow the cell

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn e5n
says turn 'e5n': cell e5 touches no tile by a side

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d4n
says turn 'd4n': cell d4 holds a tile already

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n-
says turn 'd5n-': only '+' and a side may follow the rotation, not '-'

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+
says turn 'd5n+': a side, N E S or W, must follow '+'

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+X
says turn 'd5n+X': a side, N E S or W, must follow '+'

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+N
says turn 'd5n+N': the line at side N carries a marker of A already

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+S
says turn 'd5n+S': the line at side S carries a marker of A already

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+E<
says turn 'd5n+E<': '' does not begin with a cell from a1 to g7

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+E<d4N
says turn 'd5n+E<d4N': B has no marker at d4N

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+EN
says turn 'd5n+EN': only '<' and a marker's place may follow the side, not 'N'

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+E<d4
says turn 'd5n+E<d4': a side, N E S or W, must follow the cell after '<'

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+E<d4Nx
says turn 'd5n+E<d4Nx': 'x' is left over at the end

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn --
says turn '--': tile 15 can be placed, so it may not stay out

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d9n
says turn 'd9n': 'd9n' does not begin with a cell from a1 to g7

position 01@d4n A=d4N,- B=-,- turn=b draw=15
turn d5n+E<d5E
says turn 'd5n+E<d5E': B has no marker at d5E

position 01@d4n A=-,- B=-,- turn=b draw=02
turn d5e
says turn 'd5e': tile 02 turned 'e' looks as turned 'n', so write that

position 01@d4n A=-,- B=-,- turn=b draw=02
turn d5n+E
says turn 'd5n+E': that line is named by its first side, '+N'

position 01@d4n A=-,- B=-,- turn=b draw=?
turn d5n
says turn 'd5n': the tile to place is not known (draw=?)

position 15@d4n 16@e4n A=d4N,e4N B=-,- turn=a draw=12
turn d5n+E
says turn 'd5n+E': A has no marker in the supply; say with '<' where it comes from

position 01@d4n 15@e4e 16@f4e 02@g4n A=e4E,- B=-,- turn=a draw=03
turn c4e+N<e4W
says turn 'c4e+N<e4W': with a tile on c4 the tiles fit in no square of 4 x 4

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,f5W B=-,- turn=a draw=09
turn e5n
says turn 'e5n': the tile would join two lines that carry markers of one colour

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,- B=f5W,- turn=a draw=09
turn e5n
says turn 'e5n': the tile joins lines of both colours, so A must take the line over, with '+' and its side

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,- B=f5W,- turn=a draw=09
turn e5n+S
says turn 'e5n+S': the marker action must take over the joined line

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,d4N B=f5W,- turn=a draw=09
turn e5n+N<d4N
says turn 'e5n+N<d4N': a take-over is written without '<'

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,- B=f5W,- turn=a draw=09
turn e5n+E
says turn 'e5n+E': that line is named by its first side, '+N'

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=e4S,- B=f5W,- turn=a draw=09
turn --
says turn '--': tile 09 can be placed, so it may not stay out

tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
position 01@d4n 02@e4n 03@f4n 04@d5n 05@f5n 06@d6n 07@e6n 08@f6n A=-,- B=-,- turn=a draw=09
turn f7n
says turn 'f7n': with a tile on f7 the tiles fit in no square of 3 x 3

tiles 01: NESW; 02: NESW
position 01@d4n 02@d5n A=-,- B=-,- turn=a draw=-
turn d6n
says turn 'd6n': the game is over
