# Liniell: one case or more for every rule of the sheet and for every ruling.
# docs/rules-liniell.md says which rule each case proves.
#
# case NAME         the name states the rule
# tiles T; T; ...   the tile set; without this line, the standard one
# cells d e f       the columns that are drawn
# 4 01n 07s .       a row of them: tiles with their rotation, . for an empty cell
# markers A=.. B=.. who stands where
# turn a draw 05 [out 07]
#                   the side to move, the tile drawn (- at the end), tiles that stayed out
# has T...          these turns are legal
# lacks T...        these turns are not legal
# moves T...        exactly these turns, in byte order (none: there are none)
# after T = M       the markers, turn and draw after the turn T (what follows the tiles)
# score a N N b N N points and blue rhombs of both sides
# route a SPOT ...  a line of the explanation of the score
# over yes|no       whether the game has ended
# leader a|b|-      who is ahead, the tie-break counted
# A blank line ends a case.


# ---- Placing a tile

case first_tile_lies_on_d4
cells d
markers A=-,- B=-,-
turn a draw 13
moves d4e d4e+E d4e+N d4e+W d4n d4n+N d4n+S d4n+W d4s d4s+E d4s+N d4s+S d4w d4w+E d4w+N d4w+S

case later_tiles_touch_a_tile_by_a_side
cells d e
4 01n .
5 . .
markers A=-,- B=-,-
turn b draw 02
moves c4n c4n+N d3n d3n+N d5n d5n+N e4n e4n+N
lacks d4n e5n c3n e3n c5n f4n d2n

case rotations_that_look_the_same_use_the_first
cells d
4 01n
markers A=-,- B=-,-
turn b draw 08
has d5n d5e
lacks d5s d5w

case a_bridge_looks_the_same_from_everywhere
cells d
4 01n
markers A=-,- B=-,-
turn b draw 12
has d5n
lacks d5e d5s d5w

case the_square_may_still_grow_either_way
cells d e f
4 03n 04n 05n
markers A=-,- B=-,-
turn b draw 01
has c4n g4n d3n d5n
lacks b4n

case all_tiles_must_fit_in_a_square_of_four
cells d e f g
4 03n 04n 05n 06n
markers A=-,- B=-,-
turn a draw 01
has d3n g5n
lacks c4n h4n

case the_square_is_settled_by_its_height_too
cells d
1 03n
2 04n
3 05n
4 06n
markers A=-,- B=-,-
turn a draw 01
has c1n e4n
lacks d5n

case a_larger_set_plays_on_a_larger_square
tiles 01: NESW; 02: NESW; 03: NESW; 04: NESW; 05: NESW; 06: NESW; 07: NESW; 08: NESW; 09: NESW; 10: NESW; 11: NESW; 12: NESW; 13: NESW; 14: NESW; 15: NESW; 16: NESW; 17: NESW
cells a b c d e
5 02n 03n 04n 05n 01n
markers A=-,- B=-,-
turn b draw 06
has e4n e6n a4n
lacks f5n

case a_smaller_set_plays_on_a_smaller_square
tiles 01: NESW; 02: NESW; 03: NESW
cells d e
4 01n 02n
markers A=-,- B=-,-
turn a draw 03
moves d3n d3n+N d5n d5n+N e3n e3n+N e5n e5n+N

case a_tile_that_can_be_placed_must_be
cells d
4 01n
markers A=d4N,- B=-,-
turn b draw 02
has d5n
lacks --

# ---- Markers

case a_marker_may_be_put_on_the_tile_just_laid
cells d
4 08n
markers A=d4N,- B=-,-
turn b draw 15
has d5n d5n+N d5n+E d5n+W
lacks d5n+S d4n+N
after d5n = A=d4N,- B=-,- turn=a draw=?
after d5n+W = A=d4N,- B=d5W,- turn=a draw=?

case a_line_that_carries_a_marker_takes_no_other
cells d
4 01n
markers A=d4N,- B=-,-
turn b draw 02
moves c4n d3n d5n e4n

case an_own_marker_keeps_its_line_too
cells d
4 01n
markers A=-,- B=d4N,-
turn b draw 02
moves c4n d3n d5n e4n

case a_network_across_tiles_is_one_line
cells d e f
4 01n 15e 02n
markers A=d4N,- B=-,-
turn b draw 12
has g4n g4n+N f3n f3n+E e3n+N e3n+E
lacks g4n+E g4n+W f3n+N f3n+W e3n+S

