/* SPDX-License-Identifier: MIT */
#include "engine/signature.h"

#include <assert.h>

#include "engine/registry.h"
#include "engine/thinker.h"

typedef struct subject {
    const char *game, *rules, *position;
} subject;

/* From openings to endgames; met in games between careless players. */
static const subject subjects[] = {
    {"linja", "zen", "60/11/11/11/11/11/11/06 a"},
    {"linja", "zen", "51/21/00/21/11/02/11/15 a"},
    {"linja", "zen", "23/51/00/01/10/01/01/45 b"},
    {"linja", "zen", "05/50/01/00/10/23/00/43 a"},
    {"linja", "2003", "60/11/01/11/11/21/11/06 b"},
    {"linja", "2003", "33/21/00/00/22/31/00/25 a"},
    {"linja", "2003", "03/23/01/11/20/10/40/24 b"},
    {"linja", "second", "21/32/11/00/32/00/11/25 b"},
    {"linja", "second", "15/11/30/00/31/00/11/34 a"},
    {"linja", "zen+mean", "42/31/11/10/00/00/11/27 a"},
    {"linja", "zen+mean", "14/50/01/00/20/00/10/37 b"},
    {"linja", "second+return", "31/33/00/00/32/00/22/14 a"},
    {"linja", "zen+mean+return", "41/21/10/12/20/01/11/16 b"},
    {"linja", "zen+mean+return", "12/32/20/01/31/00/12/24 a"},
    {"linja", "zen+exact", "41/21/10/12/20/01/11/16 b"},
    {"linja", "second+mean+exact", "12/32/20/01/31/00/12/24 a"},
    {"liniell", "standard", "A=-,- B=-,- turn=a draw=05"},
    {"liniell", "standard", "03@d4w 11@c4e 01@d5n A=d4N,- B=c4N,- turn=b draw=15"},
    {"liniell", "standard",
     "13@d4s 12@e4n 08@c4e 14@d3n 07@d2s 01@d5n A=c4N,d2E B=d5N,- turn=a draw=09"},
    {"liniell", "standard",
     "03@d4w 11@c4e 01@d5n 15@c5w 07@b5e 06@a5n 04@a4e 09@c3n 08@b4n A=a4N,b4N B=c3N,c5S turn=b "
     "draw=12"},
    {"liniell", "standard",
     "13@d4s 12@e4n 08@c4e 14@d3n 07@d2s 01@d5n 09@e3e 04@c2n 10@b2e 05@b4e 11@e5n A=d2E,e5S "
     "B=b4N,c2W turn=b draw=03"},
    {"liniell", "standard",
     "03@d4w 11@c4e 01@d5n 15@c5w 07@b5e 06@a5n 04@a4e 09@c3n 08@b4n 12@c2n 16@d3e 02@b3n 13@a3n "
     "A=a3W,b4N B=c2E,c3N turn=b draw=14"},
    {"liniell", "standard",
     "05@d4s 12@d3n 11@c4e 14@e4w 13@b4e 04@b3w 07@e3s 01@b5n 02@d2n 16@e2w 15@d5e 06@c5e 03@e5s "
     "09@b2n A=d5S,e5E B=b2N,e2N turn=a draw=10"},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Enough for every part of a search to be used, and few enough for the thread sanitizer. */
static uint64_t nodes_for(const game *g) {
    return g->shuffle ? 1500 : 20000;
}

static uint64_t hash_line(uint64_t hash, const char *line) {
    const uint64_t prime = 0x100000001b3;
    for (; *line; line++) hash = (hash ^ (unsigned char)*line) * prime;
    return (hash ^ '\n') * prime;
}

static status think_about(const subject *s, const atomic_bool *stop, text *line, error *e) {
    const game *g = registry_find(s->game);
    thinker_options options = {.game = g, .rules = g->find_rules(s->rules), .threads = 1};
    thinker_limits limits = {.nodes = nodes_for(g), .stop = stop};
    thinker *t;
    game_position position;
    const thought *found;
    status code = g->read_position(options.rules, s->position, &position, e);
    assert(code == STATUS_OK);
    code = thinker_new(&options, &t, e);
    if (code != STATUS_OK) return code;
    code = thinker_think(t, &position, &limits, &found, e);
    if (code == STATUS_OK)
        text_format(line, "%s %s %s %.3f %llu", s->game, s->rules, found->lines[0].turns[0].text,
                    found->lines[0].points, (unsigned long long)found->nodes);
    thinker_free(t);
    return code;
}

status signature_find(const atomic_bool *stop, void (*say)(void *context, const char *line),
                      void *context, uint64_t *signature, error *e) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < SUBJECTS; i++) {
        char buffer[128];
        text line = text_fixed(buffer, sizeof buffer);
        status code = think_about(&subjects[i], stop, &line, e);
        if (code != STATUS_OK) return code;
        if (stop && atomic_load(stop)) return FAIL(e, STATUS_FAILED, "stopped");
        say(context, buffer);
        hash = hash_line(hash, buffer);
    }
    *signature = hash;
    return STATUS_OK;
}
