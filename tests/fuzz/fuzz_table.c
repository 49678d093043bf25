/* SPDX-License-Identifier: MIT
 *
 * Table files with wrong contents but right checksums: what checksums cannot find must not lead a
 * reader out of the file. The input is a list of changes to a small true table: four bytes for the
 * place, one for the byte to put there. */
#include <stdio.h>
#include <unistd.h>

#include "fuzz.h"
#include "linja/solution/table.h"
#include "linja/solution/table_format.h"
#include "native/file.h"

static text table; /* a true one, of a game with one pawn a side */

static void make_table(void) {
    linja_solve_options options = {.rules = linja_find_rules("zen"), .pawns = 1, .job.threads = 1};
    linja_solved *s;
    error e;
    char path[] = "/tmp/linework-fuzz-XXXXXX";
    int fd = mkstemp(path);
    MUST(fd >= 0 && close(fd) == 0);
    MUST(linja_solve(&options, &s, &e) == STATUS_OK);
    MUST(linja_table_write(s, path, &options.job, &e) == STATUS_OK);
    table = text_growing();
    MUST(file_read(path, &table, &e) == STATUS_OK);
    unlink(path);
    linja_solved_free(s);
}

/* Makes all checksums right again, as far as the places that the header names exist. */
static void mend_checks(uint8_t *bytes, size_t length) {
    linja_table_header h;
    memcpy(&h, bytes, sizeof h);
    static linja_index index;
    static linja_runs runs;
    if (index.count == 0) linja_index_fill(&index, 1);
    linja_table_header true_game = linja_header_new(linja_find_rules("zen"), &index);
    linja_directory d = linja_directory_of(&true_game);
    d.bytes = bytes + sizeof h;
    linja_runs_fill(&runs, &d, &index);
    for (int block = 0; block < index.blocks; block++)
        for (int other = 0; other < index.blocks; other++) {
            size_t number = linja_tile_number(&d, block, other), size = linja_tile_size(&d, number);
            uint64_t offset = linja_tile_offset(&runs, &d, &index, block, other);
            if (offset + size > length) continue;
            linja_directory_put_tile(&d, number, bytes + offset, size);
        }
    h.index_check = linja_table_check(d.bytes, d.length);
    h.header_check = linja_header_check(&h);
    memcpy(bytes, &h, sizeof h);
}

static bool read_bytes(const void *bytes, uint64_t offset, void *to, size_t length) {
    MUST(offset + length <= table.length); /* no reader ever leaves the file */
    memcpy(to, (const uint8_t *)bytes + offset, length);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!table.data) make_table();
    uint8_t *bytes = malloc(table.length);
    MUST(bytes);
    memcpy(bytes, table.data, table.length);
    for (size_t i = 0; i + 5 <= size; i += 5) {
        uint32_t place;
        memcpy(&place, data + i, sizeof place);
        bytes[place % table.length] = data[i + 4];
    }
    mend_checks(bytes, table.length);
    linja_table *t;
    linja_reader *reader;
    error e;
    linja_source source = {read_bytes, NULL, bytes, table.length};
    status code = linja_table_open_source(&source, NULL, &t, &e);
    MUST(code == STATUS_OK || code == STATUS_NO_TABLE);
    if (code == STATUS_OK) {
        MUST(linja_reader_new(t, &reader, &e) == STATUS_OK);
        int blocks = linja_table_index(t)->blocks;
        for (int i = 0; i < blocks * blocks; i++) {
            uint8_t cells[LINJA_BLOCK][LINJA_BLOCK];
            code = linja_probe_tile(reader, i / blocks, i % blocks, cells, &e);
            MUST(code == STATUS_OK || code == STATUS_NO_TABLE);
        }
        linja_reader_free(reader);
        linja_table_close(t);
    }
    free(bytes);
    return 0;
}
