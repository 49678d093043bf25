/* SPDX-License-Identifier: MIT
 *
 * Lines, commands, and the answers that take no time. */
#include "ugi/protocol.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/picture.h"
#include "ugi/protocol_inside.h"

/* --- saying things --------------------------------------------------------------------------- */

void protocol_say(protocol *p, const char *format, ...) {
    char line[2048]; /* more than any line that is not part of a text */
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&p->lock);
    p->options.say(p->options.context, line);
    pthread_mutex_unlock(&p->lock);
}

void protocol_say_text(protocol *p, text *lines) {
    pthread_mutex_lock(&p->lock);
    for (char *at = lines->failed ? NULL : lines->data; at && *at;) {
        size_t length = strcspn(at, "\n");
        bool more = at[length] != '\0';
        at[length] = '\0';
        p->options.say(p->options.context, at);
        at += length + more;
    }
    if (lines->failed) p->options.say(p->options.context, "info string out of memory");
    pthread_mutex_unlock(&p->lock);
    text_free(lines);
}

void protocol_complain(protocol *p, const char *command, const error *e) {
    protocol_say(p, "info string %s: %s", command, e->text);
}

void protocol_say_remark(protocol *p) {
    error remark;
    engine *t = p->session.engine;
    if (t && engine_remark(t, &remark)) protocol_say(p, "info string %s", remark.text);
}

/* --- commands -------------------------------------------------------------------------------- */

static void run_ugi(protocol *p, char *words) {
    (void)words;
    text lines = text_growing();
    text_format(&lines, "id name Linework %s\nid author the Linework authors\n",
                p->options.version);
    session_list_options(&p->session, &lines);
    text_put(&lines, "ugiok\n");
    protocol_say_text(p, &lines);
}

static void run_isready(protocol *p, char *words) {
    (void)words;
    error e;
    if (!protocol_is_busy(p)) {
        if (session_prepare(&p->session, &e) != STATUS_OK) protocol_complain(p, "isready", &e);
        protocol_say_remark(p);
    }
    protocol_say(p, "readyok");
}

/* The place of a word in a text, as a whole word; NULL if it is not there. */
static char *find_word(char *string, const char *word) {
    size_t length = strlen(word);
    for (char *at = string; (at = strstr(at, word)); at++) {
        bool begins = at == string || at[-1] == ' ' || at[-1] == '\t';
        bool ends = !at[length] || at[length] == ' ' || at[length] == '\t';
        if (begins && ends) return at;
    }
    return NULL;
}

static char *trimmed(char *string) {
    string += strspn(string, " \t");
    size_t length = strlen(string);
    while (length > 0 && strchr(" \t", string[length - 1])) length--;
    string[length] = '\0';
    return string;
}

/* Ends a text before a word, and answers what follows it; NULL if it is not there. */
static char *cut_at(char *string, const char *word) {
    char *at = find_word(string, word);
    if (!at) return NULL;
    *at = '\0';
    return trimmed(at + strlen(word));
}

static void run_setoption(protocol *p, char *words) {
    error e;
    char *value = cut_at(words, "value"), *name = cut_at(words, "name");
    if (!name || !*name || !value || *trimmed(words)) {
        protocol_say(p, "info string setoption: it is 'setoption name NAME value VALUE'");
        return;
    }
    if (session_set(&p->session, name, value, &e) != STATUS_OK)
        protocol_complain(p, "setoption", &e);
    protocol_say_remark(p);
}

static void run_uginewgame(protocol *p, char *words) {
    (void)words;
    session_restart(&p->session);
}

static void run_position(protocol *p, char *words) {
    char *moves = cut_at(words, "moves"), *draws = cut_at(words, "draws");
    char *kind = session_word(&words), *start = trimmed(words);
    bool from_start = kind && strcmp(kind, "startpos") == 0 && !*start;
    bool from_text = kind && strcmp(kind, "fen") == 0 && *start;
    error e;
    if (!from_start && !from_text)
        protocol_say(p, "info string position: it is 'position startpos' or 'position fen "
                        "POSITION', then 'draws LIST' and 'moves TURN...' as needed");
    else if (session_set_position(&p->session, from_text ? start : NULL, draws, moves, &e) !=
             STATUS_OK)
        protocol_complain(p, "position", &e);
}

