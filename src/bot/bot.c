/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "base/seconds.h"
#include "bot/bot_inside.h"

bool bot_is_stopped(const bot *b) {
    return b->options->stop && atomic_load(b->options->stop);
}

void bot_tell(bot *b, bot_news_kind kind, const char *why) {
    bot_news news = {.kind = kind, .seat = &b->seat, .table = &b->table, .why = why};
    b->options->told(b->options->context, &news);
}

void bot_rest(const bot *b, double seconds) {
    double end = seconds_now() + seconds;
    while (seconds_now() < end && !bot_is_stopped(b))
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

status bot_ask(bot *b, const question *q, reply *out, error *e) {
    const bot_options *o = b->options;
    for (double pause = 0.5;; pause = pause < 15 ? 2 * pause : 30) {
        status code = ask(&o->server, bot_patience, o->stop, q, out, e);
        if (code == STATUS_OK) {
            if (b->is_alone) bot_tell(b, BOT_BACK, NULL);
            b->has_met = true;
            b->is_alone = false;
            return code;
        }
        if (!b->has_met || bot_is_stopped(b)) return code;
        if (!b->is_alone) bot_tell(b, BOT_ALONE, e->text);
        b->is_alone = true;
        bot_rest(b, pause);
    }
}

status bot_look(bot *b, const char *id, json_t **view, error *e) {
    char path[64];
    text t = text_fixed(path, sizeof path);
    text_format(&t, "v1/games/%s", id);
    reply r = {0};
    status code = bot_ask(b, &(question){.method = "GET", .path = path}, &r, e);
    if (code != STATUS_OK) return code;
    if (r.code == 200 && r.body) {
        *view = r.body;
        return STATUS_OK;
    }
    code = ask_refused(&b->options->server, &r, r.code == 404 ? STATUS_INVALID : STATUS_FAILED, e);
    json_decref(r.body);
    return code;
}

/* Whoever thinks must know the rules of this game. */
static status prepare_mind(bot *b, variant v, error *e) {
    if (b->mind && variant_equal(mind_variant(b->mind), v)) return STATUS_OK;
    mind_free(b->mind);
    b->mind = NULL;
    contestant_rules rules = b->options->rules;
    rules.variant = v;
    status code = mind_new(&b->options->plan, &rules, &b->mind, e);
    if (code == STATUS_OK || b->options->plan.kind != CONTESTANT_UGI) return code;
    return FAIL_WITHIN(e, code, "%.60s", b->options->plan.command);
}

/* Before a seat is taken it must be clear that there is somebody to sit on it. */
static status try_mind(bot *b, error *e) {
    const game *g = b->options->games[0];
    variant v;
    for (const game *const *each = b->options->games; b->options->game && *each; each++)
        if (strcmp((*each)->name, b->options->game) == 0) g = *each;
    status code = variant_find(g, NULL, &v, e);
    return code == STATUS_OK ? prepare_mind(b, v, e) : code;
}

/* One seat, up to the end of the game and of those that are played again. */
static status play_seat(bot *b, error *e) {
    status code = bot_take_seat(b, e);
    if (code != STATUS_OK) return code;
    bot_tell(b, BOT_SEATED, NULL);
    for (;;) {
        code = prepare_mind(b, b->table.variant, e);
        if (code == STATUS_OK) code = bot_play(b, e);
        if (code != STATUS_OK || bot_is_stopped(b) || !b->table.rematch[0]) return code;
        memcpy(b->seat.id, b->table.rematch, sizeof b->seat.id);
        if (b->options->seat_file) code = seat_write(b->options->seat_file, &b->seat, e);
        if (code != STATUS_OK) return code;
        table_forget(&b->table);
        bot_tell(b, BOT_SEATED, NULL);
    }
}

status bot_run(const bot_options *options, error *e) {
    bot b = {.options = options};
    status code = try_mind(&b, e);
    for (uint64_t i = 0; code == STATUS_OK && !bot_is_stopped(&b); i++) {
        if (options->games_most > 0 && i == options->games_most) break;
        code = play_seat(&b, e);
        bot_leave_seat(&b);
        mind_free(b.mind); /* before the rules it knows go */
        b.mind = NULL;
        table_close(&b.table);
        if (!options->accepts_open) break;
    }
    mind_free(b.mind);
    return bot_is_stopped(&b) ? STATUS_OK : code;
}
