/* SPDX-License-Identifier: MIT */
#include "server/games.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "server/frames.h"
#include "server/guest.h"

typedef enum asked {
    ASKED_NOTHING,
    ASKED_LIST,
    ASKED_CREATE,
    ASKED_VIEW,
    ASKED_WITHDRAW,
    ASKED_JOIN,
    ASKED_TOKEN,
    ASKED_RECORD,
    ASKED_SOCKET
} asked;

struct ticket {
    desk *desk;
    asked what;
    char id[ID_BYTES];
    json_t *body;
    uint64_t client; /* who asks (server/limiter.h) */
    char *key;       /* Idempotency-Key, with what it is for */
    char *token;     /* of "Authorization: Bearer TOKEN" */
    uint8_t request_hash[CIPHER_BYTES];
    bool key_asked;  /* whether the key was used before is known: */
    store_key known; /* ... the answer that was given then */
    char accept[FRAME_ACCEPT_BYTES];
    char seat[TOKEN_BYTES]; /* the token that is given */
    bool unseats;           /* ... to another device, once it is kept */
    int player;             /* whose seat that is */
    answer answer;
    void (*answered)(void *context, answer a);
    void *context; /* NULL: nobody waits any more */
};

static const char root[] = "/v1/games";

enum { KEY_MAX = 255, KEY_MIN = 16, LIST_MAX = 100, GUESTS_MAX = 500 };

/* --- answering -------------------------------------------------------------------------------- */

static void free_ticket(ticket *t) {
    json_decref(t->body);
    free(t->key);
    free(t->token);
    free(t);
}

/* The end of a ticket. */
static void finish(ticket *t, answer a) {
    if (t->context)
        t->answered(t->context, a);
    else
        answer_free(&a);
    free_ticket(t);
}

static void finish_problem(ticket *t, int code, const char *detail) {
    finish(t, answer_problem(code, detail));
}

/* When what the answer tells is on disk. */
static void finish_kept(errand *er, place *p) {
    ticket *t = er->context;
    if (p) {
        if (t->unseats) guests_unseat(p, t->player);
        finish(t, t->answer);
        return;
    }
    answer_free(&t->answer);
    finish_problem(t, 503, "The game could not be kept. Please try again later.");
}

static void proceed(ticket *t);

/* The room had gone on elsewhere: all from the beginning, with the room as it is now. */
static void proceed_anew(errand *er, place *p) {
    (void)p;
    ticket *t = er->context;
    answer_free(&t->answer);
    t->answer = (answer){.code = 0};
    t->key_asked = false;
    proceed(t);
}

/* Answers as soon as all that happened in the room is on disk. */
static void finish_when_kept(ticket *t, place *p, errand *er, answer a) {
    if (!er && p->under_way == 0 && !p->is_lost) {
        finish(t, a);
        return;
    }
    if (!er) er = errand_new(t->desk, p, room_id(p->room), NULL);
    if (!er) {
        answer_free(&a);
        finish_problem(t, 503, "out of memory");
        return;
    }
    t->answer = a;
    er->then = finish_kept;
    er->again = proceed_anew;
    er->context = t;
    if (p->is_lost)
        desk_put_off(p, er);
    else
        errand_send(er);
}

/* --- keys and tokens -------------------------------------------------------------------------- */

typedef struct hex_hash {
    char hex[2 * CIPHER_BYTES + 1];
} hex_hash;

static hex_hash hex_of(const uint8_t hash[CIPHER_BYTES]) {
    hex_hash h;
    text t = text_fixed(h.hex, sizeof h.hex);
    fair_write(hash, CIPHER_BYTES, &t);
    return h;
}

/* Bytes that only this store can make of a key: so the token of an answer need not be kept, and is
 * the same when the answer is given again. */
static bool derive(const ticket *t, const char *what, uint8_t out[CIPHER_BYTES]) {
    text all = text_growing();
    text_put_n(&all, (const char *)desk_secret(t->desk), CIPHER_BYTES);
    text_format(&all, "%s\n%s", what, t->key);
    if (!all.failed) cipher_hash(all.data, all.length, out);
    bool done = !all.failed;
    text_free(&all);
    return done;
}

/* The token of the seat that is taken. Returns 0, or the status by which the request is refused:
 * another token than the key's would open nothing when the request comes again. */