case a_line_is_named_by_its_first_side_on_the_tile
cells d e
4 08e 09n
5 10n .
markers A=-,- B=-,-
turn b draw 11
has e5n e5n+N e5e e5e+E e5e+N
lacks e5n+E e5n+S e5n+W e5e+S e5e+W
after e5n+N = A=-,- B=e5N,- turn=a draw=?

case a_marker_may_come_from_another_line
cells d e
4 01n 12n
markers A=e4N,- B=d4N,-
turn a draw 15
has e5n e5n+E e5n+W e5n+E<e4N e5n+W<e4N
lacks e5n+N e5n+N<e4N e5n+E<d4N e5n+E<e4E e5n+E<e5E
after e5n+E<e4N = A=e5E,- B=d4N,- turn=b draw=?
after e5n+E = A=e4N,e5E B=d4N,- turn=b draw=?

case with_no_marker_in_hand_one_must_be_moved
cells d e
4 15n 16n
markers A=d4N,e4N B=-,-
turn a draw 12
has d5n d5n+E<d4N d5n+E<e4N
lacks d5n+E
after d5n+E<d4N = A=d5E,e4N B=-,- turn=b draw=?
after d5n+E<e4N = A=d4N,d5E B=-,- turn=b draw=?

# ---- Joining lines that carry markers. Every side of the eight tiles around e5 is a line of its
# own; the ninth tile fits nowhere but in the middle.

case joining_two_own_lines_is_not_allowed
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,f5W B=-,-
turn a draw 09
moves e5e

case joining_two_lines_of_the_opponent_is_not_allowed
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=-,- B=e4S,f5W
turn a draw 09
moves e5e

case joining_both_colours_is_a_take_over_and_compulsory
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,- B=f5W,-
turn a draw 09
moves e5e e5n+N
lacks e5n e5n+S e5n+E
after e5n+N = A=e5N,- B=-,- turn=b draw=-

case the_side_to_move_takes_over
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,- B=f5W,-
turn b draw 09
moves e5e e5n+N
after e5n+N = A=-,- B=e5N,- turn=a draw=-

case a_take_over_brings_the_other_marker_from_its_line
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=d4N,e4S B=f5W,f6S
turn a draw 09
moves e5e e5n+N
lacks e5n+N<d4N e5n+S<d4N
after e5n+N = A=e5N,- B=f6S,- turn=b draw=-

case a_take_over_may_join_a_free_line_too
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NES W
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,- B=f5W,-
turn a draw 09
has e5n+N e5w+N
lacks e5n e5n+W e5w+S
after e5w+N = A=e5N,- B=-,- turn=b draw=-

case one_tile_with_two_pairs_takes_over_one_of_them
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NE SW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,e6N B=d5E,f5W
turn a draw 09
moves e5e+E e5e+N e5n+N e5n+S
after e5n+N = A=e5N,- B=d5E,- turn=b draw=-
after e5n+S = A=e5S,- B=f5W,- turn=b draw=-
after e5e+N = A=e5N,- B=f5W,- turn=b draw=-
after e5e+E = A=e5E,- B=d5E,- turn=b draw=-

case three_lines_with_two_of_one_colour_are_not_joined
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NES W
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,e6N B=f5W,-
turn a draw 09
moves e5e+E e5w+N
lacks e5n e5n+N

case a_tile_that_can_be_placed_nowhere_stays_out
tiles 01: N E S W; 02: N E S W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N E S W; 08: N E S W; 09: NESW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4S,e6N B=f5W,d5E
turn a draw 09
moves --
after -- = A=e4S,e6N B=d5E,f5W turn=b draw=- out=09

# ---- The end

case the_game_ends_after_the_last_tile
tiles 01: NESW; 02: NESW
cells d e
4 01n 02n
markers A=-,- B=-,-
turn a draw -
moves none
over yes
leader -

case the_game_goes_on_while_there_are_tiles
tiles 01: NESW; 02: NESW
cells d
4 01n
markers A=-,- B=-,-
turn b draw 02
over no
after d5n+N = A=-,- B=d5N,- turn=a draw=-

# ---- Routes and points

case unmarked_lines_score_nothing
cells d e
4 12n 06n
markers A=-,- B=-,-
turn a draw 01
score a 0 0 b 0 0

case a_route_between_two_rhombs_scores_tiles_enclosure_and_blue
cells c d e
4 03s 12n 06n
markers A=d4E,- B=-,-
turn b draw 01
score a 5 1 b 0 0
route a d4E: 3 tiles, enclosed, 1 blue: 5 points (e4 d4 c4)

