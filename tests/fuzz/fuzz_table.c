/* SPDX-License-Identifier: MIT
 *
 * Table files with wrong contents but right checksums: what checksums cannot find must not lead a
 * reader out of the file. The input is a list of changes to a small true table: four bytes for the
 * place, one for the byte to put there. */
#include <stdio.h>
#include <unistd.h>

#include "core/file.h"
#include "fuzz.h"
#include "solution/tables.h"

static text table; /* a true one, of a game with one pawn a side */

static void make_table(void) {
    solve_options options = {.rules = linja_find_rules("zen"), .pawns = 1, .threads = 1};
    solved *s;
    error e;
    char path[] = "/tmp/linework-fuzz-XXXXXX";
    int fd = mkstemp(path);
    MUST(fd >= 0 && close(fd) == 0);
    MUST(solve_linja(&options, &s, &e) == STATUS_OK);
    MUST(tables_write(s, path, 1, NULL, NULL, &e) == STATUS_OK);
    table = text_growing();
    MUST(file_read(path, &table, &e) == STATUS_OK);
    unlink(path);
    solved_free(s);
}

/* Makes all checksums right again, as far as the places that the header names exist. */
static void mend_checks(uint8_t *bytes, size_t length) {
    linja_table_header h;
    memcpy(&h, bytes, sizeof h);
    int arrangements = linja_arrangements(1), chunks = arrangements * linja_chunks(arrangements);
    if (h.dictionary_bytes > LINJA_DICTIONARY_BYTES) return;
    linja_table_layout at = linja_table_places(arrangements, h.dictionary_bytes);
    if (at.chunks > length) return;
    uint64_t offset = at.chunks;
    for (int i = 0; i < chunks; i++) {
        uint16_t size;
        memcpy(&size, bytes + at.sizes + 2 * (size_t)i, sizeof size);
        if (offset + size > length) break;
        uint32_t check = (uint32_t)linja_check(bytes + offset, size);
        memcpy(bytes + at.checks + 4 * (size_t)i, &check, sizeof check);
        offset += size;
    }
    h.index_check = linja_check(bytes + at.dictionary, at.chunks - at.dictionary);
    h.header_check = linja_check(&h, offsetof(linja_table_header, header_check));
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
    linja_source source = {read_bytes, bytes, table.length};
    status code = linja_table_open(&source, &t, &e);
    MUST(code == STATUS_OK || code == STATUS_NO_TABLE);
    if (code == STATUS_OK) {
        static uint8_t cells[LINJA_ARRANGEMENTS_MAX];
        MUST(linja_reader_new(t, &reader, &e) == STATUS_OK);
        for (int row = 0; row < (int)linja_table_about(t)->arrangements; row++) {
            code = linja_read_row(reader, row, cells, &e);
            MUST(code == STATUS_OK || code == STATUS_NO_TABLE);
        }
        linja_reader_free(reader);
        linja_table_close(t);
    }
    free(bytes);
    return 0;
}