static int make_token(ticket *t, error *e) {
    room_chance chance = desk_chance();
    if (t->key && !derive(t, "token", chance.secret.bytes)) {
        error_set(e, "out of memory");
        return 503;
    }
    token_write(chance.secret.bytes, TOKEN_RANDOM, t->seat);
    return 0;
}

static answer seat_answer(ticket *t, const place *p, int player) {
    const char *promise = room_promise(p->room);
    json_t *facts = json_pack("{s:s, s:i, s:s}", "id", room_id(p->room), "player", player + 1,
                              "token", t->seat);
    if (player == 1 || t->what == ASKED_TOKEN) {
        answer seated = answer_facts(200, facts);
        seated.is_secret = true;
        return seated;
    }
    json_t *commitment = promise[0] ? json_string(promise) : json_null();
    if (json_object_set_new(facts, "commitment", commitment) != 0) {
        json_decref(facts);
        facts = NULL;
    }
    answer a = answer_facts(201, facts);
    a.is_secret = true;
    text location = text_fixed(a.location, sizeof a.location);
    text_format(&location, "%s/%s", root, room_id(p->room));
    return a;
}

/* --- what is wanted --------------------------------------------------------------------------- */

static status take_number(const json_t *in, const char *name, int least, int most, int *out,
                          error *e) {
    const json_t *value = json_object_get(in, name);
    if (!value || json_is_null(value)) return STATUS_OK;
    if (!json_is_integer(value) || json_integer_value(value) < least ||
        json_integer_value(value) > most)
        return FAIL(e, STATUS_INVALID, "\"%s\" must be a number from %d to %d", name, least, most);
    *out = (int)json_integer_value(value);
    return STATUS_OK;
}

static status take_string(const json_t *in, const char *name, const char **out, error *e) {
    const json_t *value = json_object_get(in, name);
    if (!value || json_is_null(value)) return STATUS_OK;
    if (!json_is_string(value)) return FAIL(e, STATUS_INVALID, "\"%s\" must be a text", name);
    *out = json_string_value(value);
    return STATUS_OK;
}

static status take_control(const json_t *in, time_control *out, error *e) {
    const json_t *clock = json_object_get(in, "clock");
    time_control c = {0};
    if (!clock || json_is_null(clock)) return STATUS_OK;
    if (!json_is_object(clock))
        return FAIL(e, STATUS_INVALID,
                    "\"clock\" is null, {\"initial\",\"increment\"} or {\"days\"}");
    status code = take_number(clock, "days", 1, CLOCK_DAYS_MAX, &c.days, e);
    if (code == STATUS_OK)
        code = take_number(clock, "initial", 1, CLOCK_INITIAL_MAX, &c.initial, e);
    if (code == STATUS_OK)
        code = take_number(clock, "increment", 0, CLOCK_INCREMENT_MAX, &c.increment, e);
    if (code == STATUS_OK && (c.days > 0) == (c.initial > 0))
        code = FAIL(e, STATUS_INVALID, "\"clock\" has either \"initial\" or \"days\"");
    if (code == STATUS_OK) *out = c;
    return code;
}

static status take_first(const json_t *in, int *out, error *e) {
    const char *first = "random";
    status code = take_string(in, "first", &first, e);
    if (code != STATUS_OK) return code;
    if (strcmp(first, "me") == 0)
        *out = 0;
    else if (strcmp(first, "you") == 0)
        *out = 1;
    else if (strcmp(first, "random") == 0)
        *out = ROOM_LOTS;
    else
        return FAIL(e, STATUS_INVALID, "\"first\" is \"me\", \"you\" or \"random\"");
    return STATUS_OK;
}

static status take_opponent(const json_t *in, room_wish *w, error *e) {
    const json_t *opponent = json_object_get(in, "opponent");
    if (!opponent || json_is_null(opponent)) return STATUS_OK;
    if (!json_is_integer(json_object_get(opponent, "level")))
        return FAIL(e, STATUS_INVALID, "\"opponent\" is null or {\"level\":0..%d}", LEVEL_MOST);
    w->against_computer = true;
    return take_number(opponent, "level", 0, LEVEL_MOST, &w->level, e);
}

