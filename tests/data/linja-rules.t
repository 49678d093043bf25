# Linja: one case or more for every rule of the three editions and for every
# ruling.  docs/rules-linja.md says which rule each case proves.
#
# case NAME         the name states the rule
# rules R...        the rule sets under which the case is run; a * stands for any text
# h ... a           the board, row h at the top; A and B are pawns, - is an empty row
# turn a|b [end]    the side to move; end: the game is over although the pawns do
#                   not stand passed any more
# has T...          these turns are legal
# lacks T...        these turns are not legal
# moves T...        exactly these turns, in byte order (none: there are none)
# after T = P       the position after the turn T
# score a N b N     the points of both sides
# over yes|no       whether the game has ended
# A blank line ends a case.


# ---- Opening step

case opening_moves_one_own_pawn_one_row_forward
rules *
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
has ab/ac ab/gh bc/ac cd/df fg/ce
lacks ac ac/ab ad/ab ba ba/ab cb/ac hg hg/hf hg/ab
over no

case player_b_moves_from_h_towards_a
rules *
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn b
has hg/hf hg/ba gf/hf fe/ec cb/fd
lacks ab/ac hf gh gh/hf bc/hf ba/hf
over no

case opening_is_compulsory
rules *
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
lacks --

case turn_then_goes_to_the_other_side
rules *
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn b
after hg/hf = 60/11/11/11/11/12/12/04 a
after hg/ba = 61/10/11/11/11/11/12/05 a

case pawns_of_one_colour_on_a_row_are_alike
rules second* zen*
h AAAAAAAAA
g -
f B
e -
d AB
c AA
b -
a BBBBBBBBBB
turn a
moves cd cd/ce cd/df de

case every_first_turn_of_2003
rules 2003
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
moves ab/ac ab/bd ab/ce ab/df ab/eg ab/fh ab/gh bc/ac bc/ce bc/df bc/eg bc/fh bc/gh cd/ac cd/bd cd/df cd/eg cd/fh cd/gh de/ac de/bd de/ce de/eg de/fh de/gh ef/ac ef/bd ef/ce ef/df ef/fh ef/gh fg/ac fg/bd fg/ce fg/df fg/eg fg/gh gh/ab gh/bc gh/cd gh/de gh/ef gh/fg

case first_turns_may_already_earn_a_bonus
rules second zen *+mean *+return
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
has gh gh/ab gh/ba gh/bc gh/fg ab/fh ab/fh/ba ab/fh/gh ab/gh
lacks gh/ac gh/eh ab/gh/ab ab/eh ab/fh/ab/ba

# ---- Follow-up

case follow_up_of_four_rows_as_in_the_sheets_example
rules *
h BBBBBB
g B
f AABB
e AB
d AB
c AB
b A
a AAAAAA
turn b
has gf/hd gf/fb gf/ea gf/da gf/ca
lacks gf/he gf/hc gf/fc gf/fa gf/gc gf/eb

case follow_up_counts_own_pawns
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has bc/ac bc/df bc/fh
lacks bc/ab bc/ad bc/bc bc/eh

case follow_up_counts_opposing_pawns
rules *
h BBB
g AB
f AAB
e AB
d AAB
c BBB
b AA
a AAAABB
turn a
has bc/ad bc/be bc/cf bc/eh
lacks bc/ab bc/ac bc/ae bc/bd

case follow_up_counts_both_colours_together
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/ad ab/be ab/dg ab/eh
lacks ab/ab ab/ac ab/bc ab/bd ab/ae

case follow_up_does_not_count_the_newcomer
rules *
h BBBBB
g AB
f AB
e AB
d AB
c B
b AAB
a AAAAAAB
turn a
has bc/ab bc/cd bc/gh
lacks bc/ac bc/ce bc/fh

case follow_up_may_use_the_pawn_that_opened
rules *
h BBBBBB
g AB
f AB
e AB
d A
c BB
b AB
a AAAAAAA
turn a
has bc/ce
after bc/ce = 70/01/02/10/21/11/11/06 b

case follow_up_may_use_another_pawn
rules *
h BBBBBB
g AB
f AB
e AB
d A
c BB
b AB
a AAAAAAA
turn a
has bc/ac bc/eg
after bc/ac = 60/01/22/10/11/11/11/06 b