static void run_stop(protocol *p, char *words) {
    (void)words;
    protocol_stop(p);
}

static void run_query(protocol *p, char *words) {
    const char *what = trimmed(words);
    const session *s = &p->session;
    game_outcome outcome = session_outcome(s);
    if (strcmp(what, "gameover") == 0)
        protocol_say(p, "response %s", outcome.over ? "true" : "false");
    else if (strcmp(what, "p1turn") == 0)
        protocol_say(p, "response %s",
                     s->line.variant.game->to_move(session_position(s)) == SIDE_A ? "true"
                                                                                  : "false");
    else if (strcmp(what, "result") == 0)
        protocol_say(p, "response %s",
                     !outcome.over        ? "none"
                     : outcome.leader > 0 ? "p1win"
                     : outcome.leader < 0 ? "p2win"
                                          : "draw");
    else
        protocol_say(p, "info string query: gameover, p1turn and result can be asked for");
}

static void put_rules(const session *s, text *out) {
    variant v = s->line.variant;
    text_format(out, "info string game %s rules %s\n", v.game->name,
                v.name ? v.name : "of its own tiles");
}

static void run_d(protocol *p, char *words) {
    (void)words;
    const session *s = &p->session;
    text lines = text_growing();
    picture_style style = {.ascii = true};
    picture_draw_text(s->line.variant, session_position(s), style, &lines);
    put_rules(s, &lines);
    text_put(&lines, "info string position ");
    variant_write_position(s->line.variant, session_position(s), &lines);
    protocol_say_text(p, &lines);
}

/* What can be said without a search: the points as they stand, a rough evaluation, and what a table
 * knows. */
static void run_eval(protocol *p, char *words) {
    (void)words;
    session *s = &p->session;
    const game_position *position = session_position(s);
    game_outcome outcome = session_outcome(s);
    text lines = text_growing();
    text_format(&lines, "info string points p1 %d p2 %d\n", outcome.points[SIDE_A],
                outcome.points[SIDE_B]);
    text_format(&lines, "info string judgement %+d for p1\n",
                variant_evaluate(s->line.variant, position));
    error e;
    status code = session_prepare(s, &e);
    if (code == STATUS_OK && engine_is_perfect(s->engine) && !outcome.over) {
        const search_result *found;
        engine_limits limits = {.history = session_history(s)};
        code = engine_think(s->engine, position, &limits, &found, &e);
        if (code == STATUS_OK)
            text_format(&lines, "info string exact %+.0f for the side to move\n",
                        found->variations[0].points);
    }
    protocol_say_text(p, &lines);
    if (code != STATUS_OK) protocol_complain(p, "eval", &e);
    protocol_say_remark(p);
}

static void run_quit(protocol *p, char *words) {
    (void)words;
    protocol_stop(p);
    p->has_quit = true;
}

static void run_help(protocol *p, char *words);

typedef struct command {
    const char *name;
    const char *operands;
    const char *help;
    bool at_any_time; /* also while something is under way */
    void (*run)(protocol *p, char *words);
} command;

