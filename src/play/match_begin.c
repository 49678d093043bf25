/* SPDX-License-Identifier: MIT
 *
 * How a match and its games begin: what is played and by whom, where each game starts and what it
 * draws, and the tags by which its record tells so. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "play/match_inside.h"

/* --- a match --------------------------------------------------------------------------------- */

static bool is_clean_line(const char *string) {
    size_t bad;
    return !strpbrk(string, "\r\n\t") && text_is_clean(string, strlen(string), &bad);
}

status match_set_name(match *m, int player, const char *name, error *e) {
    if (!*name || strlen(name) >= MATCH_NAME_BYTES || !is_clean_line(name))
        return FAIL(e, STATUS_INVALID, "a player's name must be one line of 1 to %d bytes",
                    MATCH_NAME_BYTES - 1);
    memcpy(m->names[player], name, strlen(name) + 1);
    return STATUS_OK;
}

static const char no_date[] = "????.??.??";

/* A tile set of one's own is written on one line, so that a record or log is whole. */
static event tell_created(const match *m, text *tiles) {
    variant v = m->turns.variant;
    const char *date = record_tag_value(&m->current, "Date");
    if (!v.name) variant_write_rules(v, tiles);
    return (event){.kind = EVENT_CREATED,
                   .game = v.game->name,
                   .rules = v.name,
                   .tiles = v.name ? NULL : tiles->data,
                   .date = date ? date : no_date,
                   .names = {m->names[0], m->names[1]},
                   .best_of = (size_t)m->best_of};
}

status match_log_created(match *m, error *e) {
    text tiles = text_growing();
    event ev = tell_created(m, &tiles);
    status code = tiles.failed ? fail_memory(e) : log_add(&m->log, &ev, e);
    text_free(&tiles);
    return code;
}

static status must_be_best_of(size_t best_of, error *e) {
    if (best_of % 2 == 1 && best_of <= BEST_OF_MAX) return STATUS_OK;
    return FAIL(e, STATUS_INVALID, "a match is best of 1, 3, 5 ... games, not of %zu", best_of);
}

static status create(match *m, const game *g, const event *ev, error *e) {
    static const char *const nobody[2] = {"Player 1", "Player 2"};
    status code = must_be_best_of(ev->best_of, e);
    m->best_of = (int)ev->best_of;
    m->offers = m->asks = NOBODY;
    for (int i = 0; code == STATUS_OK && i < 2; i++)
        code = match_set_name(m, i, ev->names[i] ? ev->names[i] : nobody[i], e);
    if (code == STATUS_OK && ev->tiles && !g->tiles)
        code = FAIL(e, STATUS_INVALID, "%s has no tiles", g->name);
    if (code == STATUS_OK) code = replay_set_rules(&m->turns, g, ev->rules, ev->tiles, e);
    if (code != STATUS_OK) return code;
    variant_start(m->turns.variant, &m->turns.start);
    code = record_set_tag(&m->current, "Game", g->name, e);
    if (code == STATUS_OK)
        code = record_set_tag(&m->current, "Rules", variant_name(m->turns.variant), e);
    if (code == STATUS_OK)
        code = record_set_tag(&m->current, "Date", ev->date ? ev->date : no_date, e);
    return code == STATUS_OK ? match_log_created(m, e) : code;
}

static const game *find_game(const game *const *games, const char *name) {
    while (*games && strcmp((*games)->name, name) != 0) games++;
    return *games;
}

status match_create(const game *const *games, const event *created, match **m, error *e) {
    if (created->kind != EVENT_CREATED || created->n > 1)
        return FAIL(e, STATUS_INVALID, "a match begins with event 1, created");
    const game *g = find_game(games, created->game);
    if (!g) return FAIL(e, STATUS_INVALID, "unknown game '%.40s'", created->game);
    match *fresh = calloc(1, sizeof *fresh);
    status code = fresh ? create(fresh, g, created, e) : fail_memory(e);
    if (code == STATUS_OK)
        *m = fresh;
    else
        match_free(fresh);
    return code;
}

/* --- the record of a game -------------------------------------------------------------------- */

/* Tags one after the other; the first failure stays. */
typedef struct tagging {
    record *r;
    status code;
    error *e;
} tagging;