case follow_up_is_made_by_one_pawn_only
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has bc/bd
lacks bc/bc/cd bc/ab/bc bc/cd/de bc/ab/cd

case follow_up_never_goes_backwards
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has bc/eg
lacks bc/ec bc/db bc/ca bc/fd cd/da cd/eb

case follow_up_moves_no_opposing_pawn
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
lacks bc/hf bc/!hf bc/gh/!ba ab/hg bc/ge

case follow_up_is_compulsory_in_2003
rules 2003
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/ad fg/gh
lacks ab bc cd de ef fg

case follow_up_is_optional_in_the_later_editions
rules second* zen*
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab bc cd de ef fg ab/ad fg/gh
after ab = 21/31/20/12/21/11/12/04 b

case leaving_out_the_follow_up_earns_no_bonus
rules second* zen*
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab bc
lacks ab/ba ab/!dc bc/cb ab/cb

case follow_up_that_no_pawn_can_make_is_dropped
rules *
h AAAAAAAAAAA
g -
f -
e BBBBBB
d -
c BB
b A
a BBBB
turn a
moves bc
after bc = 04/00/12/00/06/00/00/b0 b

case follow_up_stays_compulsory_if_only_one_pawn_can_make_it
rules 2003
h AAAAAAAAAA
g -
f -
e BBBBBB
d B
c BB
b A
a ABBB
turn a
has bc/ac
lacks bc bc/ce

case opening_into_an_empty_row_gives_no_follow_up
rules *
h BBBBBB
g AB
f AB
e A
d ABB
c -
b AAB
a AAAAAAB
turn a
has bc
lacks bc/ab bc/ac bc/cd bc/ce bc/gh bc+ab/bd bc/ba
after bc = 61/11/10/12/10/11/11/06 b

# ---- Opening step into the goal

case opening_into_the_goal_gives_one_row_in_2003
rules 2003
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/ab gh/bc gh/cd gh/de gh/ef gh/fg
lacks gh gh/ae gh/bf gh/dh gh/ac gh/gh

case opening_into_the_goal_gives_one_row_even_if_nobody_stands_there
rules 2003
h -
g AB
f AB
e AB
d ABB
c ABB
b ABBBB
a AAAAAAB
turn a
has gh/ab gh/bc gh/fg
lacks gh gh/ac

case opening_into_the_goal_gives_not_one_row_more_than_the_pawns_there
rules 2003
h BBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAABB
turn a
has gh/ab gh/de
lacks gh/ad gh/ae gh/bf gh/dh gh/ah

case follow_up_after_an_opening_into_the_goal_may_enter_the_goal_too
rules 2003
h BBBB
g AABB
f AB
e AB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/gh
lacks gh/gh/ab gh/gh+ab/ad gh/gh/gh
after gh/gh = 31/21/20/12/11/11/02/24 b

case opening_into_the_goal_stands_alone_if_no_pawn_can_make_the_one_row
rules 2003
h AAAAAAAAAA
g A
f -
e BBBBBB
d A
c -
b BB
a BBBB
turn a
moves gh
after gh = 04/02/00/10/06/00/00/b0 b

case opening_into_the_goal_gives_no_follow_up
rules second* zen*
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh
lacks gh/ae gh/bf gh/dh gh/af gh/ac gh/ab/ba
after gh = 31/21/20/12/21/11/02/14 b

# ---- Past the goal

case follow_up_past_the_goal_stops_in_the_goal
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/fh ab/gh fg/gh
after ab/gh = 21/31/20/12/21/11/02/14 b

case rows_left_over_in_the_goal_are_lost
rules *
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/gh ab/fh
lacks ab/gh/ac ab/gh/ab ab/gh/bc ab/fh/ab ab/fh/ba ab/gh/!fg ab/gh/hg

# ---- Extra turn of 2003

case follow_up_onto_an_empty_row_gives_an_extra_turn
rules 2003
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd/de+ef/fg cd/de+ef/gh cd/de+gh/ef cd/gh gh/cd

