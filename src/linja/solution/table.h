/* SPDX-License-Identifier: MIT
 *
 * Tables: a solved game as a file, written once and asked for values ever after. What is in the
 * file is said in linja/solution/table_format.h.
 *
 * A table is guilty until checked: its header and directory are checked when it is opened, and each
 * tile whenever it is read, so a flipped bit is found and never answered from. It is read piece by
 * piece and never mapped: to read from a mapped file that another program has cut off would end
 * this one.
 *
 * The room, in reading order: index.h numbers arrangements; layers.h and kernel.c solve layer after
 * layer; solve.h brings memory and threads; table_format.h is the file, and this the way to it
 * (table_pack.h, table_write.c, table_read.c, table_all.c, and table_file.c, for which the page has
 * web/table.c); verify.h derives a table's values
 * again, another way; stats.h sums them up; and oracle.h gives them to the rest of the program;
 * solver.h is what the command line asks. */
#ifndef LINJA_SOLUTION_TABLE_H
#define LINJA_SOLUTION_TABLE_H

#include "linja/solution/solve.h"

/* --- files ---------------------------------------------------------------------------------- */

/* The place of a rule set's table: in the user's data folder, $XDG_DATA_HOME/linework. */
status linja_table_path(const linja_rules *rules, text *path, error *e);

/* Solves a game and writes it layer by layer. The file takes its name only when it is whole,
 * synced, and has been read back and checked; until then, and if anything fails, an older one stays
 * as it was. */
status linja_table_make(const linja_solve_options *options, const char *path, solver_made *made,
                        error *e);

/* The same of one that is solved, and whole in memory. */
status linja_table_write(const linja_solved *s, const char *path, const solver_job *job, error *e);

typedef struct linja_table linja_table; /* one that is open */

/* Opens the table that is wanted. *t is NULL if there is none where one is usual and none is
 * needed. */
status linja_table_find(const linja_rules *rules, const oracle_wanted *wanted, linja_table **t,
                        error *e);

/* Whoever has found one needs it no longer. */
void linja_table_release(linja_table *t);

/* STATUS_NO_TABLE if there is none, if it is damaged, or if it is for other rules than these (NULL:
 * any will do). Messages do not name the file: who knows whether the asker may know it, does. */
status linja_table_open(const char *path, const linja_rules *rules, linja_table **t, error *e);

/* The same of a file that is open already; takes over the descriptor. */
status linja_table_open_fd(int fd, const linja_rules *rules, linja_table **t, error *e);

/* The same from anywhere; takes over the source, also if it fails. The source may change or fail
 * under us at any time, as a file may that is cut off or written over. */
typedef struct linja_source {
    /* Copies so many bytes from an offset; false if they cannot be had. Any thread may ask. */
    bool (*read)(const void *context, uint64_t offset, void *bytes, size_t length);
    void (*close)(void *context); /* NULL: there is nothing to close */
    void *context;
    uint64_t length;
} linja_source;
status linja_table_open_source(const linja_source *source, const linja_rules *rules,
                               linja_table **t, error *e);

void linja_table_close(linja_table *t);

/* --- what it is of -------------------------------------------------------------------------- */

const linja_rules *linja_table_rules(const linja_table *t);
int linja_table_pawns(const linja_table *t); /* a side */

/* STATUS_NO_TABLE if it is of a reduced game. */
status linja_table_need_all_pawns(const linja_table *t, error *e);

const linja_index *linja_table_index(const linja_table *t);

/* How many placements have each cell. */
const uint64_t *linja_table_histogram(const linja_table *t);

/* --- values --------------------------------------------------------------------------------- */

/* What one thread needs to read a table. */
typedef struct linja_reader linja_reader;
status linja_reader_new(const linja_table *t, linja_reader **reader, error *e);
void linja_reader_free(linja_reader *reader);
const linja_table *linja_reader_table(const linja_reader *reader);

/* One for each of so many threads. */
status linja_readers_new(const linja_table *t, int count, linja_reader ***readers, error *e);
void linja_readers_free(linja_reader **readers, int count);

/* A question begins: until the next, what was read once is not read again. So many positions that
 * lie together, as those after the turns of one, are asked for faster, and still nobody is answered
 * from a table that is damaged by now. */
void linja_reader_begin(linja_reader *reader);

/* The value of a position for its side to move, as part of a question and as one of its own. */
status linja_probe_more(linja_reader *reader, const linja_position *p, int *value, error *e);
status linja_probe(linja_reader *reader, const linja_position *p, int *value, error *e);

/* The cells of a block of movers against a block of opponents, 0 for what is not legal. */
status linja_probe_tile(linja_reader *reader, int mover_block, int opponent_block,
                        uint8_t cells[LINJA_BLOCK][LINJA_BLOCK], error *e);

/* Visits all tiles, on so many threads at once and in any order. */
typedef void linja_tile_visit(void *context, int mover_block, int opponent_block,
                              const uint8_t cells[LINJA_BLOCK][LINJA_BLOCK]);
status linja_table_each_tile(const linja_table *t, int threads, linja_tile_visit *visit,
                             void *context, error *e);

/* Reads every tile and holds it against its checksum, without unpacking it. */
status linja_table_check_all(const linja_table *t, error *e);

/* All values in memory again, as the solver left them. */
status linja_table_load(const linja_table *t, int threads, linja_solved **out, error *e);

#endif