case one_rhomb_scores_the_way_to_an_edge
cells d e
4 01n 06n
markers A=d4N,- B=-,-
turn a draw 02
score a 3 1 b 0 0
route a d4N: 2 tiles, open, 1 blue: 3 points (e4 d4)

case no_rhomb_scores_from_edge_to_edge
cells d
4 12n
5 08n
markers A=d4N,- B=d4E,-
turn a draw 02
score a 2 0 b 1 0
route a d4N: 2 tiles, open, 0 blue: 2 points (d4 d5)
route b d4E: 1 tile, open, 0 blue: 1 point (d4)

case rhombs_beat_a_longer_way_to_the_edge
cells b c d e
4 01n 12n 06s 07n
markers A=d4E,- B=b4N,-
turn a draw 02
score a 5 2 b 3 0

case of_equally_long_routes_the_one_with_more_blue_scores
cells c d e
3 . 07w .
4 03s 01n 06n
markers A=d4N,- B=-,-
turn a draw 02
score a 6 2 b 0 0

case the_longest_route_scores_even_if_a_shorter_one_has_more_blue
cells b c d e
3 . . 07w .
4 03s 12n 01n 06n
5 . . 04e .
markers A=d4N,- B=-,-
turn a draw 02
score a 6 1 b 0 0

case a_tile_crossed_twice_counts_once
tiles 01: NE SW; 02: NE SW; 03: NE SW; 04: NE SW
cells d e
4 01e 02n
5 03n 04n
markers A=d4E,- B=-,-
turn a draw -
score a 4 0 b 0 0
route a d4E: 4 tiles, open, 0 blue: 4 points (e5 e4 d4 d5 e5)

case a_line_without_any_route_scores_nothing
cells d e
4 08e 09n
5 10n 11e
markers A=d4E,- B=-,-
turn a draw 01
score a 0 0 b 0 0
route a d4E: 0 tiles, no route, 0 blue: 0 points

case one_rhomb_without_a_way_to_an_edge_scores_nothing
tiles 01: NSW E*; 02: NES W
cells d e
4 01n 02n
markers A=d4E,- B=-,-
turn a draw -
score a 0 0 b 0 0

case two_rhombs_on_one_piece_of_line_enclose_one_tile
tiles 01: NSW Eo*; 02: NES W
cells d e
4 01n 02n
markers A=d4E,- B=-,-
turn a draw -
score a 3 1 b 0 0

case a_piece_of_line_with_two_rhombs_may_also_be_an_end
tiles 01: NSW E**; 02: NES Wo
cells d e
4 01n 02n
markers A=d4E,- B=-,-
turn a draw -
score a 4 1 b 0 0

case the_edges_of_a_hole_are_outer_edges
tiles 01: N E S W; 02: NS E W; 03: N E S W; 04: N E S W; 05: N E S W; 06: N E S W; 07: N* E S W; 08: N E S W; 09: NESW
cells d e f
4 01n 02n 03n
5 04n . 05n
6 06n 07n 08n
markers A=e4N,e6N B=d5E,f5W
turn a draw - out 09
score a 3 1 b 0 0
route a e4N: 1 tile, open, 0 blue: 1 point (e4)
route a e6N: 1 tile, open, 1 blue: 2 points (e6)
over yes
leader a

# The sheet's example: 8 + 6 against 9 + 5, and Yellow (A) wins by blue rhombs. The nine-point route
# crosses d6 twice. tests/data/liniell-example.lwg plays the board from the start.
case the_scoring_example_of_the_sheet
cells d e f g
4 01n 07w 15n 04w
5 09e 11n 12n 14n
6 16s 03s 10e 08e
7 13n 02n 05n 06n
markers A=e5N,g6N B=d5N,d6N
turn a draw -
score a 14 3 b 14 2
route a e5N: 4 tiles, enclosed, 1 blue: 6 points (e4 e5 f5 g5)
route a g6N: 5 tiles, enclosed, 2 blue: 8 points (g5 g6 f6 f7 g7)
route b d5N: 4 tiles, open, 1 blue: 5 points (f4 e4 d4 d5)
route b d6N: 7 tiles, enclosed, 1 blue: 9 points (f7 e7 d7 d6 d5 e5 e6 d6)
over yes
leader a

case equal_points_and_equal_blue_rhombs_are_a_draw
tiles 01: NS EW; 02: NS EW
cells d
4 01n
5 02n
markers A=d4E,- B=d5E,-
turn a draw -
score a 1 0 b 1 0
leader -

case more_points_win
tiles 01: NS EW; 02: NS EW
cells d
4 01n
5 02n
markers A=d4E,- B=d4N,-
turn a draw -
score a 1 0 b 2 0
leader b
