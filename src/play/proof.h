/* SPDX-License-Identifier: MIT
 *
 * Whether a finished game drew as its commitment had promised (game/fair.h). The record is all that
 * is needed, and nothing in it is believed. */
#ifndef PLAY_PROOF_H
#define PLAY_PROOF_H

#include "game/game.h"
#include "play/record.h"

typedef struct proof {
    const char *commitment, *key; /* as in the record */
    int number;                   /* of the key in its chain */
    size_t drawn;                 /* tiles that were drawn */
    size_t before;                /* how many of them before the commitment */
    const char *position;         /* from which it began; NULL: the start */
} proof;

/* Game `index` of a file: STATUS_INVALID if it is not finished or promised nothing, STATUS_DIFFERS
 * if the promise was not kept. Keys must be used in their order: whoever could choose among them
 * could choose the draws. */
status proof_check(const game *const *games, const record_file *file, size_t index, proof *out,
                   error *e);

#endif
