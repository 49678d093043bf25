/* SPDX-License-Identifier: MIT */
#include "server/estimates.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/registry.h"

static const allowance questions_of_a_client = {.most = 20, .a_second = 2};

struct estimates {
    thinkers *thinkers;
    limiter limiter;
};

struct estimate {
    thought thought;
    variant variant;
    game_position position; /* as it was read: nothing hidden is in it */
    uint64_t nodes;
    answer answer;
    void (*answered)(void *context, answer a);
    void *context; /* NULL: nobody waits any more */
    estimate **waits;
};

status estimates_new(thinkers *ts, estimates **out, error *e) {
    *out = calloc(1, sizeof **out);
    if (!*out) return fail_memory(e);
    (*out)->thinkers = ts;
    return STATUS_OK;
}

void estimates_free(estimates *all) {
    free(all);
}

static answer for_all(answer a) {
    a.for_all = true;
    return a;
}

static answer problem(int code, const char *detail) {
    return for_all(answer_problem(code, detail));
}

/* --- on a thread ------------------------------------------------------------------------------ */

static void put_worth(const variation *v, text *out) {
    text_format(out, "\"chance\":%.6f,\"error\":%.6f,\"points\":%.6f,\"exact\":%s", v->chance,
                v->chance_error, v->points + 0.0 /* no "-0" */, v->exact ? "true" : "false");
}

/* What a game that is over was worth to the side whose turn it would be. */
static variation final_worth(variant v, const game_position *position) {
    game_outcome o = variant_outcome(v, position);
    int side = v.game->to_move(position), leader = side == SIDE_A ? o.leader : -o.leader;
    return (variation){.points = o.points[side] - o.points[1 - side],
                       .chance = leader > 0   ? 1
                                 : leader < 0 ? 0
                                              : 0.5,
                       .exact = true};
}

static void put_turns(const estimate *q, const search_result *found, text *out) {
    for (size_t i = 0; i < found->count; i++) {
        const variation *v = &found->variations[i];
        char written[GAME_POSITION_TEXT];
        text t = text_fixed(written, sizeof written);
        game_position after = variant_after(q->variant, &q->position, v->turns[0].text);
        variant_write_position(q->variant, &after, &t);
        text_format(out, "%s{\"turn\":\"%s\",\"position\":\"%s\",", i ? "," : "", v->turns[0].text,
                    written);
        put_worth(v, out);
        text_char(out, '}');
    }
}

static status search(const estimate *q, thinker *by, const search_result **found, error *e) {
    thinker_wanted wanted = {.game = q->variant.game, .rules = q->variant.name};
    engine_limits limits = {
        .nodes = q->nodes, .variations = VARIATIONS_MAX, .stop = &q->thought.stop};
    engine *t = NULL;
    status code = thinker_engine(by, &wanted, &t, e);
    return code == STATUS_OK ? engine_think(t, &q->position, &limits, found, e) : code;
}

static void think(thought *t, thinker *by) {
    estimate *q = (estimate *)t;
    const search_result *found = NULL;
    error e;
    bool over = q->variant.game->is_over(&q->position);
    if (!over && search(q, by, &found, &e) != STATUS_OK) {
        q->answer = problem(503, e.text);
        return;
    }
    variation worth = over ? final_worth(q->variant, &q->position) : found->variations[0];
    text body = text_growing();
    text_char(&body, '{');
    put_worth(&worth, &body);
    text_put(&body, ",\"turns\":[");
    if (!over) put_turns(q, found, &body);
    text_put(&body, "]}\n");
    q->answer = for_all(answer_text(200, "application/json", body));
}

/* --- coming and going ------------------------------------------------------------------------- */

static void done(thought *t) {
    estimate *q = (estimate *)t;
    if (q->context)
        q->answered(q->context, q->answer);
    else
        answer_free(&q->answer);
    free(q);
}

static void drop(thought *t) {
    estimate *q = (estimate *)t;
    if (q->context) *q->waits = NULL;
    answer_free(&q->answer);
    free(q);
}

