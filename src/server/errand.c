/* SPDX-License-Identifier: MIT
 *
 * Errands to the store, and what they come back with. */
#include <stdlib.h>
#include <string.h>

#include "server/computer.h"
#include "server/desk_inside.h"
#include "server/guest.h"

/* --- whether the store does its part -----------------------------------------------------------
 */

static void note_failure(desk *d, const char *why) {
    d->counts.stores_failed++;
    if (d->is_failing) return;
    char line[320];
    text t = text_fixed(line, sizeof line);
    text_format(&t, "games cannot be kept or read: %s", why);
    d->is_failing = true;
    d->surveyed_at = desk_now(d);
    if (d->tell) d->tell(d->context, line);
}

static void note_recovery(desk *d) {
    if (!d->is_failing) return;
    d->is_failing = false;
    if (d->tell) d->tell(d->context, "games are kept again");
}

/* --- rooms from the store --------------------------------------------------------------------- */

bool desk_is_shared(const desk *d) {
    return d->is_shared;
}

bool place_is_here(const place *p, int player) {
    return p->connections[player] > 0 || p->elsewhere[player];
}

bool place_is_ready(const place *p) {
    return !p->is_lost && !p->is_paused;
}

/* The clocks stood still while no server was up. */
static void pause_clocks(const desk *d, room *r) {
    int64_t until = INT64_MIN;
    for (size_t i = 0; i < d->down_count; i++) { /* two of them may overlap */
        int64_t from = d->downs[i][0] > until ? d->downs[i][0] : until;
        if (d->downs[i][1] <= from) continue;
        until = d->downs[i][1];
        room_restore_pause(r, from, until);
    }
}

static void take_in(place *p, const store_loaded *loaded) {
    p->room = loaded->room;
    p->is_own = loaded->is_own;
    p->version = p->version_kept = loaded->version;
    p->kept = room_events(p->room);
    p->standing_kept = (int)room_standing(p->room);
}

/* Who is connected to other servers; that is told if it is new. */
static void take_presence(desk *d, place *p, const bool here[2]) {
    bool changed = false;
    for (int i = 0; i < 2; i++) {
        bool before = place_is_here(p, i);
        p->elsewhere[i] = here[i];
        if (place_is_here(p, i) == before) continue;
        changed = true;
        room_seat(p->room, i, !before, desk_now(d));
    }
    if (changed) guests_presence(p);
}

place *desk_receive(desk *d, const store_loaded *loaded, error *e) {
    pause_clocks(d, loaded->room);
    room_restored(loaded->room, desk_now(d));
    place *p = desk_add(d, loaded->room, 0, e);
    if (!p) return NULL;
    take_in(p, loaded);
    p->is_paused = d->is_failing;
    take_presence(d, p, loaded->here);
    return p;
}

void desk_put_off(place *p, errand *er) {
    errand **end = &p->put_off;
    while (*end) end = &(*end)->next;
    er->next = NULL;
    *end = er;
}

/* What was put off is done now. */
static void go_on(desk *d, place *p) {
    char id[ID_BYTES];
    errand *er = p->put_off;
    memcpy(id, room_id(p->room), sizeof id);
    p->put_off = NULL;
    for (errand *next; er; er = next) {
        next = er->next;
        if (er->again) er->again(er, desk_find(d, id)); /* one of them may have dropped it */
        errand_drop(er);
    }
}

/* A room in memory as it is on disk, where it has gone on. Nothing is under way in it: what was not
 * kept has come back before what was read behind it. */
static void renew(desk *d, place *p, const store_loaded *loaded, store_strand *fresh) {
    room *before = p->room;
    strand_drop(p->strand);
    p->strand = fresh;
    p->under_way = 0;
    pause_clocks(d, loaded->room);
    room_restored(loaded->room, desk_now(d));
    room_take_presence(loaded->room, before);
    take_in(p, loaded);
    for (int i = 0; i < 2; i++)
        if (!room_has_token_of(p->room, before, i)) guests_unseat(p, i);
    room_free(before);
    desk_recount(d, p);
    p->is_lost = false;
    p->is_paused = d->is_failing;
    take_presence(d, p, loaded->here);
    guests_wake(p);
}