case extra_turn_is_a_full_turn
rules 2003
h BBBBB
g AB
f A
e -
d AB
c AABB
b ABB
a AAAAAAB
turn a
has cd/ce+ab/ad cd/ce+ab/be cd/ce+de/bc
lacks cd/ce cd/ce/ab cd/ce+ab cd/ce+ac
after cd/ce+ab/ad = 41/22/02/31/10/10/11/05 b

case extra_turn_is_compulsory
rules 2003
h BBBBB
g AB
f A
e -
d AB
c AABB
b ABB
a AAAAAAB
turn a
lacks cd/ce

case extra_turn_is_given_once_only
rules 2003
h BBBBBB
g AB
f -
e -
d AB
c AABB
b AAB
a AAAAAAB
turn a
has cd/ce+bc/df
lacks cd/ce+bc/df+ab/ac cd/ce+bc/df+ab/bd cd/ce+bc/df+ef/ab
after cd/ce+bc/df = 61/11/12/11/10/10/11/06 b

case extra_turn_into_an_empty_row_has_no_follow_up
rules 2003
h BBBBBB
g AB
f -
e -
d AB
c AABB
b AAB
a AAAAAAB
turn a
has cd/ce+ef
lacks cd/ce+ef/ab cd/ce+ef/fg

case extra_turn_into_the_goal_gives_one_row
rules 2003
h BBBBBB
g AB
f -
e -
d AB
c AABB
b AAB
a AAAAAAB
turn a
has cd/ce+gh/ab cd/ce+gh/ef
lacks cd/ce+gh cd/ce+gh/ac cd/ce+gh/ag

case follow_up_after_an_opening_into_the_goal_can_earn_the_extra_turn
rules 2003
h BBBBBB
g AB
f -
e A
d AB
c AABB
b AAB
a AAAAAB
turn a
has gh/ef+ab/ad gh/ef+fg/gh
lacks gh/ef

case row_left_empty_by_the_opening_counts_as_empty
rules 2003
h BBBBBB
g AB
f AB
e AB
d B
c A
b AAB
a AAAAAAB
turn a
has cd/bc+ab/bd
lacks cd/bc

case extra_turn_of_player_b
rules 2003
h BBBBBBA
g ABB
f AABB
e AB
d -
c A
b AB
a AAAAA
turn b
has fe/fd+hg/he fe/fd+dc/ba
lacks fe/fd fe/fd+ed fe/fd+hg
after fe/fd+dc/ba = 51/10/11/00/12/20/12/16 a

case opening_into_an_empty_row_gives_no_extra_turn
rules 2003
h BBBBBB
g AB
f A
e A
d ABB
c -
b AAB
a AAAAAABB
turn a
has bc
lacks bc+ab/bd bc+cd/df

case empty_goal_is_not_an_empty_row
rules 2003
h -
g AB
f AB
e AB
d ABB
c ABB
b ABBBB
a AAAAAAB
turn a
has cd/eh cd/fh
lacks cd/eh+ab/bg cd/eh+gh/ab cd/eh+ab/af

case extra_turn_without_a_possible_opening_is_dropped
rules 2003
h AAAAAAAAAAA
g -
f BBBBBB
e -
d -
c BB
b A
a BBBB
turn a
moves bc/ce
after bc/ce = 04/00/02/00/10/06/00/b0 b

case follow_up_onto_an_empty_row_gives_nothing_in_the_later_editions
rules second* zen*
h BBBBB
g AB
f A
e -
d AB
c AABB
b ABB
a AAAAAAB
turn a
has cd/ce cd
lacks cd/ce+ab/ad cd/ce/ab
after cd/ce = 61/12/02/21/10/10/11/05 b

# ---- Bonus

case exact_follow_up_into_the_goal_earns_a_bonus
rules second* zen*
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/eh ab/eh/ab ab/eh/ba ab/eh/ed bc/fh/cb
lacks ab/fh/ab ab/gh/ba ab/dg/ba
after ab/eh/ba = 31/21/20/12/11/11/12/14 b

case exact_opening_into_the_goal_earns_a_bonus
rules second zen *+mean *+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh gh/ab gh/ba gh/ed gh/ef
after gh/ed = 31/21/20/22/11/11/02/14 b