static const command commands[] = {
    {"ugi", "", "who I am, and my options", true, run_ugi},
    {"isready", "", "answers readyok", true, run_isready},
    {"setoption", "name NAME value VALUE", "sets an option", false, run_setoption},
    {"uginewgame", "", "forgets the last game", false, run_uginewgame},
    {"position", "startpos | fen POSITION [draws LIST] [moves TURN...]", "sets the position", false,
     run_position},
    {"go",
     "[p1time MS p2time MS p1inc MS p2inc MS] [movetime MS] [depth N] [nodes N] [infinite] "
     "[searchmoves TURN...] | perft N",
     "thinks, and answers bestmove", false, protocol_go},
    {"stop", "", "ends thinking", true, run_stop},
    {"query", "gameover | p1turn | result", "answers response", true, run_query},
    {"d", "", "draws the board", true, run_d},
    {"eval", "", "judges the position without thinking", false, run_eval},
    {"perft", "N", "counts the sequences of N turns", false, protocol_perft},
    {"bench", "", "thinks about fixed positions, and answers a signature", false, protocol_bench},
    {"help", "", "this list", true, run_help},
    {"quit", "", "ends the session", true, run_quit},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const char *protocol_command(size_t index) {
    return index < COMMANDS ? commands[index].name : NULL;
}

static void run_help(protocol *p, char *words) {
    (void)words;
    text lines = text_growing();
    for (size_t i = 0; i < COMMANDS; i++)
        text_format(&lines, "info string %s%s%s: %s\n", commands[i].name,
                    *commands[i].operands ? " " : "", commands[i].operands, commands[i].help);
    protocol_say_text(p, &lines);
}

static void run_words(protocol *p, char *words) {
    char *name = session_word(&words);
    if (!name) return; /* an empty line */
    for (size_t i = 0; i < COMMANDS; i++) {
        const command *c = &commands[i];
        if (strcmp(c->name, name) != 0) continue;
        if (!*c->operands && *trimmed(words))
            protocol_say(p, "info string %s: nothing can follow", name);
        else if (!c->at_any_time && protocol_is_busy(p))
            protocol_say(p, "info string %s: not while I am busy; 'stop' ends that", name);
        else
            c->run(p, words);
        return;
    }
    error e;
    error_set(&e, "unknown command '%.40s'; 'help' lists them", name);
    protocol_say(p, "info string %s", e.text);
}

/* --- lines ----------------------------------------------------------------------------------- */

static void obey_line(protocol *p, const char *bytes, size_t length) {
    if (length > 0 && bytes[length - 1] == '\r') length--;
    size_t bad;
    if (length > PROTOCOL_LINE_MAX) {
        protocol_say(p, "info string a line has at most %d bytes", PROTOCOL_LINE_MAX);
    } else if (!text_is_clean(bytes, length, &bad)) {
        protocol_say(p, "info string byte %zu of the line is not text", bad + 1);
    } else if (memchr(bytes, '\n', length) || memchr(bytes, '\r', length)) {
        protocol_say(p, "info string that is more than one line");
    } else {
        text words = text_growing();
        text_put_n(&words, bytes, length);
        if (words.failed)
            protocol_say(p, "info string out of memory");
        else
            run_words(p, words.data);
        text_free(&words);
    }
}

bool protocol_line(protocol *p, const char *bytes, size_t length) {
    p->read_at = seconds_on(&p->options.clock);
    if (!p->has_quit) obey_line(p, bytes, length);
    return !p->has_quit;
}

/* The line begun is whole. */
static void end_line(protocol *p) {
    if (p->too_long)
        protocol_say(p, "info string a line has at most %d bytes", PROTOCOL_LINE_MAX);
    else if (p->begun.failed)
        protocol_say(p, "info string out of memory");
    else
        obey_line(p, p->begun.data ? p->begun.data : "", p->begun.length);
    text_clear(&p->begun);
    p->too_long = false;
}

bool protocol_bytes(protocol *p, const char *bytes, size_t length) {
    const char *end = bytes + length;
    p->read_at = seconds_on(&p->options.clock);
    while (bytes < end && !p->has_quit) {
        const char *line_end = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t part = (size_t)((line_end ? line_end : end) - bytes);
        if (part > PROTOCOL_LINE_MAX + 1 - p->begun.length) /* one more for a carriage return */
            p->too_long = true;
        if (!p->too_long) text_put_n(&p->begun, bytes, part);
        bytes += part + (line_end != NULL);
        if (line_end) end_line(p);
    }
    return !p->has_quit;
}

void protocol_end(protocol *p) {
    if (!p->has_quit && (p->begun.length > 0 || p->too_long)) end_line(p);
    protocol_stop(p);
}

/* --- protocols ------------------------------------------------------------------------------- */

status protocol_new(const protocol_options *options, protocol **out, error *e) {
    assert(!options->on_caller || options->bounds.nodes > 0);
    protocol *p = calloc(1, sizeof *p);
    if (!p) return fail_memory(e);
    p->options = *options;
    p->begun = text_growing();
    session_open(&options->bounds, &p->session);
    p->session.clock = options->clock;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->changed, NULL);
    *out = p;
    return STATUS_OK;
}

void protocol_free(protocol *p) {
    if (!p) return;
    protocol_stop(p);
    session_close(&p->session);
    text_free(&p->begun);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
