/* SPDX-License-Identifier: MIT
 *
 * The current game is a record (what will be saved, remarks of a loaded file included) and the
 * replay of its turns. `ply` says how many of them are made; the rest can be redone. */
#include "core/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/replay.h"
#include "core/rng.h"

struct match {
    record_file played; /* finished games before the current one */
    int winners[99];    /* of those games: 0, 1, or -1 for a draw */
    char names[2][MATCH_NAME_BYTES];
    int best_of;

    record current;
    replay turns;
    size_t ply;
    int first;              /* the player who plays A in the current game */
    record_result declared; /* RECORD_UNFINISHED: nothing */

    fair_key secret; /* the last key of the chain by which fair games are drawn */
    bool has_secret; /* ... if it is known */
    int number;      /* of the key that draws the current game; 0: it is not drawn by the chain */
    size_t drawn;    /* tiles that the players of the current game have seen, if it is */
};

enum { BEST_OF_MAX = sizeof((match *)0)->winners / sizeof(int) };

void match_free(match *m) {
    if (!m) return;
    record_file_free(&m->played);
    record_free(&m->current);
    replay_free(&m->turns);
    free(m);
}

static const char *tag_or(const record *r, const char *name, const char *otherwise) {
    const char *value = record_tag_value(r, name);
    return value ? value : otherwise;
}

const game *match_game(const match *m) {
    return m->turns.game;
}

const void *match_rules(const match *m) {
    return m->turns.rules;
}

const char *match_rules_name(const match *m) {
    return record_tag_value(&m->current, "Rules");
}

bool match_seed(const match *m, uint64_t *seed) {
    const char *tag = record_tag_value(&m->current, "Seed");
    return m->turns.game->shuffle && tag && text_is_number(tag, UINT64_MAX, seed);
}

const game_position *match_position(const match *m) {
    return replay_position(&m->turns, m->ply);
}

size_t match_ply(const match *m) {
    return m->ply;
}

const char *match_turn(const match *m, size_t ply) {
    assert(ply < m->ply);
    return record_text(&m->current, m->turns.plies[ply].token);
}

int match_player(const match *m, int side) {
    return side == SIDE_A ? m->first : 1 - m->first;
}

int match_player_to_move(const match *m) {
    return match_player(m, m->turns.game->to_move(match_position(m)));
}

const char *match_name(const match *m, int player) {
    return m->names[player];
}

bool match_is_repetition(const match *m) {
    return replay_is_repetition(&m->turns, m->ply);
}

/* Whether nobody can know what the current game draws. */
static bool is_fair(const match *m) {
    return m->turns.game->deal && record_tag_value(&m->current, "Commitment");
}

/* What a player declares ends the game where it stands; a fair game's turns end there, too. */
static game_outcome outcome_after(const match *m, size_t ply) {
    game_outcome outcome = replay_outcome(&m->turns, ply);
    bool ends_here = !is_fair(m) || ply == m->turns.count;
    if (!outcome.over && m->declared != RECORD_UNFINISHED && ends_here) {
        outcome.over = true;
        outcome.leader = (m->declared == RECORD_A_WINS) - (m->declared == RECORD_B_WINS);
    }
    return outcome;
}

game_outcome match_outcome(const match *m) {
    return outcome_after(m, m->ply);
}

bool match_is_told(const match *m) {
    return is_fair(m) && outcome_after(m, m->turns.count).over;
}

/* How many turns the game has, whichever is looked at. */
static size_t turns_made(const match *m) {
    return match_is_told(m) ? m->turns.count : m->ply;
}

/* How the game stands after them. */
static game_outcome standing(const match *m) {
    return outcome_after(m, turns_made(m));
}

static void write_key(const match *m, char out[2 * CIPHER_BYTES + 1]) {
    fair_key key = fair_chain(&m->secret, m->number);
    text t = text_fixed(out, 2 * CIPHER_BYTES + 1);
    fair_write(key.bytes, sizeof key.bytes, &t);
}