case bonus_is_optional
rules second zen *+mean *+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh gh/ab ab/eh ab/eh/ab bc/fh
after ab/eh = 21/31/20/12/11/11/12/14 b

case exact_arrival_gives_no_bonus_in_2003
rules 2003
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has ab/eh bc/fh
lacks ab/eh/ab ab/eh/ba ab/eh+ab/ad gh gh/ba gh/ab/bc

case moving_backwards_is_never_allowed_in_2003
rules 2003
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
lacks gh/cb cd/gh/dc cb gf gh/hg gh/cd/dc

case bonus_steps_are_exactly_these
rules second zen
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/dc cd/gh/de gh gh/cb gh/cd

case bonus_steps_with_mean_are_exactly_these
rules second+mean zen+mean
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/!dc cd/gh/!de cd/gh/!fe cd/gh/!fg cd/gh/dc cd/gh/de gh gh/!dc gh/!de gh/!fe gh/!fg gh/cb gh/cd

case bonus_steps_with_return_are_exactly_these
rules second+return zen+return
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/dc cd/gh/de cd/gh/hg gh gh/cb gh/cd gh/hg

case bonus_steps_with_mean_and_return_are_exactly_these
rules second+mean+return zen+mean+return
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/!dc cd/gh/!de cd/gh/!fe cd/gh/!fg cd/gh/dc cd/gh/de cd/gh/hg gh gh/!dc gh/!de gh/!fe gh/!fg gh/cb gh/cd gh/hg

case bonus_moves_any_own_pawn_one_row_either_way
rules second zen *+mean *+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/ab gh/ba gh/bc gh/cb gh/cd gh/dc gh/de gh/ed gh/ef gh/fe gh/fg
lacks gh/ac gh/ca gh/gf gh/eg gh/db

case bonus_of_player_b_moves_either_way
rules second zen *+mean *+return
h BBBA
g BBA
f BB
e BAA
d BBA
c BA
b BAA
a AAAA
turn b
has ba ba/cb ba/cd ba/hg ba/gh ed/da/gf ed/da/gh
lacks ba/bc ba/hf ed/ca/gf ed/ba/gf

case bonus_earns_no_second_bonus
rules second zen *+mean *+return
h BBBB
g AABB
f AB
e AB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/gh ab/eh/gh
lacks gh/gh/ab gh/gh/ba gh/gh/fe ab/eh/gh/ab gh/gh/gh
after gh/gh = 31/21/20/12/11/11/02/24 b

case bonus_onto_an_empty_row_gives_nothing_more
rules second zen *+mean *+return
h BBBB
g AABB
f -
e ABB
d ABB
c AAA
b AAB
a AAAB
turn a
has gh/gf gh/ef
lacks gh/gf/ab gh/ef+ab/bd gh/ef/ab
after gh/ef = 31/21/30/12/02/10/12/14 b

case bonus_obeys_the_row_limit
rules second zen *+mean *+return
h BBBB
g A
f AB
e ABBBBB
d AB
c AB
b A
a AAAAAA
turn a
has gh/ef gh/ed gh/fg gh/dc
lacks gh/de gh/fe gh/!de gh/!fe

case bonus_may_step_back_onto_the_own_starting_line_however_full
rules second zen *+mean *+return
h BBBBBB
g AB
f AB
e AB
d A
c AB
b ABB
a AAAAAA
turn a
has gh/ba
after gh/ba = 70/02/11/10/11/11/01/16 b

case exact_arrival_with_the_pawn_that_opened_earns_a_bonus
rules second* zen*
h BBBB
g BB
f AB
e AB
d AB
c AB
b AB
a AAAAAAAB
turn a
has ef/fh/ab ef/fh/ba fg/gh
lacks fg/gh/ab fg/gh/ba

# ---- The option +return

case pawn_in_its_goal_stays_there
rules second second+mean zen zen+mean
h AAABBBB
g ABB
f AB
e AB
d AB
c AAB
b AB
a AAB
turn a
has gh gh/ab ab/fh/ed
lacks gh/hg ab/fh/hg hg hg/ab ab/hg ab/hf
after gh = 21/11/21/11/11/11/02/44 b

