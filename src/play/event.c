/* SPDX-License-Identifier: MIT */
#include "play/event.h"

#include <assert.h>
#include <string.h>

enum { FIELDS_MOST = 11 }; /* of a kind */

typedef enum field_type { TEXT, DIGITS, COUNT, SIDE, PLAYER, RESULT, REASON, PHRASE } field_type;

typedef struct field {
    const char *name;
    field_type type;
    size_t offset; /* in an event */
} field;

#define AT(member) offsetof(event, member)

typedef enum field_id {
    NONE,
    GAME,
    RULES,
    TILES,
    DATE,
    NAME_1,
    NAME_2,
    BEST_OF,
    NUMBER,
    FIRST,
    POSITION,
    SEED,
    COMMITMENT,
    CHAIN,
    DRAWN_BEFORE,
    RANDOM_1,
    RANDOM_2,
    DRAWS,
    BY_SIDE,
    BY_PLAYER,
    PLY,
    TURN,
    ENDS,
    WHY,
    POINTS,
    KEY,
    NAME,
    SAYS,
    ID
} field_id;

static const field fields[] = {
    [GAME] = {"game", TEXT, AT(game)},
    [RULES] = {"rules", TEXT, AT(rules)},
    [TILES] = {"tiles", TEXT, AT(tiles)},
    [DATE] = {"date", TEXT, AT(date)},
    [NAME_1] = {"name1", TEXT, AT(names[0])},
    [NAME_2] = {"name2", TEXT, AT(names[1])},
    [BEST_OF] = {"bestOf", COUNT, AT(best_of)},
    [NUMBER] = {"number", COUNT, AT(number)},
    [FIRST] = {"first", PLAYER, AT(first)},
    [POSITION] = {"position", TEXT, AT(position)},
    [SEED] = {"seed", DIGITS, AT(seed)},
    [COMMITMENT] = {"commitment", TEXT, AT(commitment)},
    [CHAIN] = {"chain", TEXT, AT(chain)},
    [DRAWN_BEFORE] = {"drawnBefore", TEXT, AT(drawn_before)},
    [RANDOM_1] = {"random1", TEXT, AT(randoms[0])},
    [RANDOM_2] = {"random2", TEXT, AT(randoms[1])},
    [DRAWS] = {"draws", TEXT, AT(draws)},
    [BY_SIDE] = {"side", SIDE, AT(side)},
    [BY_PLAYER] = {"player", PLAYER, AT(player)},
    [PLY] = {"ply", COUNT, AT(ply)},
    [TURN] = {"turn", TEXT, AT(turn)},
    [ENDS] = {"result", RESULT, AT(result)},
    [WHY] = {"reason", REASON, AT(reason)},
    [POINTS] = {"points", TEXT, AT(points)},
    [KEY] = {"key", TEXT, AT(key)},
    [NAME] = {"name", TEXT, AT(name)},
    [SAYS] = {"phrase", PHRASE, AT(phrase)},
    [ID] = {"id", TEXT, AT(id)},
};

typedef struct kind_shape {
    const char *name;
    int required; /* so many of the fields; the others may be missing */
    uint8_t fields[FIELDS_MOST];
} kind_shape;

static const kind_shape kinds[EVENT_KINDS] = {
    [EVENT_CREATED] = {"created", 1, {GAME, RULES, TILES, BEST_OF, NAME_1, NAME_2, DATE}},
    [EVENT_JOINED] = {"joined", 1, {BY_PLAYER, NAME}},
    [EVENT_BEGUN] = {"begun",
                     2,
                     {NUMBER, FIRST, POSITION, SEED, COMMITMENT, CHAIN, DRAWN_BEFORE, RANDOM_1,
                      RANDOM_2, DRAWS}},
    [EVENT_TURN] = {"turn", 3, {BY_SIDE, PLY, TURN, DRAWS}},
    [EVENT_UNDONE] = {"undone", 1, {PLY}},
    [EVENT_REDONE] = {"redone", 1, {PLY}},
    [EVENT_PROMISED] = {"promised", 3, {COMMITMENT, CHAIN, DRAWN_BEFORE}},
    [EVENT_OVER] = {"over", 2, {ENDS, WHY, POINTS, KEY}},
    [EVENT_DRAW_OFFERED] = {"draw-offered", 1, {BY_SIDE}},
    [EVENT_DRAW_REFUSED] = {"draw-refused", 1, {BY_SIDE}},
    [EVENT_UNDO_ASKED] = {"undo-asked", 1, {BY_SIDE}},
    [EVENT_UNDO_REFUSED] = {"undo-refused", 1, {BY_SIDE}},
    [EVENT_SAID] = {"said", 2, {BY_PLAYER, SAYS}},
    [EVENT_REMATCH_ASKED] = {"rematch-asked", 1, {BY_PLAYER}},
    [EVENT_REMATCH] = {"rematch", 1, {ID}},
};