static void tag(tagging *t, const char *name, const char *value) {
    if (t->code == STATUS_OK && value) t->code = record_set_tag(t->r, name, value, t->e);
}

static void tag_count(tagging *t, const char *name, size_t value) {
    if (t->code == STATUS_OK) t->code = record_set_number(t->r, name, value, t->e);
}

static void tag_players(tagging *t, const match *m, const event *ev) {
    tag(t, "First", m->names[ev->first]);
    tag(t, "Second", m->names[1 - ev->first]);
}

static void tag_round(tagging *t, const match *m, const event *ev) {
    if (m->best_of == 1) return;
    tag_count(t, "Round", ev->number);
    tag_count(t, "BestOf", (size_t)m->best_of);
}

static void tag_chance(tagging *t, const event *ev) {
    tag(t, "Seed", ev->seed);
    tag(t, "Commitment", ev->commitment);
    tag(t, "Number", ev->chain);
    tag(t, "DrawnBefore", ev->drawn_before);
    tag(t, "Random1", ev->randoms[0]);
    tag(t, "Random2", ev->randoms[1]);
}

static void tag_tiles(tagging *t, const match *m) {
    if (m->turns.variant.name || t->code != STATUS_OK) return;
    text tiles = text_growing();
    variant_write_rules(m->turns.variant, &tiles);
    if (tiles.failed)
        t->code = fail_memory(t->e);
    else
        tag(t, "Tiles", tiles.data);
    text_free(&tiles);
}

static void tag_start(tagging *t, const match *m, const event *ev) {
    bool as_before = m->begun && record_tag_value(&m->current, "Position");
    const char *set_up = as_before ? record_tag_value(&m->current, "SetUp") : "1";
    tag(t, "SetUp", ev->position ? set_up : NULL);
    tag(t, "Position", ev->position);
    if (!m->turns.variant.game->chance)
        tag(t, "Draws", record_tag_value(&m->current, "Draws")); /* a stranger's */
    else if (!ev->commitment)
        tag(t, "Draws", ev->draws);
}