case return_option_takes_an_own_pawn_back_out_of_its_goal
rules *+return
h AAABBBB
g ABB
f AB
e AAB
d AB
c AAB
b AB
a AB
turn a
has gh gh/hg ef/fh/hg
after gh/hg = 11/11/21/11/21/11/12/34 b

case return_option_may_take_out_a_pawn_that_came_before
rules *+return
h AAABBBB
g AABB
f AB
e AAB
d AB
c AAB
b B
a AB
turn a
has gh/hg ef/fh/hg
after ef/fh/hg = 11/01/21/11/11/11/32/34 b

case return_option_is_for_the_bonus_only
rules *+return
h AAABBBB
g ABB
f AB
e AAB
d AB
c AAB
b AB
a AB
turn a
lacks hg hg/ab ab/hg ab/hf ab/he ab/gh/hg gh/hf

case return_option_obeys_the_row_limit
rules *+return
h AAAB
g ABBBBB
f AB
e AAB
d AB
c AAB
b AB
a AB
turn a
has ef/fh ef/fh/fe gh/hg
lacks ef/fh/hg ef/fh/fg

case return_option_of_player_b
rules *+return
h BBBA
g BBA
f BB
e BAA
d BBA
c BA
b BAA
a AAAA
turn b
has ba/ab
lacks ab ba/ac
after ba/ab = 40/21/11/12/21/02/12/13 a

case no_return_for_player_b_without_the_option
rules 2003 second second+mean zen zen+mean
h BBBA
g BBA
f BB
e BAA
d BBA
c BA
b BAA
a AAAA
turn b
lacks ba/ab ab

# ---- The option +exact

case exact_option_gives_no_bonus_for_an_opening_step
rules *+exact
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
has gh ab/fh ab/fh/ba ab/fh/gh
lacks gh/ab gh/ba gh/fg gh/hg gh/!gh ab/gh/ab

case bonus_steps_with_exact_are_exactly_these
rules second+exact zen+exact
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/dc cd/gh/de cd/gh/hg gh

case bonus_steps_with_mean_and_exact_are_exactly_these
rules *+mean+exact
h AAAAAAAAAA
g A
f B
e -
d B
c A
b -
a BBBBBBBBBB
turn a
moves cd cd/de cd/gh cd/gh/!dc cd/gh/!de cd/gh/!fe cd/gh/!fg cd/gh/dc cd/gh/de cd/gh/hg gh

case exact_option_takes_any_own_pawn_back_out_of_its_goal
rules *+exact
h AAABBBB
g AABB
f AB
e AAB
d AB
c AAB
b B
a AB
turn a
has gh ef/fh ef/fh/hg
lacks gh/hg hg hg/ab ab/hg
after ef/fh/hg = 11/01/21/11/11/11/32/34 b

case exact_option_of_player_b
rules *+exact
h BBBA
g BBA
f BB
e BAA
d BBA
c BA
b BAA
a AAAA
turn b
has ba cb/da/ab
lacks ba/ab ba/cb ab
after cb/da/ab = 40/23/10/11/21/02/12/13 a

case exact_option_obeys_the_row_limit
rules *+exact
h AAAB
g ABBBBB
f AB
e AAB
d AB
c AAB
b AB
a AB
turn a
has gh ef/fh ef/fh/fe
lacks ef/fh/hg ef/fh/fg

case exact_follow_up_past_the_goal_earns_no_bonus
rules *+exact
h BBBBBB
g A B
f A B
e A B
d A B
c A B
b A B
a AAAAAA
turn a
has ab/gh
lacks ab/gh/hg ab/gh/ba

case returning_pawn_of_an_exact_follow_up_that_undoes_the_passing_still_ends_the_game
rules *+exact
h AAAAAAAAAAA
g B
f A
e -
d BB
c BBB
b BBB
a BBB
turn a
has fg fg/gh fg/gh/hg
lacks fg/gf
after fg/gh = 03/03/03/02/00/00/01/c0 b
after fg/gh/hg = 03/03/03/02/00/00/11/b0 b end