static status read_wish(const json_t *in, room_wish *w, error *e) {
    const json_t *is_public = json_object_get(in, "public");
    w->best_of = 1;
    status code = take_string(in, "game", &w->game, e);
    if (code == STATUS_OK && !w->game) code = FAIL(e, STATUS_INVALID, "\"game\" is missing");
    if (code == STATUS_OK) code = take_string(in, "rules", &w->rules, e);
    if (code == STATUS_OK) code = take_string(in, "tiles", &w->tiles, e);
    if (code == STATUS_OK) code = take_string(in, "name", &w->name, e);
    if (code == STATUS_OK) code = take_string(in, "randomHash", &w->random_hash, e);
    if (code == STATUS_OK) code = take_first(in, &w->first, e);
    if (code == STATUS_OK) code = take_control(in, &w->control, e);
    if (code == STATUS_OK) code = take_number(in, "bestOf", 1, 5, &w->best_of, e);
    if (code == STATUS_OK && is_public && !json_is_null(is_public) && !json_is_boolean(is_public))
        code = FAIL(e, STATUS_INVALID, "\"public\" must be true or false");
    if (code == STATUS_OK) code = take_opponent(in, w, e);
    w->is_public = json_is_true(is_public);
    return code;
}

/* --- creating and joining --------------------------------------------------------------------- */

/* Puts into an errand that a request with this key was answered by this room. */
static status keep_key(ticket *t, errand *er, const place *p, int player, error *e) {
    uint8_t hash[CIPHER_BYTES];
    if (!t->key) return STATUS_OK;
    if (!derive(t, "key", hash)) return fail_memory(e);
    batch_key(&er->job.batch, p->room, player, hex_of(hash).hex, hex_of(t->request_hash).hex,
              desk_now(t->desk));
    return STATUS_OK;
}

static void keep_seat(ticket *t, place *p, int player, size_t first) {
    error e;
    errand *er = errand_new(t->desk, p, room_id(p->room), NULL);
    status code = er ? keep_key(t, er, p, player, &e) : fail_memory(&e);
    if (code != STATUS_OK) {
        errand_drop(er);
        desk_drop(t->desk, p);
        finish_problem(t, 503, e.text);
        return;
    }
    room_effects effects = {.first = first, .last = room_events(p->room), .terms = true};
    errand_keep(er, p, &effects);
    finish_when_kept(t, p, er, seat_answer(t, p, player));
}