static const char *const reasons[EVENT_REASONS] = {"board",  "resigned",   "time",
                                                   "agreed", "repetition", "abandoned"};
static const char *const sides[] = {"a", "b"}, *const players[] = {"1", "2"};
static const char *const phrases[] = {"hello", "good-luck",  "well-played", "thanks",
                                      "oops",  "one-moment", "sorry",       "goodbye"};

enum { PHRASES = sizeof phrases / sizeof *phrases };

const char *event_kind_name(event_kind kind) {
    return kinds[kind].name;
}

const char *event_reason_name(event_reason reason) {
    return reasons[reason];
}

static bool is_word_of(const char *const *list, int count, const char *word, int *index) {
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i], word) != 0) continue;
        *index = i;
        return true;
    }
    return false;
}

bool event_is_phrase(const char *phrase) {
    int unused;
    return is_word_of(phrases, PHRASES, phrase, &unused);
}

/* --- reading ------------------------------------------------------------------------------- */

/* Puts a value in its place; false if it is none of its type. */
static bool take_value(const field *f, const char *value, event *out) {
    void *place = (char *)out + f->offset;
    uint64_t number;
    int word;
    switch (f->type) {
    case PHRASE:
        if (!is_word_of(phrases, PHRASES, value, &word)) return false;
        break;
    case DIGITS:
        if (!text_is_number(value, UINT64_MAX, &number)) return false;
        break;
    case COUNT:
        if (!text_is_number(value, SIZE_MAX, &number)) return false;
        *(size_t *)place = (size_t)number;
        return true;
    case SIDE: return is_word_of(sides, 2, value, place);
    case PLAYER: return is_word_of(players, 2, value, place);
    case RESULT:
        for (word = RECORD_UNFINISHED; word <= RECORD_DRAW; word++) {
            if (strcmp(record_result_name((record_result)word), value) != 0) continue;
            *(record_result *)place = (record_result)word;
            return true;
        }
        return false;
    case REASON:
        if (!is_word_of(reasons, EVENT_REASONS, value, &word)) return false;
        *(event_reason *)place = (event_reason)word;
        return true;
    case TEXT: break;
    }
    *(const char **)place = value;
    return true;
}

/* Ends the word at *at and steps behind it and the spaces that follow. */
static char *cut_word(char **at) {
    char *word = *at, *end = word + strcspn(word, " ");
    *at = end + strspn(end, " ");
    *end = '\0';
    return word;
}

