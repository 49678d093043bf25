/* SPDX-License-Identifier: MIT */
#include "server/desk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "server/guest.h"

enum {
    BUCKETS = 4096,
    ROOMS_MAX = 20000,       /* unfinished and in memory */
    ALIVE_EVERY = 5000,      /* milliseconds after which it is noted that the server is up */
    FORGET_AFTER = 60000,    /* ... a finished game that nobody asks for is no longer in memory */
    KEYS_EVERY = 60 * 60000, /* ... old keys are forgotten */
    KEY_LIVES = 24 * 60 * 60000, /* ... a key is old */
};

/* Days after which a game is forgotten: that nobody has joined, or where nothing has happened. */
enum { OPEN_DAYS = 7, IDLE_DAYS = 180 };

static const int64_t day = 24 * 60 * 60000;
static const allowance games_of_a_client = {.most = 100, .a_second = 0.5};

struct desk {
    const game *const *games;
    store *store;
    int64_t epoch;    /* wall clock minus that of the machine, when it began */
    int64_t alive_at; /* when it was last noted */
    int64_t keys_at;
    uint8_t secret[32];
    json_t *keys; /* by hash */
    place *buckets[BUCKETS];
    limiter limiter;
    desk_counts counts;
    int64_t (*downs)[2]; /* when the server was not up */
    size_t down_count;
};

/* --- time and chance -------------------------------------------------------------------------- */