static void create(ticket *t) {
    error e;
    room_wish wish = {0};
    status code = read_wish(t->body, &wish, &e);
    if (code != STATUS_OK) {
        finish_problem(t, 400, e.text);
        return;
    }
    int refused = desk_refuses(t->desk, t->client, wish.against_computer, &e);
    if (refused) {
        finish_problem(t, refused, e.text);
        return;
    }
    char date[16];
    time_t seconds = (time_t)(desk_now(t->desk) / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(date, sizeof date, "%Y.%m.%d", &utc);
    wish.date = date;
    room_chance chance = desk_chance();
    token_hash hash = token_hash_of(t->seat);
    room *r = NULL;
    code = room_create(desk_games(t->desk), &wish, &chance, &hash, desk_now(t->desk), &r, &e);
    place *p = code == STATUS_OK ? desk_add(t->desk, r, t->client, &e) : NULL;
    if (code == STATUS_INVALID)
        finish_problem(t, 400, e.text);
    else if (!p)
        finish_problem(t, 503, e.text);
    else
        keep_seat(t, p, 0, 1);
}

static void join(ticket *t, place *p) {
    error e;
    const char *name = NULL, *random = NULL;
    status code = take_string(t->body, "name", &name, &e);
    if (code == STATUS_OK) code = take_string(t->body, "random", &random, &e);
    size_t before = room_events(p->room);
    if (code == STATUS_OK) {
        token_hash hash = token_hash_of(t->seat);
        code = room_join(p->room, name, random, &hash, desk_now(t->desk), &e);
    }
    if (code == STATUS_INVALID)
        finish_problem(t, 400, e.text);
    else if (code == STATUS_DIFFERS)
        finish_problem(t, 409, e.text);
    else if (code != STATUS_OK) {
        desk_drop(t->desk, p);
        finish_problem(t, 503, e.text);
    } else {
        keep_seat(t, p, 1, before + 1);
    }
}

/* The token that was shown is good for nothing from now on. */
static void replace_token(ticket *t, place *p) {
    error e;
    int player = t->token ? room_player_of(p->room, t->token) : ROOM_NOBODY;
    if (player == ROOM_NOBODY) {
        finish_problem(t, 401, "Only who has a seat carries it away, with its token.");
        return;
    }
    token_hash hash = token_hash_of(t->seat);
    if (room_replace_token(p->room, player, &hash, &e) != STATUS_OK) {
        finish_problem(t, 409, e.text);
        return;
    }
    t->unseats = true;
    t->player = player;
    keep_seat(t, p, player, room_events(p->room) + 1);
}

static void withdraw(ticket *t, place *p) {
    error e;
    if (!t->token || room_player_of(p->room, t->token) != 0) {
        finish_problem(t, 401, "Only who made the game withdraws it, with its token.");
        return;
    }
    size_t before = room_events(p->room);
    status code = room_withdraw(p->room, desk_now(t->desk), &e);
    if (code == STATUS_DIFFERS) {
        finish_problem(t, 409, e.text);
        return;
    }
    errand *er = code == STATUS_OK ? errand_new(t->desk, p, room_id(p->room), NULL) : NULL;
    if (!er) { /* it is withdrawn in memory alone */
        desk_drop(t->desk, p);
        finish_problem(t, 503, "out of memory");
        return;
    }
    room_effects effects = {.first = before + 1, .last = room_events(p->room), .terms = true};
    errand_keep(er, p, &effects);
    finish_when_kept(t, p, er, (answer){.code = 204});
}

/* --- looking ---------------------------------------------------------------------------------- */

static void view(ticket *t, place *p) {
    finish_when_kept(t, p, NULL, answer_facts(200, room_view(p->room, desk_now(t->desk))));
}

static void write_record(ticket *t, place *p) {
    error e;
    text file = text_growing();
    status code = match_save(room_match(p->room), &file, &e);
    if (code == STATUS_OK) {
        finish_when_kept(t, p, NULL, answer_text(200, NULL, file));
        return;
    }
    text_free(&file);
    if (code == STATUS_INVALID)
        finish_problem(t, 404, "No game has begun.");
    else
        finish_problem(t, 503, e.text);
}

/* A room and when it was made. */
typedef struct dated {
    const room *room;
    int64_t at;
} dated;

static int by_age(const void *a, const void *b) {
    const dated *x = a, *y = b;
    return x->at > y->at ? -1 : x->at < y->at;
}

static bool is_listed(const place *p) {
    return p->standing_kept == ROOM_OPEN && room_standing(p->room) == ROOM_OPEN &&
           room_is_public(p->room);
}

/* Open public games, newest first. */
static void list(ticket *t, size_t limit) {
    size_t count = 0, most = desk_count(t->desk).rooms;
    dated *open = calloc(most + 1, sizeof *open);
    json_t *games = json_array();
    bool failed = !games || !open;
    for (place *p = desk_next(t->desk, NULL); !failed && p; p = desk_next(t->desk, p))
        if (is_listed(p)) open[count++] = (dated){p->room, room_event_to_keep(p->room, 1).at};
    if (!failed) qsort(open, count, sizeof *open, by_age);
    for (size_t i = 0; !failed && i < count && i < limit; i++)
        failed = json_array_append_new(games, room_view(open[i].room, desk_now(t->desk))) != 0;
    free(open);
    if (failed) {
        json_decref(games);
        games = NULL;
    }
    finish(t, answer_facts(200, games ? json_pack("{s:o}", "games", games) : NULL));
}

static void open_socket(ticket *t, place *p) {
    if (p->guest_count >= GUESTS_MAX) {
        finish_problem(t, 503, "Too many are watching this game.");
        return;
    }
    answer a = {.code = 101, .place = p, .desk = t->desk};
    memcpy(a.accept, t->accept, sizeof a.accept);
    finish(t, a);
}

/* --- finding the room ------------------------------------------------------------------------- */

static void proceed_loaded(errand *er, place *p) {
    ticket *t = er->context;
    if (er->job.code != STATUS_OK)
        finish_problem(t, 503, "The game cannot be read. Please try again later.");
    else if (!p)
        finish_problem(t, 404, "There is no such game.");
    else
        proceed(t);
}

/* In memory; or NULL, and the ticket goes on when it has been read, or is at its end. */
static place *find_place(ticket *t) {
    place *p = desk_find(t->desk, t->id);
    if (p) return p;
    if (!desk_lets_read(t->desk, t->client)) {
        finish_problem(t, 429, "Too many games read for one client. Please wait a little.");
        return NULL;
    }
    errand *er = errand_new(t->desk, NULL, t->id, proceed_loaded);
    if (!er) {
        finish_problem(t, 503, "out of memory");
        return NULL;
    }
    er->context = t;
    errand_send(er);
    return NULL;
}

static void proceed_with_key(errand *er, place *p) {
    (void)p;
    ticket *t = er->context;
    t->known = er->job.key;
    t->key_asked = true;
    if (er->job.code == STATUS_OK)
        proceed(t);
    else
        finish_problem(t, 503, "The games cannot be read. Please try again later.");
}

/* Whether the key was used before only the store knows. */
static void ask_for_key(ticket *t) {
    static const int64_t day = 24 * 60 * 60000;
    uint8_t hash[CIPHER_BYTES];
    errand *er = derive(t, "key", hash) ? errand_new(t->desk, NULL, "", proceed_with_key) : NULL;
    if (!er) {
        finish_problem(t, 503, "out of memory");
        return;
    }
    hex_hash key = hex_of(hash);
    er->job.kind = JOB_KEY;
    er->job.since = desk_now(t->desk) - day;
    memcpy(er->job.hash, key.hex, sizeof er->job.hash);
    er->context = t;
    errand_send(er);
}

/* A request that was answered before is answered so again. */
static void answer_again(ticket *t) {
    if (strcmp(t->known.request, hex_of(t->request_hash).hex) != 0) {
        finish_problem(t, 422, "This Idempotency-Key was used for another request.");
        return;
    }
    memcpy(t->id, t->known.game, sizeof t->id);
    place *p = find_place(t);
    if (p) finish_when_kept(t, p, NULL, seat_answer(t, p, t->known.player));
}

static void proceed(ticket *t) {
    if (t->key && !t->key_asked) {
        ask_for_key(t);
        return;
    }
    if (t->known.request[0]) {
        answer_again(t);
        return;
    }
    if (t->what == ASKED_CREATE) {
        create(t);
        return;
    }
    place *p = find_place(t);
    if (!p) return;
    if (p->is_lost) {
        finish_when_kept(t, p, NULL, (answer){.code = 0}); /* later */
        return;
    }
    switch (t->what) {
    case ASKED_JOIN: join(t, p); break;
    case ASKED_TOKEN: replace_token(t, p); break;
    case ASKED_WITHDRAW: withdraw(t, p); break;
    case ASKED_RECORD: write_record(t, p); break;
    case ASKED_SOCKET: open_socket(t, p); break;
    default: view(t, p); break;
    }
}

/* --- the request ------------------------------------------------------------------------------ */

bool games_know(const char *path) {
    size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && (!path[length] || path[length] == '/');
}

/* What is asked for; 0, or the status by which it is refused. */
static int read_path(ticket *t, const http_request *r) {
    bool is_get = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
    bool is_post = strcmp(r->method, "POST") == 0, is_delete = strcmp(r->method, "DELETE") == 0;
    const char *id = r->path + strlen(root);
    if (!*id) {
        t->what = is_post ? ASKED_CREATE : ASKED_LIST;
        return is_get || is_post ? 0 : 405;
    }
    size_t length = strcspn(++id, "/");
    char part[HTTP_PATH_MAX];
    text copy = text_fixed(part, sizeof part);
    text_put_n(&copy, id, length);
    if (!token_is_id(part)) return 404;
    memcpy(t->id, part, sizeof t->id);
    const char *rest = id + length;
    if (!*rest) {
        t->what = is_delete ? ASKED_WITHDRAW : ASKED_VIEW;
        return is_get || is_delete ? 0 : 405;
    }
    static const struct {
        const char *name;
        asked what;
        bool by_post;
    } parts[] = {{"/join", ASKED_JOIN, true},
                 {"/token", ASKED_TOKEN, true},
                 {"/record", ASKED_RECORD, false},
                 {"/socket", ASKED_SOCKET, false}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strcmp(rest, parts[i].name) != 0) continue;
        t->what = parts[i].what;
        return parts[i].by_post == is_post && (is_get || is_post) ? 0 : 405;
    }
    return 404;
}