/* What a letter behind a backslash stands for, or 0. */
static char meant_by(char escape) {
    static const char escapes[][2] = {
        {'"', '"'}, {'\\', '\\'}, {'n', '\n'}, {'t', '\t'}, {'r', '\r'}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (escapes[i][0] == escape) return escapes[i][1];
    return 0;
}

/* A value that begins at *at, bare or between quotation marks; NULL if it has no end. */
static char *cut_value(char **at) {
    if (**at != '"') return cut_word(at);
    char *value = *at, *to = value, *from = value + 1;
    for (; *from != '"'; from++) {
        char meant = *from == '\\' ? meant_by(*++from) : *from;
        if (!meant) return NULL;
        *to++ = meant;
    }
    if (from[1] && from[1] != ' ') return NULL;
    *to = '\0';
    *at = from + 1 + strspn(from + 1, " ");
    return value;
}

static status read_fields(const kind_shape *shape, char *at, event *out, error *e) {
    bool given[FIELDS_MOST] = {false};
    while (*at) {
        char *name = at;
        at += strcspn(at, "= ");
        if (*at != '=' || at == name)
            return FAIL(e, STATUS_INVALID, "event %s: '%.40s' is not a field, as in side=a",
                        shape->name, cut_word(&name));
        *at++ = '\0';
        const char *value = cut_value(&at);
        if (!value)
            return FAIL(e, STATUS_INVALID, "event %s: the value of %.40s has no proper end",
                        shape->name, name);
        for (int i = 0; i < FIELDS_MOST && shape->fields[i] != NONE; i++) {
            const field *f = &fields[shape->fields[i]];
            if (strcmp(f->name, name) != 0) continue;
            if (given[i])
                return FAIL(e, STATUS_INVALID, "event %s: %s is there twice", shape->name, name);
            if (!take_value(f, value, out))
                return FAIL(e, STATUS_INVALID, "event %s: %s cannot be '%.40s'", shape->name, name,
                            value);
            given[i] = true;
        }
    }
    for (int i = 0; i < shape->required; i++)
        if (!given[i])
            return FAIL(e, STATUS_INVALID, "event %s: %s is missing", shape->name,
                        fields[shape->fields[i]].name);
    return STATUS_OK;
}

status event_read(char *line, event *out, error *e) {
    event ev = {.best_of = 1};
    size_t bad;
    uint64_t n;
    if (strpbrk(line, "\r\n\t") || !text_is_clean(line, strlen(line), &bad))
        return FAIL(e, STATUS_INVALID, "an event is one line of UTF-8 without control characters");
    char *at = line + strspn(line, " "), *word = cut_word(&at);
    if (text_is_number(word, SIZE_MAX, &n) && n > 0) {
        ev.n = (size_t)n;
        word = cut_word(&at);
    }
    int kind = 0;
    while (kind < EVENT_KINDS && strcmp(kinds[kind].name, word) != 0) kind++;
    if (kind == EVENT_KINDS) return FAIL(e, STATUS_INVALID, "there is no event '%.40s'", word);
    ev.kind = (event_kind)kind;
    status code = read_fields(&kinds[kind], at, &ev, e);
    if (code == STATUS_OK) *out = ev;
    return code;
}

/* --- writing ------------------------------------------------------------------------------- */

static void write_text(const char *value, text *out) {
    if (*value && !strpbrk(value, " \"\\\n\t\r")) {
        text_put(out, value);
        return;
    }
    text_char(out, '"');
    for (; *value; value++) {
        static const char special[] = "\"\\\n\t\r", written[] = "\"\\ntr";
        const char *found = strchr(special, *value);
        if (found) text_char(out, '\\');
        text_char(out, found ? written[found - special] : *value);
    }
    text_char(out, '"');
}

static void write_field(const event *ev, const field *f, text *out) {
    const void *place = (const char *)ev + f->offset;
    const char *word = NULL;
    switch (f->type) {
    case COUNT: text_format(out, " %s=%zu", f->name, *(const size_t *)place); return;
    case SIDE: word = sides[*(const int *)place]; break;
    case PLAYER: word = players[*(const int *)place]; break;
    case RESULT: word = record_result_name(*(const record_result *)place); break;
    case REASON: word = reasons[*(const event_reason *)place]; break;
    case TEXT:
    case DIGITS:
    case PHRASE: word = *(const char *const *)place; break;
    }
    if (!word) return;
    text_format(out, " %s=", f->name);
    write_text(word, out);
}

void event_write(const event *ev, text *out) {
    const kind_shape *shape = &kinds[ev->kind];
    if (ev->n > 0) text_format(out, "%zu ", ev->n);
    text_put(out, shape->name);
    for (int i = 0; i < FIELDS_MOST && shape->fields[i] != NONE; i++)
        write_field(ev, &fields[shape->fields[i]], out);
}
