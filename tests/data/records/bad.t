# Records that are refused, by the reader or when played through, with exactly this message.
read 
says line 2: there is no game in it

read [Game "linja"
says line 1: tag Game is not closed with "]

read [Game linja]
says line 1: tag Game must have a value in quotes

read [ "linja"]
says line 1: a tag must begin with its name

read [Game "linja"]
read [Game "linja"]
says line 2: tag Game stands twice

read [Game "linja"]
read
read 1. ab/df {never closed
says line 3: a comment is not closed with '}'

read [Game "linja"]
read 1. ab/df ) *
says line 2: ')' without a '('

read [Game "linja"]
read 1. (ab) *
says line 2: a variation must follow the turn that it replaces

read [Game "linja"]
read 1. ab/df ( {nothing} ) *
says line 2: a variation without a turn

read [Game "linja"]
read 1. ab/df (bc *
says line 2: a variation is not closed with ')'

read [Game "linja"]
read 1. ab/df!!! *
says line 2: unknown remark '!!!'

read [Game "linja"]
read ! ab/df *
says line 2: a remark must follow a turn

read [Game "linja"]
read 1. ab/df $256 *
says line 2: '$256' is not a remark from $0 to $255

read [Game "linja"]
read 1. ab/df 2_0 *
says line 2: '2_0' is not a turn

read [Game "linja"]
read 1. ab/df ] *
says line 2: unexpected ']'

read [Game "linja"]
read [Result "2-0"]
read 1. ab/df *
says line 3: result '2-0' is not one of 1-0, 0-1, 1/2-1/2 and *

read [Game "linja"]
read [Result "1-0"]
read 1. ab/df 0-1
says line 3: the Result tag says 1-0, the end of the game 0-1

read [Game "halma"]
read 1. ab *
says line 1: unknown game 'halma' in tag Game

read [Game "linja"]
read [Rules "third"]
says line 1: unknown rule set 'third'; there are 2003, second, second+mean, second+return, second+mean+return, second+exact, second+mean+exact, zen, zen+mean, zen+return, zen+mean+return, zen+exact, zen+mean+exact

read [Game "linja"]
read [SetUp "1"]
says line 1: tag SetUp announces a position, but tag Position is missing

read [Game "linja"]
read [Position "60/11/11/11/11/11/11/07 a"]
says line 1: position: B has 13 pawns instead of 12

read [Game "linja"]
read
read 1. ab/df hg/ec
read 2. ab/df *
says line 4: turn 'ab/df': step 2, 'df': A has no pawn on row d

read [Game "linja"]
read
read 1. ab/df (1. ab/dg) hg/ec *
says line 3: turn 'ab/dg': step 2, 'dg': the follow-up goes 2 rows here, not 3

# 56 to 60 on the board is not a win for A.
read [Game "linja"]
read [Position "0c/00/00/00/00/00/20/a0 a"]
read 1-0
says line 1: the game ends 0-1 on the board, not 1-0