bool match_find_promise(const match *m, match_promise *promise) {
    if (!is_fair(m)) return false;
    *promise = (match_promise){.commitment = record_tag_value(&m->current, "Commitment"),
                               .number = tag_or(&m->current, "Number", "?")};
    const char *told = record_tag_value(&m->current, "Key");
    if (!match_is_told(m)) return true;
    if (m->number > 0)
        write_key(m, promise->key);
    else if (told && strlen(told) < sizeof promise->key)
        memcpy(promise->key, told, strlen(told) + 1);
    return true;
}

/* --- the current game ---------------------------------------------------------------------- */

/* How many tokens of the record belong to so many turns, with all that is remarked on them. */
static size_t tokens_of(const match *m, size_t turns) {
    return turns < m->turns.count ? m->turns.plies[turns].token : m->current.token_count;
}

status match_play(match *m, const char *turn, error *e) {
    if (match_outcome(m).over)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': the game is over", turn);
    if (match_is_told(m))
        return FAIL(e, STATUS_INVALID,
                    "turn '%.40s': the game is over and its draws are told; no other turn can be "
                    "made in it",
                    turn);
    if (m->ply == REPLAY_TURNS_MAX)
        return FAIL(e, STATUS_INVALID, "turn '%.40s': a game has no more than %d turns", turn,
                    REPLAY_TURNS_MAX);
    game_position after = *match_position(m);
    status code = m->turns.game->play(m->turns.rules, &after, turn, e);
    /* What can fail comes first, so that what could be redone is still there if it does. */
    if (code == STATUS_OK) code = replay_reserve(&m->turns, e);
    if (code == STATUS_OK)
        code = record_put_token(&m->current, tokens_of(m, m->ply), RECORD_TURN, turn, e);
    if (code != STATUS_OK) return code;
    replay_cut(&m->turns, m->ply);
    code = replay_add(&m->turns, &after, m->current.token_count - 1, e);
    assert(code == STATUS_OK);
    m->ply++;
    if (m->drawn <= m->ply) m->drawn = m->ply + 1;
    return code;
}

status match_declare(match *m, record_result result, error *e) {
    if (match_outcome(m).over || match_is_told(m))
        return FAIL(e, STATUS_INVALID, "the game is over already");
    if (is_fair(m)) { /* for good, so there is nothing to redo */
        record_cut(&m->current, tokens_of(m, m->ply));
        replay_cut(&m->turns, m->ply);
    }
    m->declared = result;
    return STATUS_OK;
}

bool match_undo(match *m) {
    if (match_is_told(m)) return false;
    if (m->declared != RECORD_UNFINISHED) {
        m->declared = RECORD_UNFINISHED;
        return true;
    }
    if (m->ply == 0) return false;
    m->ply--;
    return true;
}

bool match_redo(match *m) {
    if (m->ply == m->turns.count) return false;
    match_go_to(m, m->ply + 1);
    return true;
}

void match_go_to(match *m, size_t ply) {
    if (ply > m->turns.count) ply = m->turns.count;
    if (ply != m->ply && !match_is_told(m)) m->declared = RECORD_UNFINISHED;
    m->ply = ply;
}

/* --- the series ---------------------------------------------------------------------------- */

int match_best_of(const match *m) {
    return m->best_of;
}

/* The player who has won the current game, or -1. */
static int winner(const match *m) {
    game_outcome outcome = standing(m);
    if (!outcome.over || outcome.leader == 0) return -1;
    return match_player(m, outcome.leader > 0 ? SIDE_A : SIDE_B);
}

size_t match_games_played(const match *m) {
    return m->played.count + standing(m).over;
}

void match_score(const match *m, int wins[2]) {
    wins[0] = wins[1] = 0;
    for (size_t i = 0; i < m->played.count; i++)
        if (m->winners[i] >= 0) wins[m->winners[i]]++;
    int current = winner(m);
    if (current >= 0) wins[current]++;
}