static int64_t clock_ms(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t desk_now(const desk *d) {
    return d->epoch + clock_ms(CLOCK_MONOTONIC);
}

/* The system's generator does not fail once it has begun to give. */
static void give_random(void *bytes, size_t length) {
    while (getrandom(bytes, length, 0) != (ssize_t)length) continue;
}

room_chance desk_chance(void) {
    room_chance c;
    uint8_t lot;
    give_random(c.id, sizeof c.id);
    give_random(c.secret.bytes, sizeof c.secret.bytes);
    give_random(&lot, 1);
    c.lot = lot & 1;
    return c;
}

const game *const *desk_games(const desk *d) {
    return d->games;
}

const uint8_t *desk_secret(const desk *d) {
    return d->secret;
}

desk_counts desk_count(const desk *d) {
    return d->counts;
}

void desk_count_guest(desk *d, bool comes) {
    d->counts.guests += comes ? 1 : UINT64_MAX;
}

bool desk_lets(desk *d, const char *client) {
    return limiter_take(&d->limiter, client, &games_of_a_client, desk_now(d));
}

bool desk_is_full(const desk *d) {
    return d->counts.rooms >= ROOMS_MAX;
}

/* --- rooms ------------------------------------------------------------------------------------ */

static size_t bucket_of(const char *id) {
    uint64_t hash = 0;
    for (; *id; id++) hash = rng_mix(hash + (unsigned char)*id);
    return (size_t)(hash % BUCKETS);
}

place *desk_find(desk *d, const char *id) {
    place *p = d->buckets[bucket_of(id)];
    while (p && strcmp(room_id(p->room), id) != 0) p = p->next;
    if (p) p->touched = desk_now(d);
    return p;
}

place *desk_add(desk *d, room *r, error *e) {
    place *p = calloc(1, sizeof *p);
    if (!p) {
        room_free(r);
        fail_memory(e);
        return NULL;
    }
    place **first = &d->buckets[bucket_of(room_id(r))];
    *p = (place){.room = r, .standing_kept = -1, .touched = desk_now(d), .next = *first};
    *first = p;
    d->counts.rooms++;
    return p;
}

void desk_drop(desk *d, place *p) {
    place **at = &d->buckets[bucket_of(room_id(p->room))];
    while (*at != p) at = &(*at)->next;
    *at = p->next;
    guests_dismiss(p, 1011, "the game could not be kept; please come back");
    room_free(p->room);
    free(p);
    d->counts.rooms--;
}

place *desk_next(const desk *d, const place *p) {
    if (p && p->next) return p->next;
    for (size_t i = p ? bucket_of(room_id(p->room)) + 1 : 0; i < BUCKETS; i++)
        if (d->buckets[i]) return d->buckets[i];
    return NULL;
}

/* A room that comes from the store. */
static place *receive(desk *d, room *r, error *e) {
    int64_t now = desk_now(d);
    for (size_t i = 0; i < d->down_count; i++)
        room_restore_pause(r, d->downs[i][0], d->downs[i][1]);
    room_restored(r, now);
    place *p = desk_add(d, r, e);
    if (!p) return NULL;
    p->kept = room_events(r);
    p->standing_kept = (int)room_standing(r);
    return p;
}

/* --- errands ---------------------------------------------------------------------------------- */

static void free_errand(errand *er) {
    batch_free(&er->job.batch);
    free(er->message);
    free(er);
}

static void lose(desk *d, const char *id) {
    place *p = *id ? desk_find(d, id) : NULL;
    void *unused;
    const char *hash;
    json_t *key;
    json_object_foreach_safe(d->keys, unused, hash, key) {
        if (strcmp(json_string_value(json_object_get(key, "id")), id) == 0)
            json_object_del(d->keys, hash);
    }
    if (p) desk_drop(d, p);
}

static void settle(desk *d, const char *id, size_t kept, int standing) {
    place *p = *id ? desk_find(d, id) : NULL;
    if (!p) return;
    p->under_way--;
    if (kept > p->kept) p->kept = kept;
    if (standing >= 0) p->standing_kept = standing;
    guests_wake(p);
}

static void errand_done(store_job *job) {
    errand *er = (errand *)job;
    desk *d = er->desk;
    place *p = NULL;
    if (job->load[0]) {
        p = desk_find(d, er->id);
        if (p)
            room_free(job->room); /* somebody else was first */
        else if (job->room)
            p = receive(d, job->room, &job->e);
        if (job->code != STATUS_OK) d->counts.stores_failed++;
    } else if (job->code != STATUS_OK) {
        d->counts.stores_failed++;
        lose(d, er->another);
        lose(d, er->id);
    } else {
        settle(d, er->another, er->another_kept, er->another_standing);
        settle(d, er->id, er->kept, er->standing);
        p = desk_find(d, er->id);
    }
    if (er->then) er->then(er, p);
    free_errand(er);
}

errand *errand_new(desk *d, const place *p, const char *id, void (*then)(errand *er, place *p)) {
    errand *er = calloc(1, sizeof *er);
    if (!er) return NULL;
    er->desk = d;
    er->then = then;
    er->standing = -1;
    er->job.done = errand_done;
    memcpy(er->id, id, strlen(id) + 1);
    if (!p) memcpy(er->job.load, id, strlen(id) + 1);
    return er;
}

void errand_keep(errand *er, place *p, const room_effects *effects) {
    desk *d = er->desk;
    store_batch *batch = &er->job.batch;
    const room *r = p->room;
    int64_t now = desk_now(d);
    int standing = (int)room_standing(r);
    if (effects->terms || standing != p->standing_kept) {
        batch_game(batch, r, now);
        er->standing = standing;
    }
    batch_events(batch, r, effects->first, effects->last);
    for (int i = 0; i < 2; i++)
        if (effects->planned[i]) batch_plan(batch, r, i);
    if (effects->last >= effects->first) {
        er->kept = effects->last;
        d->counts.events += effects->last - effects->first + 1;
    }
    if (!effects->rematch) return;
    const room *next = effects->rematch;
    memcpy(er->another, room_id(next), ID_BYTES);
    er->another_kept = room_events(next);
    er->another_standing = (int)room_standing(next);
    batch_game(batch, next, now);
    batch_events(batch, next, 1, room_events(next));
}

void errand_send(errand *er) {
    place *p = er->job.load[0] ? NULL : desk_find(er->desk, er->id);
    place *another = er->another[0] ? desk_find(er->desk, er->another) : NULL;
    if (p) p->under_way++;
    if (another) another->under_way++;
    store_submit(er->desk->store, &er->job);
}

/* --- keys ------------------------------------------------------------------------------------- */

bool desk_find_key(const desk *d, const char *hash, known_key *known) {
    const json_t *key = json_object_get(d->keys, hash);
    if (!key || json_integer_value(json_object_get(key, "at")) < desk_now(d) - KEY_LIVES)
        return false;
    *known = (known_key){.request = json_string_value(json_object_get(key, "request")),
                         .id = json_string_value(json_object_get(key, "id")),
                         .player = (int)json_integer_value(json_object_get(key, "player"))};
    return true;
}

status desk_add_key(desk *d, const char *hash, const char *request, const char *id, int player,
                    int64_t at, error *e) {
    json_t *key = json_pack("{s:s, s:s, s:i, s:I}", "request", request, "id", id, "player", player,
                            "at", (json_int_t)at);
    return json_object_set_new(d->keys, hash, key) == 0 ? STATUS_OK : fail_memory(e);
}

static void forget_keys(desk *d, int64_t before) {
    void *unused;
    const char *hash;
    json_t *key;
    json_object_foreach_safe(d->keys, unused, hash, key) {
        if (json_integer_value(json_object_get(key, "at")) < before) json_object_del(d->keys, hash);
    }
}

/* --- what time brings ------------------------------------------------------------------------- */

static void tick_room(desk *d, place *p, int64_t now) {
    room_effects effects;
    error e;
    if (now < room_deadline(p->room)) return;
    errand *er = errand_new(d, p, room_id(p->room), NULL);
    status code = er ? room_tick(p->room, now, &effects, &e) : STATUS_OK; /* later, if no memory */
    if (!er) return;
    if (code != STATUS_OK) {
        free_errand(er);
        desk_drop(d, p);
        return;
    }
    errand_keep(er, p, &effects);
    errand_send(er);
}

/* Whether a room has been forgotten by everybody. */
static bool is_forgotten(const place *p, int64_t now) {
    int64_t last = room_event_to_keep(p->room, room_events(p->room)).at;
    if (room_standing(p->room) == ROOM_OPEN) return now - last > OPEN_DAYS * day;
    return room_deadline(p->room) == INT64_MAX && now - last > IDLE_DAYS * day;
}

/* True if the room is no longer there. */
static bool expire(desk *d, place *p, int64_t now) {
    if (p->guest_count > 0 || p->under_way > 0) return false;
    bool over = room_standing(p->room) == ROOM_OVER;
    if (!over && is_forgotten(p, now)) {
        errand *er = errand_new(d, p, room_id(p->room), NULL);
        if (!er) return false;
        batch_forget(&er->job.batch, room_id(p->room));
        desk_drop(d, p);
        store_submit(d->store, &er->job);
        return true;
    }
    if (!over || now - p->touched < FORGET_AFTER) return false;
    desk_drop(d, p);
    return true;
}

static void note(desk *d, row_kind kind, int64_t number, int64_t more) {
    errand *er = errand_new(d, NULL, "", NULL);
    if (!er) return;
    batch_numbers(&er->job.batch, kind, number, more);
    store_submit(d->store, &er->job);
}

void desk_tick(desk *d) {
    int64_t now = desk_now(d);
    bool running = false;
    for (place *p = desk_next(d, NULL), *next; p; p = next) {
        next = desk_next(d, p);
        running = running || room_deadline(p->room) != INT64_MAX;
        if (!expire(d, p, now)) tick_room(d, p, now);
    }
    if (running && now - d->alive_at >= ALIVE_EVERY) {
        d->alive_at = now;
        note(d, ROW_ALIVE, now, 0);
    }
    if (now - d->keys_at >= KEYS_EVERY) {
        d->keys_at = now;
        forget_keys(d, now - KEY_LIVES);
        note(d, ROW_FORGET_KEYS, now - KEY_LIVES, 0);
    }
}

void desk_collect(desk *d) {
    store_collect(d->store);
}

void desk_dismiss(desk *d) {
    for (place *p = desk_next(d, NULL); p; p = desk_next(d, p)) guests_restarting(p);
}

/* --- beginning and end ------------------------------------------------------------------------ */

typedef struct loading {
    desk *d;
    backend *b;
    char (*ids)[ID_BYTES];
    size_t count, room;
} loading;

static status take_unfinished(void *context, const char *id, error *e) {
    loading *l = context;
    if (!token_is_id(id)) return FAIL(e, STATUS_INVALID, "'%.40s' is not the id of a game", id);
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        void *more = realloc(l->ids, l->room * sizeof *l->ids);
        if (!more) return fail_memory(e);
        l->ids = more;
    }
    memcpy(l->ids[l->count++], id, ID_BYTES);
    return STATUS_OK;
}