static int read_body(ticket *t, const games_asking *a, error *e) {
    if (!http_is_json(a->request)) {
        error_set(e, "The body must be application/json.");
        return 415;
    }
    t->body = message_object(a->body ? a->body : "", a->body_bytes, e);
    return t->body ? 0 : 400;
}

/* What the key stands for: this very address, and whoever shows the token that is replaced. */
static int read_key(ticket *t, const games_asking *a, error *e) {
    const char *key = http_field_value(a->request, "idempotency-key");
    if (!key) return 0;
    if (strlen(key) < KEY_MIN || strlen(key) > KEY_MAX) {
        error_set(e, "An Idempotency-Key has %d to %d characters, such as nobody can guess.",
                  KEY_MIN, KEY_MAX);
        return 400;
    }
    text whole = text_growing();
    text_format(&whole, "%s\n%s", a->request->path, key);
    if (t->what == ASKED_TOKEN) text_format(&whole, "\n%s", t->token ? t->token : "");
    if (whole.failed) {
        text_free(&whole);
        error_set(e, "out of memory");
        return 503;
    }
    t->key = whole.data;
    cipher_hash(a->body ? a->body : "", a->body_bytes, t->request_hash);
    return 0;
}

static int read_token(ticket *t, const http_request *r, error *e) {
    static const char bearer[] = "Bearer ";
    const char *field = http_field_value(r, "authorization");
    if (!field || strncasecmp(field, bearer, strlen(bearer)) != 0) return 0;
    t->token = strdup(field + strlen(bearer));
    if (!t->token) error_set(e, "out of memory");
    return t->token ? 0 : 503;
}

