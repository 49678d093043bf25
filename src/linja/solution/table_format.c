/* SPDX-License-Identifier: MIT */
#include "linja/solution/table_format.h"

#include <xxhash.h>

/* --- header --------------------------------------------------------------------------------- */

static const char magic[8] = "LWLINJA\n";

enum { EPOCHS_MAX = 2 * LINJA_POTENTIAL_MAX / LINJA_EPOCH + 1 };

uint64_t linja_table_check(const void *bytes, size_t length) {
    return XXH3_64bits(bytes, length);
}

uint64_t linja_header_check(const linja_table_header *h) {
    return linja_table_check(h, offsetof(linja_table_header, header_check));
}

linja_table_header linja_header_new(const linja_rules *rules, const linja_index *index) {
    linja_table_header h = {
        .version = LINJA_TABLE_VERSION,
        .pawns = (uint32_t)index->pawns,
        .arrangements = (uint32_t)index->count,
        .blocks = (uint32_t)index->blocks,
        .epochs = (uint64_t)linja_epoch(index, 0) + 1,
    };
    memcpy(h.magic, magic, sizeof h.magic);
    memcpy(h.rules, rules->name, strlen(rules->name) + 1);
    linja_fingerprint(rules, h.fingerprint);
    return h;
}

status linja_table_refuse(const char *why, error *e) {
    return FAIL(e, STATUS_NO_TABLE, "not a whole table: %s", why);
}

status linja_header_accept(const linja_table_header *h, uint64_t file_bytes, error *e) {
    if (memcmp(h->magic, magic, sizeof magic) != 0)
        return linja_table_refuse("it does not begin as one", e);
    if (h->version != LINJA_TABLE_VERSION)
        return FAIL(e, STATUS_NO_TABLE, "the table has version %u, this program reads version %d%s",
                    (unsigned)h->version, LINJA_TABLE_VERSION,
                    h->version < LINJA_TABLE_VERSION ? "; 'solve' makes it again" : "");
    if (linja_header_check(h) != h->header_check)
        return linja_table_refuse("its header is damaged", e);
    if (h->file_bytes != file_bytes)
        return linja_table_refuse("it has not the length it should have", e);
    if (h->pawns < 1 || h->pawns > LINJA_PAWNS ||
        h->arrangements != (uint32_t)linja_arrangements((int)h->pawns) || h->blocks < 1 ||
        h->blocks > LINJA_BLOCKS_MAX || h->epochs > EPOCHS_MAX ||
        memchr(h->rules, '\0', sizeof h->rules) == NULL || !linja_find_rules(h->rules))
        return linja_table_refuse("its header is for no game that we know", e);
    char fingerprint[LINJA_FINGERPRINT_BYTES];
    linja_fingerprint(linja_find_rules(h->rules), fingerprint);
    if (memcmp(fingerprint, h->fingerprint, sizeof fingerprint) != 0)
        return FAIL(e, STATUS_NO_TABLE,
                    "the table was made under other rules that are called %s, too; solve again",
                    h->rules);
    return STATUS_OK;
}

/* --- directory ------------------------------------------------------------------------------ */

linja_directory linja_directory_of(const linja_table_header *h) {
    linja_directory d = {.blocks = (int)h->blocks, .epochs = (int)h->epochs};
    size_t tiles = linja_tile_number(&d, d.blocks, 0);
    d.checks = sizeof(linja_model) * (size_t)d.epochs;
    d.sizes = d.checks + sizeof(uint32_t) * tiles;
    d.length = d.sizes + sizeof(uint16_t) * tiles;
    return d;
}

void linja_directory_put_model(const linja_directory *d, int epoch, const linja_model *m) {
    memcpy(d->bytes + sizeof *m * (size_t)epoch, m, sizeof *m);
}

void linja_directory_get_model(const linja_directory *d, int epoch, linja_model *m) {
    memcpy(m, d->bytes + sizeof *m * (size_t)epoch, sizeof *m);
}

void linja_directory_put_tile(const linja_directory *d, size_t number, const uint8_t *packed,
                              size_t size) {
    uint32_t check = (uint32_t)linja_table_check(packed, size);
    uint16_t size_16 = (uint16_t)size;
    memcpy(d->bytes + d->checks + sizeof check * number, &check, sizeof check);
    memcpy(d->bytes + d->sizes + sizeof size_16 * number, &size_16, sizeof size_16);
}

uint64_t linja_runs_fill(linja_runs *r, const linja_directory *d, const linja_index *index) {
    uint64_t offset = linja_directory_end(d);
    for (int layer = linja_layers(index) - 1; layer >= 0; layer--)
        for (int block = 0; block < index->blocks; block++) {
            int potential = linja_other_potential(index, layer, block);
            if (potential < 0) continue;
            r->offset[block][potential] = offset;
            int end = index->block_group[potential + 1];
            for (int other = index->block_group[potential]; other < end; other++)
                offset += linja_tile_size(d, linja_tile_number(d, block, other));
        }
    return offset;
}