static status take_key(void *context, const char *hash, const char *request, const char *id,
                       int player, int64_t at, error *e) {
    loading *l = context;
    return desk_add_key(l->d, hash, request, id, player, at, e);
}

static status take_down(void *context, int64_t from, int64_t to, error *e) {
    desk *d = ((loading *)context)->d;
    void *more = realloc(d->downs, (d->down_count + 1) * sizeof *d->downs);
    if (!more) return fail_memory(e);
    d->downs = more;
    d->downs[d->down_count][0] = from;
    d->downs[d->down_count++][1] = to;
    return STATUS_OK;
}

/* Since when the server was last up it was down: the clocks stood still. */
static status note_down(desk *d, backend *b, error *e) {
    int64_t alive = 0, now = desk_now(d);
    status code = b->alive(b, &alive, e);
    if (code != STATUS_OK || alive == 0 || alive >= now) return code;
    store_row row = {.kind = ROW_DOWN, .numbers = {alive, now}};
    code = b->begin(b, e);
    if (code == STATUS_OK) code = b->put(b, &row, e);
    if (code == STATUS_OK) code = b->commit(b, e);
    return code;
}

/* What has to be there from the start: clocks run whether anybody is connected or not. */
static status load(desk *d, backend *b, error *e) {
    loading l = {.d = d, .b = b};
    store_visitor visitor = {
        .context = &l, .unfinished = take_unfinished, .key = take_key, .down = take_down};
    uint8_t fresh[32];
    give_random(fresh, sizeof fresh);
    status code = b->secret(b, fresh, d->secret, e);
    if (code == STATUS_OK) code = note_down(d, b, e);
    if (code == STATUS_OK) code = b->visit(b, &visitor, e);
    for (size_t i = 0; code == STATUS_OK && i < l.count; i++) {
        room *r = NULL;
        code = b->load(b, d->games, l.ids[i], &r, e);
        if (code ==
            STATUS_INVALID) { /* one that is damaged must not keep the others from going on */
            d->counts.stores_failed++;
            code = STATUS_OK;
        }
        if (code == STATUS_OK && r && !receive(d, r, e)) code = STATUS_FAILED;
    }
    free(l.ids);
    return code;
}

status desk_open(const desk_options *options, desk **out, error *e) {
    desk *d = calloc(1, sizeof *d);
    if (!d) {
        options->backend->close(options->backend);
        return fail_memory(e);
    }
    d->games = options->games;
    d->epoch = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_MONOTONIC);
    d->keys_at = desk_now(d);
    d->keys = json_object();
    status code = d->keys ? load(d, options->backend, e) : fail_memory(e);
    if (code != STATUS_OK)
        options->backend->close(options->backend);
    else
        code =
            store_open(options->backend, d->games, options->wake, options->context, &d->store, e);
    if (code == STATUS_OK)
        *out = d;
    else
        desk_close(d);
    return code;
}

void desk_leave_store(desk *d) {
    if (!d->store) return;
    note(d, ROW_ALIVE, desk_now(d), 0);
    store_close(d->store);
    d->store = NULL;
}

void desk_close(desk *d) {
    if (!d) return;
    desk_leave_store(d);
    for (place *p; (p = desk_next(d, NULL));) desk_drop(d, p);
    json_decref(d->keys);
    free(d->downs);
    free(d);
}
