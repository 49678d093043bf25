/* SPDX-License-Identifier: MIT */
#include "contest/contest.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "base/seconds.h"
#include "engine/luck.h"

enum { UNKNOWN = -1, LOOK_MEMORY = 1 << 20 };

/* What one thread plays with. */
typedef struct board {
    contestant *players[2];
    engine *looks; /* at the luck of the draws; NULL: nobody looks at it */
} board;

struct contest {
    contest_options options;
    int *points;       /* of each game: half-points of the first player, or UNKNOWN */
    double *luck;      /* ... and that of its draws, for the first player */
    int games_left;    /* of which the points are not known */
    contest_score sum; /* of the pairs that count */
    int in_order;      /* pairs, from the beginning, that are over */
    elo_pairs ordered; /* ... and their results */
    int decided_after; /* pairs that decided the test; 0: not decided */
    board *boards;
    int board_count;
    pthread_mutex_t lock; /* for all of the above while games are played */
    atomic_bool stop;
    status code; /* of the first failure */
    error e;
};

/* --- the score ---------------------------------------------------------------------------------
 */

/* The side that the first player has in a game; the second game of a pair swaps. */
static int first_players_side(int number) {
    return number % 2 == 0 ? SIDE_A : SIDE_B;
}

static bool is_pair_over(const contest *c, int pair) {
    return c->points[2 * pair] != UNKNOWN && c->points[2 * pair + 1] != UNKNOWN;
}

static void add_pair(contest *c, int pair) {
    contest_score *sum = &c->sum;
    for (int number = 2 * pair; number < 2 * pair + 2; number++) {
        int points = c->points[number];
        sum->wins += points == 2;
        sum->draws += points == 1;
        sum->losses += points == 0;
        sum->first_side += (first_players_side(number) == SIDE_A ? points : 2 - points) / 2.0;
    }
    int points = c->points[2 * pair] + c->points[2 * pair + 1];
    sum->pairs.count[points]++;
    elo_add_luck(&sum->luck, points / 4.0, (c->luck[2 * pair] + c->luck[2 * pair + 1]) / 2);
}

/* Looks at each pair once, in order, so that nothing depends on which game ended sooner. */
static void advance(contest *c) {
    while (!c->decided_after && c->in_order < c->options.games / 2 &&
           is_pair_over(c, c->in_order)) {
        int pair = c->in_order++;
        c->ordered.count[c->points[2 * pair] + c->points[2 * pair + 1]]++;
        if (c->options.test && elo_decide(c->options.test, &c->ordered).decided)
            c->decided_after = c->in_order;
    }
}

bool contest_counts(const contest *c, int number) {
    int pair = number / 2;
    return is_pair_over(c, pair) && (!c->decided_after || pair < c->decided_after);
}

bool contest_is_done(const contest *c) {
    return c->decided_after || c->in_order == c->options.games / 2;
}

int contest_games_left(const contest *c) {
    return c->games_left;
}

contest_score contest_score_of(const contest *c) {
    contest_score score = c->sum;
    if (c->options.test) score.verdict = elo_decide(c->options.test, &c->ordered);
    return score;
}

static void set_points(contest *c, int number, record_result result, double luck) {
    int of_side_a = result == RECORD_A_WINS ? 2 : result == RECORD_DRAW ? 1 : 0;
    bool is_a = first_players_side(number) == SIDE_A;
    c->points[number] = is_a ? of_side_a : 2 - of_side_a;
    c->luck[number] = luck;
    c->games_left--;
    if (c->decided_after) return; /* it does not count any more */
    if (is_pair_over(c, number / 2)) add_pair(c, number / 2);
    advance(c);
    if (!c->decided_after) return;
    c->sum = (contest_score){0}; /* later pairs that were over sooner do not count */
    for (int pair = 0; pair < c->decided_after; pair++) add_pair(c, pair);
}

bool contest_wants(const contest *c, int number) {
    return number >= 0 && number < c->options.games && c->points[number] == UNKNOWN;
}

/* The luck of a game's draws, for the first player; 0 if nobody asks for it. */
static status look_at_luck(const contest *c, board *b, int number, const replay *played,
                           double *luck, error *e) {
    *luck = 0;
    if (!c->options.luck) return STATUS_OK;
    engine_options options = {
        .variant = c->options.rules.variant, .memory = LOOK_MEMORY, .threads = 1, .table_file = ""};
    status code = b->looks ? STATUS_OK : engine_open(&options, &b->looks, e);
    if (code != STATUS_OK) return code;
    game_history whole = replay_history(played, played->count);
    code = luck_of_game(b->looks, &whole, c->options.rules.stop, luck, e);
    if (first_players_side(number) != SIDE_A) *luck = -*luck;
    return code;
}

status contest_luck_of(contest *c, int number, const replay *played, double *luck, error *e) {
    return look_at_luck(c, &c->boards[0], number, played, luck, e);
}

void contest_set_result(contest *c, int number, record_result result, double luck) {
    assert(contest_wants(c, number) && result != RECORD_UNFINISHED);
    set_points(c, number, result, luck);
}

