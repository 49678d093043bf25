/* SPDX-License-Identifier: MIT
 *
 * A backend over any SQL: the statements, and what is made of their answers, are the same for all
 * databases; a driver runs them. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/backend.h"

typedef enum sql_statement {
    PUT_FIRST,
    PUT_GAME = PUT_FIRST, /* in the order of row_kind */
    PUT_EVENT,
    PUT_ANSWER,
    PUT_PLAN,
    PUT_KEY,
    PUT_ALIVE,
    PUT_DOWN,
    PUT_HERE,
    PUT_GONE,
    FORGET_GAME,
    FORGET_KEYS,
    FORGET_FINISHED,
    FORGET_OLD_KEY,
    FORGET_ANSWERS,
    FORGET_EVENTS,
    FORGET_ALL_ANSWERS,
    FORGET_PLANS,
    FORGET_LOST_EVENTS,
    FORGET_LOST_ANSWERS,
    FORGET_LOST_PLANS,
    PUT_VERSION,
    PUT_SECRET,
    GET_TERMS,
    GET_EVENTS,
    GET_ANSWERS,
    GET_PLANS,
    GET_HERE,
    GET_KEY,
    GET_DOWNS,
    GET_ALIVE,
    GET_SECRET,
    GET_UNFINISHED,
    ALL_GAMES,
    ALL_EVENTS,
    ALL_ANSWERS,
    ALL_PLANS,
    ALL_KEYS,
    SQL_STATEMENTS
} sql_statement;

/* $1 is a row's game, $2 its player, $3 its text, $4 more, $5 to $8 its numbers. NULL: the driver
 * has its own, or none. */
extern const char *const sql_texts[SQL_STATEMENTS];

typedef struct sql sql;

/* An answer being read. */
typedef struct sql_answer {
    sql *db;
    void *rows; /* the driver's */
    int at, count;
} sql_answer;

typedef struct sql_driver {
    /* A statement that answers nothing; whether it went well may be told as late as by `commit`. */
    status (*run)(sql *db, sql_statement s, const store_row *row, error *e);
    status (*ask)(sql *db, sql_statement s, const store_row *row, sql_answer *a, error *e);
    bool (*next)(sql_answer *a, status *code, error *e); /* false at the end, or if *code says so */
    const char *(*text)(const sql_answer *a, int column);
    int64_t (*number)(const sql_answer *a, int column);
    void (*end)(sql_answer *a);
    /* What is read between these is of one moment. */
    status (*begin_reading)(sql *db, error *e);
    void (*end_reading)(sql *db);
    /* Games that nobody looks after are ours now, and are added; NULL: all are ours. */
    status (*adopt)(sql *db, const survey_terms *terms, store_survey *out, error *e);
} sql_driver;

struct sql {
    backend base;
    const sql_driver *driver;
};

/* The functions of `base` that are the same for all; begin, commit, roll_back, versions, advance
 * and close are the driver's. */
void sql_fill(sql *db, const sql_driver *driver);

status survey_add(store_survey *s, const char *id, error *e);

#endif