case opposing_pawn_in_its_goal_is_locked_with_exact_too
rules *+mean+exact
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has cd/eh/!bc cd/eh/!ba cd/eh/hg
lacks cd/eh/!ab

# ---- The option +mean

case mean_bonus_moves_an_opposing_pawn_one_row_either_way
rules *+mean *+mean+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/!bc gh/!dc gh/!de gh/!ed gh/!ef gh/!fe gh/!fg gh/!gf gh/!gh gh/!hg ab/eh/!dc
lacks gh/!ca gh/!db gh/!hf gh/!cb gh/!cd gh/!fh
after gh/!dc = 31/21/21/11/21/11/02/14 b

case mean_bonus_may_still_move_an_own_pawn
rules *+mean *+mean+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh gh/ab gh/ba gh/ed

case mean_bonus_is_one_step_of_one_pawn
rules *+mean*
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
lacks gh/ab/!dc gh/!dc/ab gh/!dc/!cb gh/!dc/!hg ab/eh/ab/!dc

case opposing_pawns_stay_put_without_the_mean_option
rules 2003 second second+return second+exact zen zen+return zen+exact
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
lacks gh/!dc gh/!hg gh/!bc ab/eh/!dc gh/hg/ab

case opposing_pawn_in_its_goal_is_locked
rules *+mean *+mean+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/!bc gh/!ba
lacks gh/!ab ab/eh/!ab

case opposing_pawn_of_player_b_in_its_goal_is_locked
rules *+mean *+mean+return
h BBBA
g BBA
f BB
e BAA
d BBA
c BA
b BAA
a AAAA
turn b
has ba/!gh ba/!gf ba/!ab ba/!ba
lacks ba/!hg

case mean_bonus_may_push_an_opposing_pawn_into_its_goal
rules *+mean *+mean+return
h BBBB
g ABB
f AB
e AAB
d ABB
c AA
b AAB
a AAAB
turn a
has gh/!ba
lacks gh/!ba/ab gh/!ba/!ab
after gh/!ba = 32/20/20/12/21/11/02/14 b

case mean_bonus_may_push_an_opposing_pawn_back_onto_its_full_starting_line
rules *+mean *+mean+return
h BBBBBB
g AB
f AB
e AB
d AB
c AB
b AB
a AAAAAA
turn a
has gh/!gh
after gh/!gh = 60/11/11/11/11/11/00/17 b

case mean_bonus_obeys_the_row_limit
rules *+mean *+mean+return
h BBBB
g A
f AB
e ABBBBB
d AB
c AB
b A
a AAAAAA
turn a
has gh/!ef gh/!ed gh/!dc gh/!fg gh/!hg
lacks gh/!de gh/!fe

# ---- Row limit

case full_row_may_be_crossed_and_counts_as_a_row
rules *
h BBBBB
g A
f AB
e ABBBBB
d A
c AB
b AA
a AAAAA
turn a
has bc/df
lacks bc/dg bc/de

case no_follow_up_ends_on_a_full_row
rules *
h BBBBB
g A
f AB
e ABBBBB
d A
c AB
b AA
a AAAAA
turn a
has bc/bd bc/eg
lacks bc/ce

case no_opening_enters_a_full_row
rules *
h BBBBB
g A
f AB
e ABBBBB
d A
c AB
b AA
a AAAAA
turn a
has ef/ac
lacks de de/ag de/dh de/bh

case row_of_five_may_be_entered_and_gives_five_rows
rules *
h BBBBBB
g A
f AB
e ABBBB
d AA
c AB
b A
a AAAAA
turn a
has de/af de/bg de/ch de/dh de/eh
lacks de/ae de/ag de/bh

case row_limit_counts_both_colours_together
rules *
h BBBBBB
g A
f AB
e AAABBB
d A
c ABB
b A
a AAAA
turn a
has cd/ef bc/cf
lacks de de/ag cd/de

case goal_holds_any_number_of_pawns
rules *
h AAABBBBBB
g A
f AB
e AB
d AB
c AB
b AB
a AAAB
turn a
has ef/gh fg/gh ab/gh
after fg/gh = 31/11/11/11/11/01/10/46 b

# ---- End of the game

