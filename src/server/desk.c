/* SPDX-License-Identifier: MIT */
#include "server/desk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "server/computer.h"
#include "server/desk_inside.h"
#include "server/guest.h"

enum {
    ALIVE_EVERY = 5000,   /* milliseconds after which it is noted that the server is up */
    FORGET_AFTER = 60000, /* ... a finished game that nobody asks for is no longer in memory */
    FORGET_SOON = 1000,   /* ... if there are more of them than this: */
    FINISHED_MOST = 1000,
    TIDY_EVERY = 60000,  /* ... old keys and games are forgotten */
    SURVEY_EVERY = 2000, /* ... it is looked for games that no other server sees to any more */
    RETRY_EVERY = 1000,  /* ... a store that fails is tried again */
    GRACE = 300,         /* ... that a turn may be under way to another server when time runs out */
    KEY_LIVES = 24 * 60 * 60000, /* ... a key is old */
};

/* Days after which a game is forgotten: that nobody has joined, or where nothing has happened,
 * against the computer or a person. */
enum { OPEN_DAYS = 7, COMPUTER_DAYS = 30, IDLE_DAYS = 180 };

static const int64_t day = 24 * 60 * 60000;
static const allowance games_of_a_client = {.most = 100, .a_second = 0.5},
                       reads_of_a_client = {.most = 200, .a_second = 10},
                       commands_of_a_client = {.most = 200, .a_second = 200};

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

