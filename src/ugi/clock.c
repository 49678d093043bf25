/* SPDX-License-Identifier: MIT */
#include "ugi/clock.h"

#include <assert.h>

enum {
    GAMES = 4,        /* played at random for an estimate */
    TURNS_MOST = 400, /* in one of them: under some rules pawns may go back again and again */
};

/* Turns that `side` makes until the end. */
static int play_out(const game *g, const void *rules, game_position position, int side,
                    rng *random) {
    int made = 0;
    if (g->shuffle) g->shuffle(rules, random, false, &position);
    for (int i = 0; i < TURNS_MOST; i++) {
        game_turn turns[GAME_TURNS_MAX];
        size_t count = g->turns(rules, &position, turns);
        if (count == 0) break;
        made += g->to_move(&position) == side;
        error e;
        status code = g->play(rules, &position, turns[rng_below(random, count)].text, &e);
        assert(code == STATUS_OK);
        (void)code;
    }
    return made;
}

double clock_turns_left(const game *g, const void *rules, const game_position *position) {
    rng random = rng_seeded(0);
    int made = 0;
    for (int i = 0; i < GAMES; i++)
        made += play_out(g, rules, *position, g->to_move(position), &random);
    return made < GAMES ? 1 : (double)made / GAMES;
}

double clock_share(double left, double increment, double turns_left) {
    static const double margin = 0.03, least = 0.001; /* seconds */
    double usable = left - margin - left / 50;
    double share = usable / (turns_left + 1) + increment * 3 / 4;
    double most = usable / 3; /* a game may last longer than it seems */
    if (share > most) share = most;
    return share > least ? share : least;
}
