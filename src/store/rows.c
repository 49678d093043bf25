/* SPDX-License-Identifier: MIT */
#include "store/rows.h"

#include <stdlib.h>
#include <string.h>

store_strand *strand_new(void) {
    store_strand *s = calloc(1, sizeof *s);
    return s ? strand_hold(s) : NULL;
}

store_strand *strand_hold(store_strand *s) {
    s->users++;
    return s;
}

void strand_drop(store_strand *s) {
    if (s && --s->users == 0) free(s);
}

void batch_free(store_batch *b) {
    for (int i = 0; i < 2; i++) strand_drop(b->strands[i]);
    for (size_t i = 0; i < b->count; i++) {
        free(b->rows[i].text);
        free(b->rows[i].more);
    }
    free(b->rows);
    *b = (store_batch){0};
}

/* A row of its own, or NULL. */
static store_row *add(store_batch *b, row_kind kind, const char *id) {
    if (b->count == b->room) {
        size_t most = b->room ? 2 * b->room : 4;
        store_row *rows = realloc(b->rows, most * sizeof *rows);
        if (!rows) {
            b->failed = true;
            return NULL;
        }
        b->rows = rows;
        b->room = most;
    }
    store_row *row = &b->rows[b->count++];
    *row = (store_row){.kind = kind};
    memcpy(row->game, id, strlen(id) + 1);
    return row;
}

static char *copy(store_batch *b, const char *string) {
    char *copied = strdup(string);
    if (!copied) b->failed = true;
    return copied;
}

/* Takes the text over. */
static char *take(store_batch *b, text *t) {
    if (t->failed) b->failed = true;
    char *data = t->data;
    *t = text_growing();
    return data;
}

void batch_game(store_batch *b, const room *r, int64_t now) {
    store_row *row = add(b, ROW_GAME, room_id(r));
    if (!row) return;
    text terms = text_growing();
    room_write_terms(r, &terms);
    row->text = take(b, &terms);
    row->numbers[0] = room_standing(r);
    row->numbers[1] = now;
    row->numbers[2] = room_standing(r) == ROOM_OPEN && room_is_public(r);
}

void batch_events(store_batch *b, const room *r, size_t first, size_t last) {
    for (size_t n = first; n <= last; n++) {
        store_row *row = add(b, ROW_EVENT, room_id(r));
        if (!row) return;
        room_event_kept kept = room_event_to_keep(r, n);
        row->text = copy(b, kept.line);
        row->numbers[0] = (int64_t)n;
        row->numbers[1] = kept.at;
        row->numbers[2] = kept.left[0];
        row->numbers[3] = kept.left[1];
    }
}

void batch_answer(store_batch *b, const room *r, int player, const char *id,
                  const room_effects *effects) {
    if (effects->number == 0) return;
    store_row *row = add(b, ROW_ANSWER, room_id(r));
    if (!row) return;
    row->player = player;
    row->text = copy(b, id);
    row->more = copy(b, effects->answer.detail.text);
    row->numbers[0] = (int64_t)effects->number;
    row->numbers[1] = (int64_t)effects->answer.n;
    row->numbers[2] = effects->answer.why;
}

void batch_plan(store_batch *b, const room *r, int player) {
    store_row *row = add(b, ROW_PLAN, room_id(r));
    if (!row) return;
    text plan = text_growing();
    room_write_plan(r, player, &plan);
    row->player = player;
    row->text = take(b, &plan);
}

void batch_key(store_batch *b, const room *r, int player, const char *hash, const char *request,
               int64_t now) {
    store_row *row = add(b, ROW_KEY, room_id(r));
    if (!row) return;
    row->text = copy(b, hash);
    row->more = copy(b, request);
    row->numbers[0] = now;
    row->numbers[1] = player;
}

void batch_numbers(store_batch *b, row_kind kind, int64_t first, int64_t second) {
    store_row *row = add(b, kind, "");
    if (!row) return;
    row->numbers[0] = first;
    row->numbers[1] = second;
}

void batch_forget(store_batch *b, const char *id) {
    add(b, ROW_FORGET_GAME, id);
}

void batch_here(store_batch *b, const char *id, int player, bool here) {
    store_row *row = add(b, here ? ROW_HERE : ROW_GONE, id);
    if (row) row->player = player;
}