thinkers *desk_thinkers(const desk *d) {
    return d->thinkers;
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

bool desk_lets(desk *d, uint64_t client) {
    return limiter_take(&d->made, client, &games_of_a_client, desk_now(d));
}

bool desk_lets_read(desk *d, uint64_t client) {
    return limiter_take(&d->reads, client, &reads_of_a_client, desk_now(d));
}

/* A long one, a plan of many turns, takes as much time as several. */
bool desk_lets_say(desk *d, uint64_t client, size_t bytes) {
    int count = 1 + (int)(bytes / 1024);
    return limiter_take_several(&d->said, client, &commands_of_a_client, count, desk_now(d));
}

int desk_refuses(const desk *d, uint64_t client, bool with_computer, error *why) {
    static const struct {
        size_t all;
        int of_a_client;
        const char *many, *own;
    } limits[] = {
        {DESK_GAMES_MOST, DESK_GAMES_OF_A_CLIENT, "There are too many games on this server.",
         "Too many unfinished games of one client."},
        {COMPUTER_GAMES_MOST, COMPUTER_GAMES_OF_A_CLIENT,
         "The computer plays too many games on this server.",
         "Too many unfinished games of one client with the computer."},
    };
    for (int i = 0; i <= with_computer; i++) {
        const tally *t = &d->unfinished[i];
        bool own = crowd_size(&t->clients, client) >= limits[i].of_a_client;
        if (!own && t->all < limits[i].all) continue;
        error_set(why, "%s", own ? limits[i].own : limits[i].many);
        return own ? 429 : 503;
    }
    return 0;
}

/* --- rooms ------------------------------------------------------------------------------------ */

static uint64_t hash_of(const char *id) {
    uint64_t hash = 0;
    for (; *id; id++) hash = rng_mix(hash + (unsigned char)*id);
    return hash;
}

static size_t bucket_of(const char *id) {
    return (size_t)(hash_of(id) % DESK_BUCKETS);
}

place *desk_find(desk *d, const char *id) {
    place *p = d->buckets[bucket_of(id)];
    while (p && strcmp(room_id(p->room), id) != 0) p = p->next;
    if (p) p->touched = desk_now(d);
    return p;
}

static void count(desk *d, place *p, bool counts) {
    bool with_computer = room_computer(p->room) != ROOM_NO_COMPUTER;
    if (counts == p->is_counted) return;
    p->is_counted = counts;
    for (int i = 0; i <= with_computer; i++) {
        tally *t = &d->unfinished[i];
        t->all += counts ? 1 : SIZE_MAX;
        if (counts)
            crowd_enter(&t->clients, p->client, UINT16_MAX);
        else
            crowd_leave(&t->clients, p->client);
    }
}

void desk_recount(desk *d, place *p) {
    count(d, p, room_standing(p->room) != ROOM_OVER);
}

place *desk_add(desk *d, room *r, uint64_t client, error *e) {
    place *p = calloc(1, sizeof *p);
    store_strand *strand = strand_new();
    if (!p || !strand) {
        free(p);
        strand_drop(strand);
        room_free(r);
        fail_memory(e);
        return NULL;
    }
    place **first = &d->buckets[bucket_of(room_id(r))];
    *p = (place){.room = r,
                 .strand = strand,
                 .is_own = true,
                 .standing_kept = -1,
                 .client = client ? client : hash_of(room_id(r)),
                 .touched = desk_now(d),
                 .next = *first};
    *first = p;
    d->counts.rooms++;
    desk_recount(d, p);
    return p;
}

void desk_drop(desk *d, place *p) {
    place **at = &d->buckets[bucket_of(room_id(p->room))];
    while (*at != p) {
        assert(*at);
        at = &(*at)->next;
    }
    *at = p->next;
    count(d, p, false);
    computer_leave(p);
    guests_dismiss(p, 1011, "the game could not be kept; please come back");
    errand *waiting = p->put_off;
    room_free(p->room);
    strand_drop(p->strand);
    free(p);
    d->counts.rooms--;
    for (errand *next; waiting; waiting = next) {
        next = waiting->next;
        if (waiting->again) waiting->again(waiting, NULL);
        errand_drop(waiting);
    }
}

place *desk_next(const desk *d, const place *p) {
    if (p && p->next) return p->next;
    for (size_t i = p ? bucket_of(room_id(p->room)) + 1 : 0; i < DESK_BUCKETS; i++)
        if (d->buckets[i]) return d->buckets[i];
    return NULL;
}

/* --- what time brings ------------------------------------------------------------------------- */

static void tick_room(desk *d, place *p, int64_t now) {
    room_effects effects;
    error e;
    int64_t grace = d->is_shared ? GRACE : 0;
    if (now - grace < room_deadline(p->room)) return;
    errand *er = errand_new(d, p, room_id(p->room), NULL);
    if (!er) return; /* later */
    if (room_tick(p->room, now, &effects, &e) != STATUS_OK) {
        errand_drop(er);
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
    bool with_computer = room_computer(p->room) != ROOM_NO_COMPUTER;
    return room_deadline(p->room) == INT64_MAX &&
           now - last > (with_computer ? COMPUTER_DAYS : IDLE_DAYS) * day;
}

static void forget(desk *d, place *p) {
    errand *er = errand_new(d, p, room_id(p->room), NULL);
    if (!er) return;
    store_batch *batch = &er->job.batch;
    batch_forget(batch, room_id(p->room));
    memcpy(batch->game, room_id(p->room), sizeof batch->game);
    batch->version = p->version;
    desk_drop(d, p);
    store_submit(d->store, &er->job);
}

/* True if the room is no longer there. */
static bool expire(desk *d, place *p, int64_t now) {
    if (p->guest_count > 0 || p->under_way > 0 || p->is_read) return false;
    room_status standing = room_standing(p->room);
    if (standing != ROOM_OVER && p->is_own) {
        if (!is_forgotten(p, now)) return false;
        forget(d, p);
        return true;
    }
    if (standing == ROOM_OPEN && room_is_public(p->room)) return false; /* it is listed */
    bool many = d->counts.rooms - d->unfinished[0].all > FINISHED_MOST;
    if (now - p->touched < (many ? FORGET_SOON : FORGET_AFTER)) return false;
    desk_drop(d, p);
    return true;
}

static void note(desk *d, row_kind kind, int64_t first, int64_t second) {
    errand *er = errand_new(d, NULL, "", NULL);
    if (!er) return;
    batch_numbers(&er->job.batch, kind, first, second);
    store_submit(d->store, &er->job);
}

static void note_alive(desk *d, int64_t now) {
    d->alive_at = now;
    note(d, ROW_ALIVE, now, d->is_shared ? now - TOLERANCE : 0);
}

static void tidy(desk *d, int64_t now) {
    d->tidied_at = now;
    note(d, ROW_FORGET_KEYS, now - KEY_LIVES, 0);
    if (d->retain_days > 0) note(d, ROW_FORGET_FINISHED, now - d->retain_days * day, 0);
}

void desk_tick(desk *d) {
    int64_t now = desk_now(d);
    bool running = false;
    for (place *p = desk_next(d, NULL), *next; p; p = next) {
        next = desk_next(d, p);
        running = running || room_deadline(p->room) != INT64_MAX;
        if (d->is_failing || expire(d, p, now) || !place_is_ready(p)) continue;
        if (p->is_own && now >= room_deadline(p->room))
            tick_room(d, p, now);
        else
            computer_look(d, p);
    }
    /* Not while nothing is kept: the survey after that has to see how long it was. Servers that
     * share a store look at each other's notes all the time. */
    if ((running || d->is_shared) && !d->is_failing && now - d->alive_at >= ALIVE_EVERY)
        note_alive(d, now);
    if (now - d->tidied_at >= TIDY_EVERY) tidy(d, now);
    if ((d->is_failing && now - d->surveyed_at >= RETRY_EVERY) ||
        (d->is_shared && now - d->surveyed_at >= SURVEY_EVERY)) {
        desk_survey(d, d->is_failing);
    }
}

void desk_dismiss(desk *d) {
    for (place *p = desk_next(d, NULL); p; p = desk_next(d, p)) guests_restarting(p);
}

/* --- beginning and end ------------------------------------------------------------------------ */

/* Its own time; or that of the store, by which all servers go that share it. */
static status set_clock(desk *d, backend *b, error *e) {
    int64_t now = clock_ms(CLOCK_REALTIME);
    status code = b->clock ? b->clock(b, &now, e) : STATUS_OK;
    d->epoch = now - clock_ms(CLOCK_MONOTONIC);
    return code;
}

/* What has to be there from the start: clocks run whether anybody is connected or not. */
static status load(desk *d, backend *b, error *e) {
    uint8_t fresh[32];
    store_survey found;
    give_random(fresh, sizeof fresh);
    status code = set_clock(d, b, e);
    if (code == STATUS_OK) code = b->secret(b, fresh, d->secret, e);
    survey_terms terms = {
        .now = desk_now(d), .all = true, .tolerance = d->is_shared ? TOLERANCE : 0};
    if (code == STATUS_OK) code = b->survey(b, &terms, &found, e);
    if (code != STATUS_OK) return code;
    d->downs = found.downs;
    d->down_count = found.down_count;
    found.downs = NULL;
    for (size_t i = 0; code == STATUS_OK && i < found.count; i++) {
        store_loaded loaded;
        if (desk_find(d, found.games[i].id)) continue;
        code = b->load(b, d->games, found.games[i].id, &loaded, e);
        if (code ==
            STATUS_INVALID) { /* one that is damaged must not keep the others from going on */
            d->counts.stores_failed++;
            code = STATUS_OK;
        } else if (code == STATUS_OK && loaded.room) {
            if (!desk_receive(d, &loaded, e)) code = STATUS_FAILED;
        }
    }
    survey_free(&found);
    return code;
}

status desk_open(const desk_options *options, desk **out, error *e) {
    desk *d = calloc(1, sizeof *d);
    if (!d) {
        options->backend->close(options->backend);
        return fail_memory(e);
    }
    d->games = options->games;
    d->thinkers = options->thinkers;
    d->is_shared = options->backend->listen != NULL;
    d->retain_days = options->retain_days;
    d->tell = options->tell;
    d->context = options->context;
    status code = load(d, options->backend, e);
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
    d->thinkers = NULL; /* nothing new begins */
    note_alive(d, desk_now(d));
    store_close(d->store);
    d->store = NULL;
}

void desk_close(desk *d) {
    if (!d) return;
    desk_leave_store(d);
    for (place *p; (p = desk_next(d, NULL));) desk_drop(d, p);
    free(d->downs);
    free(d);
}