/* --- one game ----------------------------------------------------------------------------------
 */

/* The index-th number of the stream that a seed begins. */
static uint64_t derive(uint64_t seed, uint64_t index) {
    rng stream = rng_seeded(seed + index * UINT64_C(0x9e3779b97f4a7c15));
    return rng_next(&stream);
}

/* A game being played. */
typedef struct playing {
    const contest *c;
    board *board;
    int number;
    replay turns;
    record record;
    contest_game told;
    error forfeit;
} playing;

static status set_tags(playing *p, uint64_t pair_seed, error *e) {
    const contest_options *o = &p->c->options;
    int first = first_players_side(p->number) == SIDE_A ? 0 : 1;
    const char *rules = variant_name(o->rules.variant);
    status code = record_set_tag(&p->record, "Game", o->rules.variant.game->name, e);
    if (code == STATUS_OK) code = record_set_tag(&p->record, "Rules", rules, e);
    if (code == STATUS_OK) code = record_set_tag(&p->record, "First", o->names[first], e);
    if (code == STATUS_OK) code = record_set_tag(&p->record, "Second", o->names[1 - first], e);
    if (code == STATUS_OK)
        code = record_set_number(&p->record, "Round", (uint64_t)p->number + 1, e);
    if (code == STATUS_OK && o->rules.variant.game->chance)
        code = record_set_number(&p->record, "Seed", pair_seed, e);
    if (code != STATUS_OK || o->rules.variant.name) return code;
    text own = text_growing();
    variant_write_rules(o->rules.variant, &own);
    code = own.failed ? fail_memory(e) : record_set_tag(&p->record, "Tiles", own.data, e);
    text_free(&own);
    return code;
}

/* STATUS_INVALID if the turn is not legal. */
static status make_turn(playing *p, const char *turn, error *e) {
    status code = replay_play(&p->turns, turn, p->record.token_count, e);
    return code == STATUS_OK ? record_add_token(&p->record, RECORD_TURN, turn, e) : code;
}

/* Random turns, as long as they do not end the game. */
static status make_opening(playing *p, uint64_t pair_seed, error *e) {
    variant v = p->turns.variant;
    rng random = rng_seeded(derive(pair_seed, 0));
    for (int i = 0; i < p->c->options.openings; i++) {
        game_turn turns[GAME_TURNS_MAX];
        const game_position *here = replay_position(&p->turns, p->turns.count);
        size_t count = variant_turns(v, here, turns);
        game_turn turn = turns[rng_below(&random, count)];
        game_position after = *here;
        status code = variant_play(v, &after, turn.text, e);
        assert(code == STATUS_OK);
        if (v.game->is_over(&after) || replay_is_repetition(&p->turns, p->turns.count)) break;
        code = make_turn(p, turn.text, e);
        if (code != STATUS_OK) return code;
    }
    return p->c->options.openings > 0 && p->turns.count > 0
               ? record_set_number(&p->record, "Opening", p->turns.count, e)
               : STATUS_OK;
}

/* A player has failed: the other one has won. */
static status forfeit(playing *p, int player, error *e) {
    int side = player == 0 ? first_players_side(p->number) : 1 - first_players_side(p->number);
    contestant_give_up(p->board->players[player]);
    p->record.result = replay_loss(side);
    p->forfeit = *e;
    error_prefix(&p->forfeit, "%s loses", p->c->options.names[player]);
    p->told.forfeit = p->forfeit.text;
    return record_add_token(&p->record, RECORD_COMMENT, p->forfeit.text, e);
}

static status play_turn(playing *p, int player, error *e) {
    game_turn turn;
    double begin = seconds_now();
    status code = contestant_choose(p->board->players[player], &p->turns, &p->record, &turn, e);
    p->told.seconds[player] += seconds_now() - begin;
    p->told.turns[player]++;
    return code == STATUS_OK ? make_turn(p, turn.text, e) : code;
}

static status play_on(playing *p, uint64_t pair_seed, error *e) {
    for (int player = 0; player < 2; player++) {
        uint64_t index = 1 + 2 * (uint64_t)(p->number % 2) + (uint64_t)player;
        status code = contestant_begin(p->board->players[player], derive(pair_seed, index), e);
        if (code != STATUS_OK) return code == STATUS_INVALID ? forfeit(p, player, e) : code;
    }
    for (;;) {
        game_outcome outcome = replay_outcome(&p->turns, p->turns.count);
        p->record.result = replay_result(outcome);
        if (outcome.over || atomic_load(&p->c->stop)) return STATUS_OK;
        if (p->turns.count == REPLAY_TURNS_MAX) { /* neither player wants an end */
            p->record.result = RECORD_DRAW;
            return STATUS_OK;
        }
        int side = p->turns.variant.game->to_move(replay_position(&p->turns, p->turns.count));
        int player = side == first_players_side(p->number) ? 0 : 1;
        status code = play_turn(p, player, e);
        if (code != STATUS_OK) return code == STATUS_INVALID ? forfeit(p, player, e) : code;
    }
}