case game_is_over_when_all_pawns_have_passed
rules *
h AAAAA
g AAA
f A
e AAA
d BB
c BBB
b BBB
a BBBB
turn a
moves none
over yes

case game_is_over_for_either_side_to_move
rules *
h AAAAA
g AAA
f A
e AAA
d BB
c BBB
b BBB
a BBBB
turn b
moves none
over yes

case sharing_one_row_is_not_having_passed
rules *
h AAAAA
g AAA
f A
e AAAB
d B
c BBB
b BBB
a BBBB
turn b
over no
lacks --

case rows_without_mixed_colours_are_not_enough
rules *
h BBBBBBB
g AAAAA
f -
e -
d -
c -
b BBBBB
a AAAAAAA
turn a
over no
has ab/bg
lacks --

case game_ends_at_once_after_the_opening_in_2003
rules 2003
h AAAAAA
g AA
f A
e AA
d ABB
c BBB
b BBB
a BBBB
turn a
has de
lacks de/eg de/fh de/gh
after de = 04/03/03/02/30/10/20/60 b

case game_ends_at_once_after_the_follow_up_in_2003
rules 2003
h AAAAAA
g AAAAA
f -
e -
d ABB
c BBB
b BBB
a BBBB
turn a
has gh/de
lacks gh/de+ef gh/de+gh/ef
after gh/de = 04/03/03/02/10/00/40/70 b

case game_ends_at_once_inside_the_extra_turn
rules 2003
h AAAAAA
g AAA
f -
e AA
d ABB
c BBB
b BBB
a BBBB
turn a
has gh/ef+de
lacks gh/ef gh/ef+de/ef gh/ef+de/fg
after gh/ef+de = 04/03/03/02/20/10/20/70 b

case game_ends_at_once_for_player_b_in_2003
rules 2003
h AAAA
g AAA
f AAA
e AAB
d BB
c B
b BB
a BBBBBB
turn b
has ed dc/ed
lacks ed/db ed/ca ed/ba
after ed = 06/02/01/03/20/30/30/40 a
after dc/ed = 06/02/02/02/20/30/30/40 a

case started_turn_may_be_finished_after_the_pawns_have_passed
rules second* zen*
h AAAAAA
g AA
f A
e AA
d ABB
c BBB
b BBB
a BBBB
turn a
has de de/eg de/fh de/gh de/fh/ef
after de = 04/03/03/02/30/10/20/60 b

case own_bonus_step_that_undoes_the_passing_still_ends_the_game
rules second* zen*
h AAAAAA
g AA
f A
e AA
d ABB
c BBB
b BBB
a BBBB
turn a
has de/fh/ed
after de/fh/ed = 04/03/03/12/20/00/20/70 b end

case mean_bonus_step_that_undoes_the_passing_still_ends_the_game
rules *+mean*
h AAAAAA
g AA
f A
e AA
d ABB
c BBB
b BBB
a BBBB
turn a
has de/fh/!de
after de/fh/!de = 04/03/03/01/31/00/20/70 b end

case returning_pawn_that_undoes_the_passing_still_ends_the_game
rules *+return
h AAAAAAAAAAA
g AB
f -
e -
d BB
c BBB
b BBB
a BBB
turn a
has gh gh/hg
after gh = 03/03/03/02/00/00/01/c0 b
after gh/hg = 03/03/03/02/00/00/11/b0 b end

case player_b_undoing_the_passing_still_ends_the_game
rules second* zen*
h AAAA
g AAA
f AAA
e AAB
d BB
c B
b BB
a BBBBBB
turn b
has ed/ca/de
after ed/ca/de = 07/02/00/02/21/30/30/40 a end
after ed/ca = 07/02/00/03/20/30/30/40 a

case game_marked_as_ended_has_no_turns
rules second* zen*
h AAAAAAA
g AA
f -
e AA
d ABB
c BBB
b BBB
a BBBB
turn b end
moves none
over yes

case same_board_without_the_mark_goes_on
rules second* zen*
h AAAAAAA
g AA
f -
e AA
d ABB
c BBB
b BBB
a BBBB
turn b
over no
has dc/da

case game_marked_as_ended_is_scored_as_it_stands
rules second
h AAAAAAA
g AA
f -
e AA
d ABB
c BBB
b BBB
a BBBB
turn b end
score a 42 b 37