bool match_is_decided(const match *m) {
    int wins[2];
    match_score(m, wins);
    return wins[0] > m->best_of / 2 || wins[1] > m->best_of / 2 ||
           match_games_played(m) >= (size_t)m->best_of;
}

/* The loser begins the next game; after a draw it is the other player's turn to begin. */
static int next_first(const match *m) {
    int won = winner(m);
    return won >= 0 ? 1 - won : 1 - m->first;
}

static status tag_round(const match *m, record *r, size_t round, error *e) {
    if (m->best_of == 1) return STATUS_OK;
    char number[24];
    text t = text_fixed(number, sizeof number);
    text_format(&t, "%zu", round);
    status code = record_set_tag(r, "Round", number, e);
    text_clear(&t);
    text_format(&t, "%d", m->best_of);
    return code == STATUS_OK ? record_set_tag(r, "BestOf", number, e) : code;
}

/* What has been drawn, and the key once it may be told. */
static status tag_draws(const match *m, record *r, error *e) {
    text draws = text_growing();
    status code = STATUS_OK;
    if (m->turns.game->write_draws(m->turns.rules, &m->turns.start, m->drawn, &draws) > 0)
        code = draws.failed ? fail_memory(e) : record_set_tag(r, "Draws", draws.data, e);
    text_free(&draws);
    if (code != STATUS_OK || !match_is_told(m)) return code;
    char key[2 * CIPHER_BYTES + 1];
    write_key(m, key);
    return record_set_tag(r, "Key", key, e);
}

