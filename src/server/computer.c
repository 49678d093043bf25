/* SPDX-License-Identifier: MIT */
#include "server/computer.h"

#include <stdlib.h>
#include <string.h>

#include "engine/plain_search.h"
#include "server/told.h"
#include "ugi/time_management.h"

enum { REST_MS = 5000 }; /* after a turn could not be chosen */

/* A turn that is being thought about. All it depends on is in memory of its own. */
struct choice {
    thought thought;
    desk *desk;
    char id[ID_BYTES];
    size_t number, ply; /* games played, and turns made in this one, when it was begun */
    const game *game;
    char *rules, *tiles;
    text positions; /* as they were told */
    int level;
    uint64_t seed;
    bool has_clock;
    double left, increment; /* seconds, when it was begun */
    double begun;
    status code;
    game_turn turn;
};

static void free_choice(choice *c) {
    free(c->rules);
    free(c->tiles);
    text_free(&c->positions);
    free(c);
}

/* --- on a thread ------------------------------------------------------------------------------ */

static engine_time time_for(const choice *c, variant v, const game_position *position) {
    engine_time time = {.begin = c->begun};
    if (!c->has_clock) return time;
    time_plan plan = time_share(c->left, c->increment, search_of(v.game)->turns_left(v, position));
    time.soft = plan.soft;
    time.hard = plan.hard;
    return time;
}

static status choose(choice *c, thinker *by, told_game *told, error *e) {
    engine *t = NULL;
    thinker_wanted wanted = {
        .game = c->game, .rules = c->rules, .tiles = c->tiles, .perfect = c->level == LEVEL_MOST};
    status code = thinker_engine(by, &wanted, &t, e);
    if (code == STATUS_OK) code = told_read(engine_variant(t), c->positions.data, told, e);
    if (code != STATUS_OK) return code;
    const game_position *last = told_last(told);
    rng random = rng_seeded(c->seed);
    engine_limits within = {
        .time = time_for(c, engine_variant(t), last),
        .history = told_history(told),
        .stop = &c->thought.stop,
    };
    return engine_choose(t, last, c->level, &random, &within, &c->turn, e);
}

static void think(thought *t, thinker *by) {
    choice *c = (choice *)t;
    told_game told = {0};
    error e;
    c->code = choose(c, by, &told, &e);
    told_free(&told);
}

static void drop(thought *t) {
    choice *c = (choice *)t;
    place *p = desk_find(c->desk, c->id);
    if (p && p->choice == c) p->choice = NULL;
    free_choice(c);
}

/* --- what is to be done ----------------------------------------------------------------------- */

static void carry_out(desk *d, place *p, const char *turn) {
    room_effects effects;
    error e;
    room_chance chance = desk_chance();
    errand *er = errand_new(d, p, room_id(p->room), NULL);
    if (!er) return; /* it is looked at again */
    status code = room_computer_do(p->room, turn, &chance, desk_now(d), &effects, &e);
    if (code == STATUS_OK && effects.rematch && !desk_add(d, effects.rematch, p->client, &e))
        code = STATUS_FAILED;
    if (code != STATUS_OK) {
        errand_drop(er);
        desk_drop(d, p);
        return;
    }
    if (effects.answer.why != WHY_NOT) p->rests_until = desk_now(d) + REST_MS;
    errand_keep(er, p, &effects);
    errand_send(er);
}

/* Whether the room still waits for this turn. */
static bool is_awaited(const choice *c, const place *p) {
    const match *m = room_match(p->room);
    return place_is_ready(p) && room_computer_duty(p->room) == DUTY_TURN &&
           match_games_played(m) == c->number && match_ply(m) == c->ply &&
           !atomic_load(&c->thought.stop);
}

static void chosen(thought *t) {
    choice *c = (choice *)t;
    place *p = desk_find(c->desk, c->id);
    if (p && p->choice == c) {
        p->choice = NULL;
        bool awaited = is_awaited(c, p);
        if (awaited && c->code == STATUS_OK)
            carry_out(c->desk, p, c->turn.text);
        else if (awaited)
            p->rests_until = desk_now(c->desk) + REST_MS;
        else
            computer_look(c->desk, p);
    }
    free_choice(c);
}

/* --- beginning a thought ---------------------------------------------------------------------- */

static choice *new_choice(desk *d, const place *p) {
    choice *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    const room *r = p->room;
    variant v = match_variant(room_match(r));
    room_chance chance = desk_chance();
    int64_t left = 0, increment = 0;
    *c = (choice){
        .thought = {.client = p->client, .think = think, .done = chosen, .drop = drop},
        .desk = d,
        .number = match_games_played(room_match(r)),
        .ply = match_ply(room_match(r)),
        .game = v.game,
        .positions = text_growing(),
        .level = room_computer(r),
        .has_clock = room_time(r, desk_now(d), &left, &increment),
        .begun = seconds_now(),
    };
    c->left = (double)left / 1000;
    c->increment = (double)increment / 1000;
    memcpy(c->id, room_id(r), sizeof c->id);
    memcpy(&c->seed, chance.secret.bytes, sizeof c->seed);
    told_write(room_match(r), &c->positions);
    text own = text_growing();
    if (v.name)
        c->rules = strdup(v.name);
    else
        variant_write_rules(v, &own);
    c->tiles = own.data; /* taken over */
    if (!c->positions.failed && !own.failed && (c->rules || c->tiles)) return c;
    free_choice(c);
    return NULL;
}

/* Of servers that share games one sees to each that is not finished; to one that is, whichever the
 * person asks. */
static bool is_ours(const place *p, room_duty duty) {
    return p->is_own || (duty == DUTY_REMATCH && p->connections[0] > 0);
}

void computer_look(desk *d, place *p) {
    room_duty duty = room_computer_duty(p->room);
    if (duty == DUTY_NONE || !desk_thinkers(d) || p->kept < room_events(p->room) ||
        desk_now(d) < p->rests_until || !is_ours(p, duty) || !place_is_ready(p))
        return;
    if (duty != DUTY_TURN) {
        error why;
        if (duty == DUTY_REMATCH &&
            (desk_refuses(d, p->client, true, &why) || !desk_lets(d, p->client)))
            return; /* later */
        computer_leave(p);
        carry_out(d, p, NULL);
        return;
    }
    if (p->choice) return;
    choice *c = new_choice(d, p);
    if (!c) return;
    if (thinkers_ask(desk_thinkers(d), &c->thought) == THOUGHT_TAKEN)
        p->choice = c;
    else
        free_choice(c); /* it is looked at again */
}

void computer_leave(place *p) {
    if (p->choice) atomic_store(&p->choice->thought.stop, true);
    p->choice = NULL;
}