/* A room that was in memory has been read again. */
static void reread(errand *er, place *p) {
    desk *d = er->desk;
    store_loaded *loaded = &er->job.loaded;
    p->is_read = false;
    if (er->job.code == STATUS_FAILED && !p->is_lost) return; /* later: when the store is back */
    bool gone = er->job.code != STATUS_OK || !loaded->room;
    if (gone || room_events(loaded->room) < p->kept) { /* lost, or somebody has put back a backup */
        room_free(loaded->room);
        desk_drop(d, p);
        return;
    }
    p->is_own = loaded->is_own;
    bool is_new = p->is_lost || p->is_paused || loaded->version != p->version_kept;
    if (is_new && (p->is_lost || p->under_way == 0)) {
        store_strand *fresh = strand_new();
        if (!fresh) {
            room_free(loaded->room);
            desk_drop(d, p);
            return;
        }
        renew(d, p, loaded, fresh);
    } else {
        p->read_more = p->read_more || is_new; /* unless what is under way is refused */
        take_presence(d, p, loaded->here);
        room_free(loaded->room);
    }
    bool more = p->read_more; /* what was put off may be about what came since this was read */
    if (more && p->under_way == 0) desk_read_again(d, p);
    if (!more && !p->is_paused) go_on(d, p);
}

void desk_read_again(desk *d, place *p) {
    /* What is under way may be refused: what is read between it and what follows it is of no use.
     */
    if (p->is_read || (p->under_way > 0 && !p->is_lost)) {
        p->read_more = true;
        return;
    }
    errand *er = errand_new(d, NULL, room_id(p->room), NULL);
    if (!er) {
        desk_drop(d, p);
        return;
    }
    er->job.batch.strands[0] = strand_hold(p->strand);
    p->is_read = true;
    p->read_more = false;
    store_submit(d->store, &er->job);
}

void desk_note_here(desk *d, const place *p, int player, bool here) {
    errand *er = d->is_shared && d->store ? errand_new(d, NULL, "", NULL) : NULL;
    if (!er) return;
    batch_here(&er->job.batch, room_id(p->room), player, here);
    store_submit(d->store, &er->job);
}

/* --- errands ---------------------------------------------------------------------------------- */

void errand_drop(errand *er) {
    if (!er) return;
    batch_free(&er->job.batch);
    survey_free(&er->job.survey);
    free(er->message);
    free(er->heard);
    free(er);
}

/* The room of an errand as it was when that was sent, or the other one (1); NULL: there is none any
 * more. It may have been dropped since, and even be there again as it was read. */
static place *place_of(const errand *er, int which) {
    const char *id = which == 0 ? er->id : er->another;
    place *p = *id ? desk_find(er->desk, id) : NULL;
    return p && p->strand == er->job.batch.strands[which] ? p : NULL;
}

static void lose(errand *er, int which) {
    place *p = place_of(er, which);
    if (p) desk_drop(er->desk, p);
}

static void settle(const errand *er, int which, size_t kept, int standing, bool advances) {
    desk *d = er->desk;
    place *p = place_of(er, which);
    if (!p) return;
    p->under_way--;
    if (p->is_lost) return;
    if (kept > p->kept) p->kept = kept;
    if (standing >= 0) p->standing_kept = standing;
    if (advances) p->version_kept++;
    guests_wake(p);
    if (p->read_more && p->under_way == 0) desk_read_again(d, p);
}

/* What an errand was to keep did not follow from what is kept: the room is read again, and then it
 * is done once more. True if the errand lives on. */
static bool begin_again(desk *d, errand *er) {
    place *p = place_of(er, 0);
    lose(er, 1);
    if (!p) {
        if (er->again) er->again(er, *er->id ? desk_find(d, er->id) : NULL);
        return false;
    }
    p->under_way--;
    p->is_lost = true;
    desk_put_off(p, er);
    if (!p->is_read) desk_read_again(d, p);
    return true;
}

static void errand_loaded(errand *er) {
    desk *d = er->desk;
    store_job *job = &er->job;
    place *p = place_of(er, 0); /* it was to be read again */
    if (job->code == STATUS_FAILED) note_failure(d, job->e.text);
    if (p) {
        reread(er, p);
        p = desk_find(d, er->id);
    } else if ((p = desk_find(d, er->id))) {
        room_free(job->loaded.room); /* somebody else was first */
    } else if (job->loaded.room) {
        p = desk_receive(d, &job->loaded, &job->e);
    }
    if (er->then) er->then(er, p);
}

/* A room that this server sees to from now on, or whose guests have changed, or that is listed. */
static void take_game(desk *d, const char *id) {
    place *p = desk_find(d, id);
    if (p) {
        desk_read_again(d, p);
        return;
    }
    errand *er = errand_new(d, NULL, id, NULL);
    if (!er) return;
    store_submit(d->store, &er->job);
}