/* The finished form of the current game: cut to the turns made, and with its result. */
static status current_record(const match *m, record *out, error *e) {
    record r;
    status code = record_copy(&m->current, &r, e);
    if (code != STATUS_OK) return code;
    record_cut(&r, tokens_of(m, turns_made(m)));
    r.result = replay_result(standing(m));
    if (m->number > 0) code = tag_draws(m, &r, e);
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

static status tag_number(record *r, const char *name, uint64_t value, error *e) {
    char number[24];
    text t = text_fixed(number, sizeof number);
    text_format(&t, "%llu", (unsigned long long)value);
    return record_set_tag(r, name, number, e);
}

/* The promise of a game that is drawn by key `number` of a chain. */
static status tag_promise(record *r, const fair_key *secret, int number, error *e) {
    fair_key commitment = fair_chain(secret, 0);
    char hex[2 * CIPHER_BYTES + 1];
    text t = text_fixed(hex, sizeof hex);
    fair_write(commitment.bytes, sizeof commitment.bytes, &t);
    status code = record_set_tag(r, "Commitment", hex, e);
    return code == STATUS_OK ? tag_number(r, "Number", (uint64_t)number, e) : code;
}

/* What puts the stack in order that is drawn by key `number` of a chain. On one device no player
 * gives random bytes. */
static status find_stack(const match *m, const fair_key *secret, int number, fair_key *stack,
                         error *e) {
    static const fair_random none[2];
    text rules = text_growing();
    m->turns.game->write_rules(m->turns.rules, &rules);
    fair_key key = fair_chain(secret, number);
    status code = rules.failed ? fail_memory(e) : STATUS_OK;
    if (code == STATUS_OK) *stack = fair_stack(&key, none, rules.data);
    text_free(&rules);
    return code;
}

/* Begins a fair game: its stack is in order, and the first tile drawn. */
static void deal_start(match *m, int number, const fair_key *stack) {
    bool drawn_too = !record_tag_value(&m->current, "Position");
    m->turns.game->deal(m->turns.rules, stack, drawn_too, &m->turns.start);
    m->number = number;
    m->drawn = 1;
}

/* A copy of the tags that the games of a series have in common. */
static status next_record(const match *m, int first, record *out, error *e) {
    static const char *const common[] = {"Game",  "Rules",    "Tiles", "Date",
                                         "SetUp", "Position", "Draws"};
    size_t count = sizeof common / sizeof *common - is_fair(m); /* which draws anew */
    record r = {0};
    status code = STATUS_OK;
    for (size_t i = 0; code == STATUS_OK && i < count; i++) {
        const char *value = record_tag_value(&m->current, common[i]);
        if (value) code = record_set_tag(&r, common[i], value, e);
    }
    if (code == STATUS_OK) code = record_set_tag(&r, "First", m->names[first], e);
    if (code == STATUS_OK) code = record_set_tag(&r, "Second", m->names[1 - first], e);
    if (code == STATUS_OK) code = tag_round(m, &r, m->played.count + 2, e);
    uint64_t seed;
    if (code == STATUS_OK && match_seed(m, &seed)) code = tag_number(&r, "Seed", seed + 1, e);
    if (code == STATUS_OK && is_fair(m)) code = tag_promise(&r, &m->secret, m->number + 1, e);
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

status match_next_game(match *m, error *e) {
    assert(standing(m).over);
    if (match_is_decided(m)) return FAIL(e, STATUS_INVALID, "the match is decided");
    bool fair = is_fair(m);
    if (fair && !m->has_secret)
        return FAIL(e, STATUS_INVALID, "what the next game draws is not known");
    if (fair && m->number == FAIR_KEYS)
        return FAIL(e, STATUS_INVALID, "all %d keys of these games are told", FAIR_KEYS);
    int won = winner(m), first = next_first(m);
    record finished = {0}, next = {0};
    fair_key stack;
    status code = current_record(m, &finished, e);
    if (code == STATUS_OK && fair) code = find_stack(m, &m->secret, m->number + 1, &stack, e);
    if (code == STATUS_OK) code = next_record(m, first, &next, e);
    if (code == STATUS_OK) code = record_file_add(&m->played, &finished, e);
    if (code != STATUS_OK) {
        record_free(&finished);
        record_free(&next);
        return code;
    }
    m->winners[m->played.count - 1] = won;
    record_free(&m->current);
    m->current = next;
    replay_cut(&m->turns, 0);
    uint64_t seed;
    bool seeded = match_seed(m, &seed);
    if (seeded || fair) {
        const char *position = record_tag_value(&m->current, "Position");
        code = replay_set_start(&m->turns, position, seeded ? &seed : NULL, NULL, e);
        assert(code == STATUS_OK); /* the position was read once already */
        if (fair) deal_start(m, m->number + 1, &stack);
    }
    m->ply = 0;
    m->first = first;
    m->declared = RECORD_UNFINISHED;
    return STATUS_OK;
}

/* --- beginning ----------------------------------------------------------------------------- */

static bool is_odd_number(int best_of) {
    return best_of % 2 == 1 && best_of <= BEST_OF_MAX;
}

static bool is_clean_line(const char *string) {
    size_t bad;
    return !strpbrk(string, "\r\n\t") && text_is_clean(string, strlen(string), &bad);
}

static status set_name(match *m, int player, const char *name, error *e) {
    if (!*name || strlen(name) >= MATCH_NAME_BYTES || !is_clean_line(name))
        return FAIL(e, STATUS_INVALID, "a player's name must be one line of 1 to %d bytes",
                    MATCH_NAME_BYTES - 1);
    memcpy(m->names[player], name, strlen(name) + 1);
    return STATUS_OK;
}

/* A tile set of one's own goes into the record, on one line, so that a record is whole. */
static status tag_tiles(match *m, error *e) {
    text tiles = text_growing();
    m->turns.game->write_rules(m->turns.rules, &tiles);
    status code =
        tiles.failed ? fail_memory(e) : record_set_tag(&m->current, "Tiles", tiles.data, e);
    text_free(&tiles);
    return code;
}

static status begin(match *m, const match_options *options, error *e) {
    static const char *const nobody[2] = {"Player 1", "Player 2"};
    m->best_of = options->best_of;
    if (!is_odd_number(options->best_of))
        return FAIL(e, STATUS_INVALID, "a match is best of 1, 3, 5 ... games, not of %d",
                    options->best_of);
    status code = STATUS_OK;
    for (int i = 0; code == STATUS_OK && i < 2; i++)
        code = set_name(m, i, options->names[i] ? options->names[i] : nobody[i], e);
    if (code == STATUS_OK && strcmp(m->names[0], m->names[1]) == 0)
        code = FAIL(e, STATUS_INVALID, "both players are called '%s'", m->names[0]);
    if (code == STATUS_OK && options->date && !is_clean_line(options->date))
        code = FAIL(e, STATUS_INVALID, "a date must be one line");
    m->turns.game = options->game;
    if (code == STATUS_OK) code = replay_set_rules(&m->turns, options->rules, options->tiles, e);
    if (code != STATUS_OK) return code;

    rng lots = rng_seeded(options->seed);
    m->first = options->first == MATCH_DRAW_LOTS ? (int)rng_below(&lots, 2) : options->first;
    const char *tags[][2] = {
        {"Game", options->game->name},
        {"Rules", options->tiles   ? "custom"
                  : options->rules ? options->rules
                                   : options->game->default_rules},
        {"Date", options->date ? options->date : "????.??.??"},
        {"First", m->names[m->first]},
        {"Second", m->names[1 - m->first]},
        {"SetUp", options->position ? "1" : NULL},
        {"Position", options->position},
        {"Draws", options->draws},
    };
    for (size_t i = 0; code == STATUS_OK && i < sizeof tags / sizeof *tags; i++)
        if (tags[i][1]) code = record_set_tag(&m->current, tags[i][0], tags[i][1], e);
    if (code == STATUS_OK && options->tiles) code = tag_tiles(m, e);
    bool seeded = options->shuffled && options->game->shuffle;
    if (code == STATUS_OK && seeded) code = tag_number(&m->current, "Seed", options->seed, e);
    bool fair = options->secret && options->game->deal;
    assert(!fair || (!seeded && !options->draws));
    fair_key stack;
    if (code == STATUS_OK && fair) code = tag_promise(&m->current, options->secret, 1, e);
    if (code == STATUS_OK && fair) code = find_stack(m, options->secret, 1, &stack, e);
    if (code == STATUS_OK) code = tag_round(m, &m->current, 1, e);
    if (code == STATUS_OK)
        code = replay_set_start(&m->turns, options->position, seeded ? &options->seed : NULL,
                                options->draws, e);
    if (code != STATUS_OK || !fair) return code;
    m->secret = *options->secret;
    m->has_secret = true;
    deal_start(m, 1, &stack);
    return STATUS_OK;
}

status match_new(const match_options *options, match **m, error *e) {
    match *fresh = calloc(1, sizeof *fresh);
    status code = fresh ? begin(fresh, options, e) : fail_memory(e);
    if (code == STATUS_OK)
        *m = fresh;
    else
        match_free(fresh);
    return code;
}

/* --- save and load ------------------------------------------------------------------------- */

status match_save(const match *m, text *out, error *e) {
    record current;
    status code = current_record(m, &current, e);
    if (code != STATUS_OK) return code;
    size_t before = out->length;
    record_write_file(&m->played, out);
    if (m->played.count > 0) text_char(out, '\n');
    record_write(&current, out);
    record_free(&current);
    if (!out->failed) return STATUS_OK;
    text_take_back(out, before);
    return fail_memory(e);
}

/* Who plays A in this record: the names tell, or the custom where they do not. */
static status seat_players(match *m, const record *r, int expected, error *e) {
    const char *first = tag_or(r, "First", "?"), *second = tag_or(r, "Second", "?");
    bool as_0_1 = strcmp(first, m->names[0]) == 0 && strcmp(second, m->names[1]) == 0;
    bool as_1_0 = strcmp(first, m->names[1]) == 0 && strcmp(second, m->names[0]) == 0;
    if (!as_0_1 && !as_1_0)
        return FAIL(e, STATUS_INVALID, "line %zu: another pair of players than in the first game",
                    r->line);
    m->first = as_0_1 && as_1_0 ? expected : as_1_0;
    return STATUS_OK;
}

static status load_series(match *m, const record_file *file, error *e) {
    assert(file->games); /* a file without a game is not read */
    const record *r = &file->games[0];
    uint64_t best_of = 2 * file->count - 1; /* without a tag, long enough for these games */
    const char *tag = record_tag_value(r, "BestOf");
    if (2 * file->count - 1 > BEST_OF_MAX && !tag)
        return FAIL(e, STATUS_INVALID, "%zu games are more than a match has", file->count);
    if (tag && (!text_is_number(tag, BEST_OF_MAX, &best_of) || best_of % 2 == 0))
        return FAIL(e, STATUS_INVALID,
                    "line %zu: BestOf must be an odd number up to %d, not '%.20s'", r->line,
                    BEST_OF_MAX, tag);
    m->best_of = (int)best_of;
    status code = set_name(m, 0, tag_or(r, "First", "?"), e);
    if (code == STATUS_OK) code = set_name(m, 1, tag_or(r, "Second", "?"), e);
    return code == STATUS_OK ? code : FAIL_WITHIN(e, code, "line %zu", r->line);
}

static bool same_rules(const replay *a, const replay *b) {
    if (a->game != b->game) return false;
    if (!a->own_rules || !b->own_rules) return a->rules == b->rules;
    return memcmp(a->own_rules, b->own_rules, a->game->rules_bytes) == 0;
}

/* Makes a record the current game, all its turns made. */
static status load_game(match *m, const game *const *games, const record *r, int expected,
                        error *e) {
    replay before = m->turns;
    m->turns = (replay){0};
    record_free(&m->current);
    status code = replay_record(games, r, &m->turns, e);
    bool another = code == STATUS_OK && before.game && !same_rules(&before, &m->turns);
    replay_free(&before);
    if (another)
        code = FAIL(e, STATUS_INVALID, "line %zu: another game or rule set than in the first game",
                    r->line);
    if (code == STATUS_OK) code = seat_players(m, r, expected, e);
    if (code == STATUS_OK) code = record_copy(r, &m->current, e);
    if (code == STATUS_OK)
        code = record_set_tag(
            &m->current, "Rules",
            m->turns.own_rules ? "custom" : tag_or(r, "Rules", m->turns.game->default_rules), e);
    if (code == STATUS_OK) code = record_set_tag(&m->current, "Game", m->turns.game->name, e);
    if (code != STATUS_OK) return code;
    m->ply = m->turns.count;
    m->declared = replay_outcome(&m->turns, m->ply).over ? RECORD_UNFINISHED : r->result;
    return STATUS_OK;
}

static status load_file(match *m, const game *const *games, const record_file *file, error *e) {
    status code = load_series(m, file, e);
    for (size_t i = 0; code == STATUS_OK && i < file->count; i++) {
        code = load_game(m, games, &file->games[i], i == 0 ? 0 : next_first(m), e);
        if (code != STATUS_OK || i + 1 == file->count) break;
        if (match_is_decided(m) || !match_outcome(m).over)
            return FAIL(e, STATUS_INVALID, "line %zu: a game follows %s", file->games[i + 1].line,
                        match_is_decided(m) ? "though the match is decided"
                                            : "though the one before it is not finished");
        m->winners[i] = winner(m);
        record finished;
        code = current_record(m, &finished, e);
        if (code != STATUS_OK) break;
        code = record_file_add(&m->played, &finished, e);
        record_free(&finished);
    }
    return code;
}

/* No more games than a match has. */
static status read_games(const char *bytes, size_t length, record_file *file, error *e) {
    record_reader in;
    status code = record_reader_open(&in, bytes, length, e);
    while (code == STATUS_OK && record_reader_more(&in)) {
        record r = {0};
        code = record_reader_next(&in, &r, e);
        if (code == STATUS_OK && file->count == BEST_OF_MAX)
            code = FAIL(e, STATUS_INVALID, "line %zu: a match has no more than %d games", r.line,
                        BEST_OF_MAX);
        if (code == STATUS_OK) code = record_file_add(file, &r, e);
        record_free(&r);
    }
    return code;
}

status match_load(const game *const *games, const char *bytes, size_t length, match **m, error *e) {
    record_file file = {0};
    match *loaded = calloc(1, sizeof *loaded);
    status code = loaded ? read_games(bytes, length, &file, e) : fail_memory(e);
    if (code == STATUS_OK) code = load_file(loaded, games, &file, e);
    record_file_free(&file);
    if (code == STATUS_OK)
        *m = loaded;
    else
        match_free(loaded);
    return code;
}

/* --- drawing on ---------------------------------------------------------------------------- */

static bool same_tag(const match *a, const match *b, const char *name) {
    const char *tags[2] = {record_tag_value(&a->current, name),
                           record_tag_value(&b->current, name)};
    return tags[0] && tags[1] && strcmp(tags[0], tags[1]) == 0;
}

/* Whether `before` draws this very game: then nothing is told of it that this one does not tell. */
static bool is_same_game(const match *m, const match *before) {
    return before->number > 0 && is_fair(before) && same_tag(m, before, "Commitment") &&
           same_tag(m, before, "Number") && match_is_told(m) == match_is_told(before);
}

/* The record of a game that goes on, under a new promise unless it keeps its own. */
static status go_on_record(const match *m, const fair_key *secret, bool same, size_t drawn,
                           record *out, error *e) {
    record r;
    status code = record_copy(&m->current, &r, e);
    if (code != STATUS_OK) return code;
    if (!same) {
        code = tag_promise(&r, secret, 1, e);
        if (code == STATUS_OK) code = tag_number(&r, "DrawnBefore", drawn, e);
        record_drop_tag(&r, "Random1");
        record_drop_tag(&r, "Random2");
    }
    /* Nothing is told yet, but there must be room for it, or the end could not be saved. */
    if (code == STATUS_OK) code = record_set_tag(&r, "Key", "", e);
    record_drop_tag(&r, "Key");
    if (code == STATUS_OK)
        *out = r;
    else
        record_free(&r);
    return code;
}

/* Puts what is not known of the stack in order, after each turn made. */
static void deal_turns(match *m, const fair_key *stack) {
    replay *turns = &m->turns;
    size_t count = turns->count;
    replay_cut(turns, 0);
    turns->game->deal(turns->rules, stack, false, &turns->start);
    for (size_t ply = 0; ply < count; ply++) {
        replay_ply made = turns->plies[ply]; /* its memory is still there */
        turns->game->deal(turns->rules, stack, false, &made.after);
        error unused;
        status code = replay_add(turns, &made.after, made.token, &unused);
        assert(code == STATUS_OK);
        (void)code;
    }
}

status match_draw_on(match *m, const fair_key *secret, const match *before, error *e) {
    if (!is_fair(m)) return STATUS_OK;
    const game *g = m->turns.game;
    bool told = match_is_told(m), same = before && is_same_game(m, before);
    int number = same ? before->number : told ? 0 : 1;
    if (same) secret = &before->secret;
    if (!secret) return STATUS_OK;
    char nothing[1];
    text unused = text_fixed(nothing, sizeof nothing); /* they need only be counted */
    size_t drawn = g->write_draws(m->turns.rules, &m->turns.start, SIZE_MAX, &unused);
    fair_key stack;
    if (!told) {
        if (!record_tag_value(&m->current, "Draws"))
            return FAIL(e, STATUS_INVALID, "line %zu: tag Draws, what was drawn, is missing",
                        m->current.line);
        status code = find_stack(m, secret, number, &stack, e);
        record current;
        if (code == STATUS_OK) code = go_on_record(m, secret, same, drawn, &current, e);
        if (code != STATUS_OK) return code;
        record_free(&m->current);
        m->current = current;
        deal_turns(m, &stack);
    }
    m->secret = *secret;
    m->has_secret = true;
    m->number = number;
    m->drawn = drawn > m->ply ? drawn : m->ply + 1; /* the tile to place is seen */
    return STATUS_OK;
}