void estimate_drop(estimate *q) {
    q->context = NULL;
    atomic_store(&q->thought.stop, true);
}

/* --- the question ----------------------------------------------------------------------------- */

static const game *find_game(const char *path) {
    static const char root[] = "/v1/";
    if (strncmp(path, root, strlen(root)) != 0) return NULL;
    const game *g = registry_find(path + strlen(root));
    return g && !g->solution ? g : NULL;
}

bool estimates_know(const http_request *r) {
    return find_game(r->path) != NULL;
}

static status read_nodes(const char *query, uint64_t *nodes, error *e) {
    text given = text_growing();
    status code = answer_parameter(query, "nodes", &given, e);
    *nodes = ESTIMATE_NODES_USUAL;
    if (code == STATUS_OK && given.data &&
        (!text_is_number(given.data, ESTIMATE_NODES_MOST, nodes) || *nodes == 0))
        code = FAIL(e, STATUS_INVALID, "\"nodes\" is a number from 1 to %d", ESTIMATE_NODES_MOST);
    text_free(&given);
    return code;
}

/* The position, by default the start, of which nobody knows either what comes next. In addresses a
 * space may be written otherwise. */
static status read_position(const char *query, variant v, game_position *position, error *e) {
    text given = text_growing();
    status code = answer_parameter(query, "position", &given, e);
    if (code == STATUS_OK && !given.data) {
        variant_start(v, position);
        variant_write_position(v, position, &given);
    }
    for (char *c = given.data; c && *c; c++)
        if (*c == '_') *c = ' ';
    if (code == STATUS_OK && given.failed) code = fail_memory(e);
    if (code == STATUS_OK) code = variant_read_position(v, given.data, position, e);
    text_free(&given);
    game_turn turns[GAME_TURNS_MAX];
    if (code == STATUS_OK && !v.game->is_over(position) && variant_turns(v, position, turns) == 0)
        code = FAIL(e, STATUS_INVALID, "which tile was drawn is not known");
    return code;
}

static int64_t now_ms(void) {
    return (int64_t)(1000 * seconds_now());
}

/* 0, or the status by which it is refused. */
static int read_question(const estimate_asking *a, estimate *q, error *e) {
    const http_request *r = a->request;
    error_set(e, "This cannot be done here.");
    if (strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0) return 405;
    q->thought.client = limiter_client(a->client);
    error_set(e, "Too many questions of one client. Please wait a little.");
    if (!limiter_take(&a->all->limiter, q->thought.client, &questions_of_a_client, now_ms()))
        return 429;
    status code = variant_find(find_game(r->path), NULL, &q->variant, e);
    if (code == STATUS_OK) code = read_nodes(r->query, &q->nodes, e);
    if (code == STATUS_OK) code = read_position(r->query, q->variant, &q->position, e);
    return code == STATUS_OK ? 0 : code == STATUS_INVALID ? 400 : 503;
}

void estimate_ask(const estimate_asking *a, estimate **waits) {
    error e;
    estimate *q = calloc(1, sizeof *q);
    if (!q) {
        a->answered(a->context, problem(503, "out of memory"));
        return;
    }
    q->thought = (thought){.think = think, .done = done, .drop = drop};
    q->answered = a->answered;
    q->context = a->context;
    q->waits = waits;
    *waits = q;
    int refused = read_question(a, q, &e);
    thinkers_answer taken = refused ? THOUGHT_TAKEN : thinkers_ask(a->all->thinkers, &q->thought);
    if (taken == THOUGHT_CLIENT_FULL) {
        refused = 429;
        error_set(&e, "Too many questions of one client at once.");
    } else if (taken == THOUGHT_FULL) {
        refused = 503;
        error_set(&e, "Too many questions at once.");
    }
    if (!refused) return;
    *waits = NULL;
    free(q);
    a->answered(a->context, problem(refused, e.text));
}
