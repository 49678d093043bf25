/* SPDX-License-Identifier: MIT */
#include "teach/puzzle_list.h"

#include <string.h>

enum { FIELDS = 7, VALUE_MOST = 1000 };

/* --- lines ------------------------------------------------------------------------------------ */

static bool by_points(variant v) {
    return coach_of(v.game)->measure == COACH_POINTS;
}

static void put_amount(variant v, double amount, text *out) {
    text_format(out, by_points(v) ? "%.0f" : "%.6f", amount == 0 ? 0 : amount);
}

void puzzle_write_entry(variant v, uint64_t number, const puzzle *p, text *out) {
    const char *const *themes = coach_of(v.game)->themes;
    bool first = true;
    text_format(out, "%llu|%d|", (unsigned long long)number, p->grade);
    for (unsigned i = 0; themes[i]; i++) {
        if (!(p->themes >> i & 1)) continue;
        text_format(out, "%s%s", first ? "" : ",", themes[i]);
        first = false;
    }
    text_char(out, '|');
    variant_write_position(v, &p->position, out);
    text_format(out, "|%s|", p->solution.text);
    put_amount(v, by_points(v) ? p->points : p->chance, out);
    text_char(out, '|');
    put_amount(v, p->gap, out);
}

/* Takes a line apart. */
static bool split(const char *line, scan fields[FIELDS]) {
    for (int i = 0; i < FIELDS; i++) {
        size_t length = strcspn(line, "|");
        fields[i] = scan_bytes(line, length);
        line += length;
        if (i + 1 < FIELDS && *line++ != '|') return false;
    }
    return *line == '\0';
}

static bool copy_field(scan field, char *to, size_t size) {
    text t = text_fixed(to, size);
    text_put_n(&t, field.at, (size_t)(field.end - field.at));
    return !t.failed;
}

static bool read_amount(scan *s, double *amount) {
    bool negative = scan_char(s, '-');
    if (!scan_decimal(s, VALUE_MOST, 6, amount) || !scan_done(s)) return false;
    if (negative) *amount = -*amount;
    return true;
}

static bool read_themes(variant v, scan s, unsigned *bits) {
    const char *const *themes = coach_of(v.game)->themes;
    *bits = 0;
    while (s.at < s.end) {
        const char *comma = memchr(s.at, ',', (size_t)(s.end - s.at));
        size_t length = (size_t)((comma ? comma : s.end) - s.at);
        unsigned i = 0;
        while (themes[i] && (strlen(themes[i]) != length || memcmp(themes[i], s.at, length) != 0))
            i++;
        if (!themes[i]) return false;
        *bits |= 1u << i;
        s.at += length + (comma != NULL);
    }
    return true;
}

/* The numbers of a line; what is on the board is still to be read. */
static bool read_numbers(variant v, scan fields[FIELDS], uint64_t *number, puzzle *p) {
    uint64_t grade;
    double value;
    if (!scan_number(&fields[0], UINT32_MAX, number) || !scan_done(&fields[0])) return false;
    if (!scan_number(&fields[1], PUZZLE_GRADES, &grade) || !scan_done(&fields[1]) || grade == 0)
        return false;
    if (!read_themes(v, fields[2], &p->themes)) return false;
    if (!read_amount(&fields[5], &value) || !read_amount(&fields[6], &p->gap)) return false;
    if (!by_points(v) && (value < 0 || value > 1)) return false;
    p->grade = (int)grade;
    p->points = by_points(v) ? value : 0;
    p->chance = !by_points(v) ? value : value > 0 ? 1 : value < 0 ? 0 : 0.5;
    return p->gap > 0;
}

status puzzle_read_entry(variant v, const char *line, uint64_t *number, puzzle *p, error *e) {
    scan fields[FIELDS];
    char position[GAME_POSITION_TEXT];
    puzzle read = {0};
    if (!split(line, fields) || !read_numbers(v, fields, number, &read) ||
        !copy_field(fields[3], position, sizeof position) ||
        !copy_field(fields[4], read.solution.text, sizeof read.solution.text))
        return FAIL(e, STATUS_INVALID, "'%.60s' is no puzzle", line);
    status code = variant_read_position(v, position, &read.position, e);
    game_position after = read.position;
    if (code == STATUS_OK) code = variant_play(v, &after, read.solution.text, e);
    if (code != STATUS_OK) return code;
    if (coach_of(v.game)->theme_bits(v.rules, &read.position, read.solution.text) != read.themes)
        return FAIL(e, STATUS_INVALID, "'%.60s' has other themes", line);
    code = puzzle_count_temptations(v, &read, e);
    if (code == STATUS_OK) *p = read;
    return code;
}

/* --- lists ------------------------------------------------------------------------------------ */

const puzzle_list *puzzle_list_for(variant v) {
    if (strcmp(variant_name(v), v.game->default_rules) != 0) return NULL;
    for (const puzzle_list *list = puzzle_lists; list->game; list++)
        if (strcmp(list->game, v.game->name) == 0) return list;
    return NULL;
}

/* Whether a line is what is wished for, and its number. */
static bool is_wished(variant v, const char *line, const puzzle_wish *wish, uint64_t *number) {
    scan fields[FIELDS];
    puzzle p = {0};
    return split(line, fields) && read_numbers(v, fields, number, &p) &&
           (wish->grade == 0 || p.grade == wish->grade) &&
           (wish->themes == 0 || p.themes & wish->themes);
}

bool puzzle_list_find(const puzzle_list *list, variant v, const puzzle_wish *wish, uint64_t *number,
                      puzzle *p) {
    error e;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t at;
        if (is_wished(v, list->lines[i], wish, &at) && at >= *number)
            return puzzle_read_entry(v, list->lines[i], number, p, &e) == STATUS_OK;
    }
    return false;
}

const char *puzzle_of_day(const puzzle_list *list, uint64_t day) {
    return list->lines[day % PUZZLE_DAYS];
}

/* Days from 1970-01-01 to a day of the calendar, years beginning with March so that the leap day is
 * the last of them. */
static int64_t days_to(int64_t year, int64_t month, int64_t day) {
    int64_t years = month > 2 ? year : year - 1, months = (month + 9) % 12;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day -
           719469;
}

bool puzzle_read_date(const char *date, uint64_t *day) {
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint64_t part[3];
    scan s = scan_string(date);
    if (strlen(date) != strlen("2026-11-18") || date[4] != '-' || date[7] != '-') return false;
    for (int i = 0; i < 3; i++)
        if ((i > 0 && !scan_char(&s, '-')) || !scan_number(&s, 9999, &part[i])) return false;
    bool leap = part[0] % 4 == 0 && (part[0] % 100 != 0 || part[0] % 400 == 0);
    if (!scan_done(&s) || part[0] < 1970 || part[1] < 1 || part[1] > 12 || part[2] < 1 ||
        part[2] > (uint64_t)lengths[part[1] - 1] + (leap && part[1] == 2))
        return false;
    *day = (uint64_t)days_to((int64_t)part[0], (int64_t)part[1], (int64_t)part[2]);
    return true;
}