case bonus_step_may_itself_complete_the_passing
rules second zen *+mean *+return
h AAAAAAAA
g A
f A
e A
d ABB
c BBB
b BBB
a BBBB
turn a
has gh/de
after gh/de = 04/03/03/02/20/10/00/90 b

case mean_bonus_step_may_itself_complete_the_passing
rules *+mean *+mean+return
h AAAAAAAA
g A
f A
e A
d AB
c BBBB
b BBB
a BBBB
turn a
has gh/!dc
after gh/!dc = 04/03/05/10/10/10/00/90 b

# ---- Passing a turn

case player_who_cannot_open_passes
rules *
h AAAAAA
g B
f -
e BBBBBB
d AAAAAA
c -
b -
a BBBBB
turn a
moves --
over no
after -- = 05/00/00/60/06/00/01/60 b

case player_who_can_open_may_not_pass
rules *
h AAAAAA
g B
f -
e BBBBBB
d AAAAAA
c -
b -
a BBBBB
turn b
moves gf
after gf = 05/00/00/60/06/01/00/60 a

case game_is_over_when_neither_player_can_open
rules *
h AAAAAA
g -
f B
e BBBBBB
d AAAAAA
c -
b -
a BBBBB
turn a
moves none
over yes

case game_without_openings_is_over_for_player_b_too
rules *
h AAAAAA
g -
f -
e BBBBBB
d AAAAAA
c -
b -
a BBBBBB
turn b
moves none
over yes

case pawns_in_their_goal_cannot_open
rules *
h AAAAAAAAAAAABB
g -
f -
e -
d BBB
c B
b B
a BBBBB
turn a
moves --
over no
after -- = 05/01/01/03/00/00/00/c2 b

# ---- Points

case scoring_example_of_the_2003_sheet
rules 2003
h AAAAAA
g AAAA
f AA
e BB
d B
c B
b B
a BBBBBBB
turn a
over yes
score a 46 b 41

# The same board as the 2003 example: the two pawns that B left on row e cost
# nothing in 2003 and one point each in the later editions.
case scoring_example_of_the_second_and_the_zen_sheet
rules second* zen*
h AAAAAA
g AAAA
f AA
e BB
d B
c B
b B
a BBBBBBB
turn a
over yes
score a 46 b 39

case points_of_2003_by_row
rules 2003
h AAB
g AB
f ABB
e AB
d AAB
c ABB
b AB
a AAABBB
turn a
score a 16 b 23

case points_of_second_by_row
rules second*
h AAB
g AB
f ABB
e AB
d AAB
c ABB
b AB
a AAABBB
turn a
score a -6 b 10

case points_of_zen_by_row
rules zen*
h AAB
g AB
f ABB
e AB
d AAB
c ABB
b AB
a AAABBB
turn a
score a 9 b 18

case pawns_left_in_the_own_half_cost_nothing_in_2003
rules 2003
h ABBB
g BBB
f BBB
e BBB
d AAA
c AAA
b AAA
a AA
turn a
score a 5 b 0

case pawns_left_in_the_own_half_cost_points_by_row_in_second
rules second*
h ABBB
g BBB
f BBB
e BBB
d AAA
c AAA
b AAA
a AA
turn a
score a -23 b -33

case pawns_left_in_the_own_half_cost_one_point_each_in_zen
rules zen*
h ABBB
g BBB
f BBB
e BBB
d AAA
c AAA
b AAA
a AA
turn a
score a -6 b -12

case pawns_in_the_far_half_are_never_charged
rules *
h AAA
g AAA
f AAA
e AAA
d BBB
c BBB
b BBB
a BBB
turn a
over yes
score a 33 b 33

case equal_points_are_a_draw
rules *
h AAAA
g AA
f AA
e AAAA
d BBB
c BBBB
b B
a BBBB
turn b
over yes
score a 34 b 34

case blocked_game_is_scored_as_it_stands
rules second* zen*
h AAAAAA
g -
f -
e BBBBBB
d AAAAAA
c -
b -
a BBBBBB
turn b
over yes
score a 24 b 24