static size_t list_limit(const char *query, error *e) {
    text status_is = text_growing(), limit = text_growing();
    uint64_t number = LIST_MAX;
    status code = answer_parameter(query, "status", &status_is, e);
    if (code == STATUS_OK) code = answer_parameter(query, "limit", &limit, e);
    if (code == STATUS_OK && (!status_is.data || strcmp(status_is.data, "open") != 0))
        code = FAIL(e, STATUS_INVALID, "only open games are listed: ?status=open");
    if (code == STATUS_OK && limit.data &&
        (!text_is_number(limit.data, LIST_MAX, &number) || number == 0))
        code = FAIL(e, STATUS_INVALID, "\"limit\" is a number from 1 to %d", LIST_MAX);
    text_free(&status_is);
    text_free(&limit);
    return code == STATUS_OK ? (size_t)number : 0;
}

static int read_request(ticket *t, const games_asking *a, error *e) {
    const char *why;
    int code = read_path(t, a->request);
    error_set(e, code == 405 ? "This cannot be done here." : "There is no such game.");
    if (code) return code;
    bool posts = t->what == ASKED_CREATE || t->what == ASKED_JOIN || t->what == ASKED_TOKEN;
    if (posts && !desk_lets(t->desk, t->client)) {
        error_set(e, "Too many games for one client. Please wait a little.");
        return 429;
    }
    if (posts) code = read_body(t, a, e);
    if (!code) code = read_token(t, a->request, e);
    if (!code && posts) code = read_key(t, a, e);
    if (!code && posts) code = make_token(t, e);
    if (!code && t->what == ASKED_SOCKET) {
        code = frame_upgrade(a->request, "linework.v1", t->accept, &why);
        if (code == 101) return 0;
        error_set(e, "%s", why);
    }
    return code;
}

static void begin(ticket *t, const games_asking *a) {
    error e;
    int code = read_request(t, a, &e);
    if (code) {
        answer refusal = answer_problem(code, e.text);
        if (code == 405) refusal.allow = "GET, HEAD, POST, DELETE";
        finish(t, refusal);
        return;
    }
    if (t->what != ASKED_LIST) {
        proceed(t);
        return;
    }
    size_t limit = list_limit(a->request->query, &e);
    if (limit > 0)
        list(t, limit);
    else
        finish_problem(t, 400, e.text);
}

void games_ask(const games_asking *a, ticket **waits) {
    ticket *t = calloc(1, sizeof *t);
    if (!t) {
        a->answered(a->context, answer_problem(503, "out of memory"));
        return;
    }
    *t = (ticket){.desk = a->desk,
                  .client = limiter_client(a->client),
                  .answered = a->answered,
                  .context = a->context};
    *waits = t;
    begin(t, a);
}

void ticket_drop(ticket *t) {
    t->context = NULL;
}