/* The games of a series have tags in common. */
static status begin_record(const match *m, const event *ev, bool dealt, record *out, error *e) {
    static const char *const common[] = {"Game", "Rules", "Tiles", "Date"};
    record r = {0};
    tagging t = {.r = &r, .code = STATUS_OK, .e = e};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        tag(&t, common[i], record_tag_value(&m->current, common[i]));
    if (m->begun) {
        tag_start(&t, m, ev);
        tag_players(&t, m, ev);
        tag_round(&t, m, ev);
        tag_chance(&t, ev);
    } else {
        tag_players(&t, m, ev);
        tag_start(&t, m, ev);
        tag_tiles(&t, m);
        tag_chance(&t, ev);
        tag_round(&t, m, ev);
    }
    if (ev->commitment && !dealt) tag(&t, "Draws", ev->draws);
    if (t.code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return t.code;
}

status match_current_record(const match *m, record *out, error *e) {
    record r;
    status code = record_copy(&m->current, &r, e);
    if (code != STATUS_OK) return code;
    record_cut(&r, match_tokens_of(m, match_turns_made(m)));
    r.result = replay_result(match_standing(m));
    if (m->number > 0) code = match_tag_draws(m, &r, e);
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

/* --- a game ---------------------------------------------------------------------------------- */

static status must_begin(const match *m, const event *ev, error *e) {
    size_t number = m->played.count + (m->begun ? 2 : 1);
    const game *g = m->turns.variant.game;
    if (m->begun && !match_standing(m).over)
        return FAIL(e, STATUS_INVALID, "begun: the game before is not over");
    if (m->begun && match_is_decided(m)) return FAIL(e, STATUS_INVALID, "the match is decided");
    if (!m->begun && m->told) return FAIL(e, STATUS_INVALID, "begun: the match was given up");
    if (ev->number != number)
        return FAIL(e, STATUS_INVALID, "begun: the next game is number %zu, not %zu", number,
                    ev->number);
    if (!g->chance && (ev->seed || ev->draws || ev->commitment))
        return FAIL(e, STATUS_INVALID, "begun: %s draws nothing", g->name);
    if (ev->seed && (ev->draws || ev->commitment))
        return FAIL(e, STATUS_INVALID, "begun: a seed and %s contradict each other",
                    ev->draws ? "draws" : "a commitment");
    return STATUS_OK;
}

/* The number of the key that draws a game by the chain that is known here; 0: there is none. */
static int known_key(const match *m, const event *ev) {
    uint64_t number = 0;
    bool ours = m->has_secret && ev->commitment && ev->chain &&
                strcmp(ev->commitment, match_commitment(&m->secret).hex) == 0 &&
                text_is_number(ev->chain, FAIR_KEYS, &number);
    return ours ? (int)number : 0;
}

/* Puts the stack in its secret order, and what is seen of it into the event. */
static status deal(const match *m, int key, event *ev, game_position *start, text *draws,
                   error *e) {
    variant v = m->turns.variant;
    fair_key stack;
    status code = match_find_stack(m, &m->secret, key, ev->randoms, &stack, e);
    if (code != STATUS_OK) return code;
    v.game->chance->deal(v.rules, &stack, !ev->position, start);
    v.game->chance->write_draws(v.rules, start, 1, draws);
    if (ev->draws && strcmp(ev->draws, draws->data) != 0)
        return FAIL(e, STATUS_INVALID, "begun: the key draws %s, not '%.40s'", draws->data,
                    ev->draws);
    ev->draws = draws->length > 0 ? draws->data : NULL;
    return STATUS_OK;
}

static status find_start(const match *m, int key, event *ev, game_position *start, text *draws,
                         error *e) {
    replay p = {.variant = m->turns.variant};
    uint64_t seed = 0;
    if (ev->seed && !text_is_number(ev->seed, UINT64_MAX, &seed))
        return FAIL(e, STATUS_INVALID, "begun: a seed is a number, not '%.40s'", ev->seed);
    status code =
        replay_set_start(&p, ev->position, ev->seed ? &seed : NULL, key > 0 ? NULL : ev->draws, e);
    if (code == STATUS_OK && key > 0) code = deal(m, key, ev, &p.start, draws, e);
    if (code == STATUS_OK) *start = p.start;
    return code;
}

/* The game before is put aside, if there is one. */
static status put_aside(match *m, error *e) {
    if (!m->begun) return STATUS_OK;
    int won = match_winner(m);
    record finished;
    status code = match_current_record(m, &finished, e);
    if (code != STATUS_OK) return code;
    code = record_file_add(&m->played, &finished, e);
    if (code == STATUS_OK)
        m->winners[m->played.count - 1] = won;
    else
        record_free(&finished);
    return code;
}

status match_apply_begun(match *m, event *ev, error *e) {
    status code = must_begin(m, ev, e);
    if (code != STATUS_OK) return code;
    int key = known_key(m, ev);
    char room[32];
    text draws = text_fixed(room, sizeof room);
    game_position start;
    record next;
    code = find_start(m, key, ev, &start, &draws, e);
    if (code == STATUS_OK) code = begin_record(m, ev, key > 0, &next, e);
    if (code != STATUS_OK) return code;
    code = log_add(&m->log, ev, e);
    if (code == STATUS_OK) {
        code = put_aside(m, e);
        if (code != STATUS_OK) log_drop_last(&m->log);
    }
    if (code != STATUS_OK) {
        record_free(&next);
        return code;
    }
    if (ev->commitment && key == 0) m->has_secret = false; /* of another chain */
    record_free(&m->current);
    m->current = next;
    replay_cut(&m->turns, 0);
    m->turns.start = start;
    m->begun = true;
    m->ply = 0;
    m->first = ev->first;
    m->declared = RECORD_UNFINISHED;
    m->told = false;
    m->offers = m->asks = NOBODY;
    m->offered_at[SIDE_A] = m->offered_at[SIDE_B] = 0;
    m->number = key;
    m->drawn = 1;
    return STATUS_OK;
}

event match_tell_begun(const match *m) {
    uint64_t unused;
    const record *r = &m->current;
    bool chance = m->turns.variant.game->chance != NULL, fair = match_is_fair(m);
    return (event){
        .kind = EVENT_BEGUN,
        .number = m->played.count + 1,
        .first = m->first,
        .position = record_tag_value(r, "Position"),
        .seed = match_seed(m, &unused) ? record_tag_value(r, "Seed") : NULL,
        .draws = chance ? record_tag_value(r, "Draws") : NULL,
        .commitment = fair ? record_tag_value(r, "Commitment") : NULL,
        .chain = fair ? record_tag_value(r, "Number") : NULL,
        .drawn_before = fair ? record_tag_value(r, "DrawnBefore") : NULL,
        .randoms = {fair ? record_tag_value(r, "Random1") : NULL,
                    fair ? record_tag_value(r, "Random2") : NULL},
    };
}

/* --- by whoever plays here ------------------------------------------------------------------- */

typedef struct digits {
    char text[24];
} digits;

static digits in_digits(uint64_t number) {
    digits d;
    text t = text_fixed(d.text, sizeof d.text);
    text_format(&t, "%llu", (unsigned long long)number);
    return d;
}

static status must_be_sound(const match_options *options, error *e) {
    if (options->best_of < 0)
        return FAIL(e, STATUS_INVALID, "a match is best of 1, 3, 5 ... games, not of %d",
                    options->best_of);
    return STATUS_OK;
}

static status begin(match *m, const match_options *options, error *e) {
    if (strcmp(m->names[0], m->names[1]) == 0)
        return FAIL(e, STATUS_INVALID, "both players are called '%s'", m->names[0]);
    if (options->date && !is_clean_line(options->date))
        return FAIL(e, STATUS_INVALID, "a date must be one line");
    const game_chance *chance = options->game->chance;
    bool seeded = options->shuffled && chance, fair = options->secret && chance;
    assert(!fair || (!seeded && !options->draws));
    rng lots = rng_seeded(options->seed);
    digits seed = in_digits(options->seed);
    commitment_text commitment;
    event ev = {.kind = EVENT_BEGUN,
                .number = 1,
                .first =
                    options->first == MATCH_DRAW_LOTS ? (int)rng_below(&lots, 2) : options->first,
                .position = options->position,
                .seed = seeded ? seed.text : NULL,
                .draws = options->draws};
    if (fair) {
        m->secret = *options->secret;
        m->has_secret = true;
        commitment = match_commitment(&m->secret);
        ev.commitment = commitment.hex;
        ev.chain = "1";
    }
    return match_apply(m, &ev, e);
}

status match_new(const match_options *options, match **m, error *e) {
    event created = {.kind = EVENT_CREATED,
                     .game = options->game->name,
                     .rules = options->rules,
                     .tiles = options->tiles,
                     .date = options->date,
                     .names = {options->names[0], options->names[1]},
                     .best_of = (size_t)options->best_of};
    const game *const games[] = {options->game, NULL};
    match *fresh = NULL;
    status code = must_be_sound(options, e);
    if (code == STATUS_OK) code = match_create(games, &created, &fresh, e);
    if (code == STATUS_OK) code = begin(fresh, options, e);
    if (code == STATUS_OK)
        *m = fresh;
    else
        match_free(fresh);
    return code;
}

status match_next_game(match *m, error *e) {
    assert(match_standing(m).over);
    if (match_is_decided(m)) return FAIL(e, STATUS_INVALID, "the match is decided");
    bool fair = match_is_fair(m);
    if (fair && !m->has_secret)
        return FAIL(e, STATUS_INVALID, "what the next game draws is not known");
    if (fair && m->number == FAIR_KEYS)
        return FAIL(e, STATUS_INVALID, "all %d keys of these games are told", FAIR_KEYS);
    uint64_t before = 0;
    bool seeded = match_seed(m, &before);
    digits seed = in_digits(before + 1), chain = in_digits((uint64_t)m->number + 1);
    commitment_text commitment = match_commitment(&m->secret);
    event ev = match_tell_begun(m);
    ev.number++;
    ev.first = match_next_first(m);
    ev.seed = seeded ? seed.text : NULL;
    ev.drawn_before = NULL;
    if (m->number == 0) ev.randoms[0] = ev.randoms[1] = NULL; /* they were for another chain */
    if (fair) {
        ev.commitment = commitment.hex;
        ev.chain = chain.text;
        ev.draws = NULL; /* it draws anew */
    }
    return match_apply(m, &ev, e);
}