static void errand_surveyed(errand *er) {
    desk *d = er->desk;
    store_survey *found = &er->job.survey;
    if (er->job.code != STATUS_OK) {
        note_failure(d, er->job.e.text);
        return;
    }
    bool was_failing = d->is_failing;
    note_recovery(d);
    bool was_down = found->down_count != d->down_count;
    int64_t(*downs)[2] = d->downs;
    d->downs = found->downs;
    d->down_count = found->down_count;
    found->downs = downs;
    for (place *p = was_down || was_failing ? desk_next(d, NULL) : NULL, *next; p; p = next) {
        next = desk_next(d, p);
        if (was_down && room_deadline(p->room) != INT64_MAX) p->is_paused = true;
        if (p->is_paused || was_failing) desk_read_again(d, p);
    }
    for (size_t i = 0; i < found->count; i++) take_game(d, found->games[i].id);
}

/* It may be the computer's turn now. */
static void look_after(desk *d, const char *id) {
    place *p = *id ? desk_find(d, id) : NULL;
    if (p) computer_look(d, p);
}

static void errand_done(store_job *job) {
    errand *er = (errand *)job;
    desk *d = er->desk;
    const place *p = place_of(er, 0);
    bool advances = job->batch.game[0];
    switch (job->kind) {
    case JOB_LOAD: errand_loaded(er); break;
    case JOB_SURVEY: errand_surveyed(er); break;
    case JOB_KEY:
        if (job->code != STATUS_OK) note_failure(d, job->e.text);
        er->then(er, NULL);
        break;
    case JOB_KEEP:
        if (job->code == STATUS_DIFFERS || (job->batch.count == 0 && p && p->is_lost)) {
            if (begin_again(d, er)) return;
            break;
        }
        if (job->code != STATUS_OK) {
            note_failure(d, job->e.text);
            lose(er, 1);
            lose(er, 0);
        } else {
            settle(er, 1, er->another_kept, er->another_standing, false);
            settle(er, 0, er->kept, er->standing, advances);
        }
        if (er->then) er->then(er, *er->id ? desk_find(d, er->id) : NULL);
        break;
    }
    look_after(d, er->another);
    look_after(d, er->id);
    errand_drop(er);
}

errand *errand_new(desk *d, const place *p, const char *id, void (*then)(errand *er, place *p)) {
    errand *er = calloc(1, sizeof *er);
    if (!er) return NULL;
    er->desk = d;
    er->then = then;
    er->standing = -1;
    er->job.done = errand_done;
    memcpy(er->id, id, strlen(id) + 1);
    if (p) er->job.batch.strands[0] = strand_hold(p->strand);
    if (p || !*id) return er;
    er->job.kind = JOB_LOAD;
    memcpy(er->job.game, id, strlen(id) + 1);
    return er;
}

void errand_keep(errand *er, place *p, const room_effects *effects) {
    desk *d = er->desk;
    store_batch *batch = &er->job.batch;
    const room *r = p->room;
    int64_t now = desk_now(d);
    int standing = (int)room_standing(r);
    desk_recount(d, p);
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
    place *p = er->job.kind == JOB_KEEP && *er->id ? desk_find(er->desk, er->id) : NULL;
    place *another = er->another[0] ? desk_find(er->desk, er->another) : NULL;
    store_batch *batch = &er->job.batch;
    if (p) p->under_way++;
    if (another) {
        another->under_way++;
        batch->strands[1] = strand_hold(another->strand);
    }
    if (p && batch->count > 0) {
        memcpy(batch->game, er->id, sizeof batch->game);
        batch->version = p->version++;
    }
    store_submit(er->desk->store, &er->job);
}

/* --- what comes from elsewhere ---------------------------------------------------------------- */

/* Another server has changed a room, or ("") any of them may be changed. */
static void hear(void *context, const char *id, bool listed) {
    desk *d = context;
    if (*id) {
        place *p = desk_find(d, id);
        if (p)
            desk_read_again(d, p);
        else if (listed)
            take_game(d, id);
        return;
    }
    for (place *p = desk_next(d, NULL), *next; p; p = next) {
        next = desk_next(d, p);
        desk_read_again(d, p);
    }
    desk_survey(d, true);
}

void desk_collect(desk *d) {
    store_collect(d->store, hear, d);
}

void desk_survey(desk *d, bool all) {
    errand *er = errand_new(d, NULL, "", NULL);
    if (!er) return;
    d->surveyed_at = desk_now(d);
    er->job.kind = JOB_SURVEY;
    er->job.terms = (survey_terms){.now = d->surveyed_at, .all = all, .tolerance = TOLERANCE};
    store_submit(d->store, &er->job);
}