static status play_game(playing *p, error *e) {
    const contest_options *o = &p->c->options;
    uint64_t pair_seed = derive(o->seed, (uint64_t)p->number / 2);
    p->turns = (replay){.variant = o->rules.variant};
    status code = set_tags(p, pair_seed, e);
    if (code == STATUS_OK)
        code = replay_set_start(&p->turns, NULL, o->rules.variant.game->chance ? &pair_seed : NULL,
                                NULL, e);
    if (code == STATUS_OK) code = make_opening(p, pair_seed, e);
    return code == STATUS_OK ? play_on(p, pair_seed, e) : code;
}

/* --- all games ---------------------------------------------------------------------------------
 */

static void note_failure(contest *c, status code, const error *e) {
    bool asked_for = atomic_exchange(&c->stop, true); /* then a failure may be its consequence */
    if (c->code != STATUS_OK || asked_for) return;
    c->code = code;
    c->e = *e;
}

/* A game that was stopped has no result and never was. */
static void take_game(contest *c, playing *p, double luck) {
    if (p->record.result == RECORD_UNFINISHED || atomic_load(&c->stop)) return;
    set_points(c, p->number, p->record.result, luck);
    p->told.number = p->number;
    p->told.record = &p->record;
    error e;
    status code =
        c->options.finished ? c->options.finished(c->options.context, &p->told, &e) : STATUS_OK;
    if (code != STATUS_OK) note_failure(c, code, &e);
    if (c->decided_after) atomic_store(&c->stop, true);
}

static status seat_players(contest *c, board *b, error *e) {
    status code = STATUS_OK;
    for (int i = 0; i < 2 && code == STATUS_OK; i++) {
        if (b->players[i]) continue;
        code = contestant_new(&c->options.players[i], &c->options.rules, &b->players[i], e);
        if (code != STATUS_OK) error_prefix(e, "%s", c->options.names[i]);
    }
    return code;
}

static void play_number(void *context, int number, int thread) {
    contest *c = context;
    pthread_mutex_lock(&c->lock);
    bool known = c->points[number] != UNKNOWN;
    pthread_mutex_unlock(&c->lock);
    if (known || atomic_load(&c->stop)) return;
    playing p = {.c = c, .board = &c->boards[thread], .number = number};
    double luck = 0;
    error e;
    status code = seat_players(c, p.board, &e);
    if (code == STATUS_OK) code = play_game(&p, &e);
    if (code == STATUS_OK) code = look_at_luck(c, p.board, number, &p.turns, &luck, &e);
    pthread_mutex_lock(&c->lock);
    if (code == STATUS_OK)
        take_game(c, &p, luck);
    else
        note_failure(c, code, &e);
    pthread_mutex_unlock(&c->lock);
    record_free(&p.record);
    replay_free(&p.turns);
}

static void clear_board(board *b) {
    for (int player = 0; player < 2; player++) contestant_free(b->players[player]);
    engine_close(b->looks);
    *b = (board){0};
}

status contest_run(contest *c, error *e) {
    if (contest_is_done(c)) return STATUS_OK;
    /* A program that has ended is a failure to write to it, not the end of us. */
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    /* The first board is set up before any game, so that what cannot play says so at once. */
    status code = seat_players(c, &c->boards[0], e);
    if (code == STATUS_OK) {
        parallel_for(c->board_count, c->options.games, 1, play_number, c);
        code = c->code;
        if (code != STATUS_OK) *e = c->e;
    } else if (atomic_load(&c->stop)) {
        code = STATUS_OK;
    }
    for (int i = 0; i < c->board_count; i++) clear_board(&c->boards[i]);
    sigaction(SIGPIPE, &before, NULL);
    return code;
}

void contest_stop(contest *c) {
    atomic_store(&c->stop, true);
}

status contest_new(const contest_options *options, contest **out, error *e) {
    assert(options->games > 0 && options->games % 2 == 0 && options->games <= CONTEST_GAMES_MAX);
    contest *c = calloc(1, sizeof *c);
    if (!c) return fail_memory(e);
    pthread_mutex_init(&c->lock, NULL);
    c->options = *options;
    c->options.rules.stop = &c->stop;
    c->board_count = parallel_threads(options->concurrency);
    c->boards = calloc((size_t)c->board_count, sizeof *c->boards);
    c->points = malloc((size_t)options->games * sizeof *c->points);
    c->luck = calloc((size_t)options->games, sizeof *c->luck);
    if (!c->boards || !c->points || !c->luck) {
        contest_free(c);
        return fail_memory(e);
    }
    c->games_left = options->games;
    for (int i = 0; i < options->games; i++) c->points[i] = UNKNOWN;
    *out = c;
    return STATUS_OK;
}

void contest_free(contest *c) {
    if (!c) return;
    pthread_mutex_destroy(&c->lock);
    if (c->boards) clear_board(&c->boards[0]);
    free(c->boards);
    free(c->luck);
    free(c->points);
    free(c);
}
