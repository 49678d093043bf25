/* SPDX-License-Identifier: MIT
 *
 * The border as WebAssembly exports. The page writes a line to linework_room(bytes), calls
 * linework_line(bytes) and reads the answer, which ends in NUL, where that points. */
#include <stdlib.h>

#include "web/border.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static border *the_border;
static text answer;
static char *room;

void *EXPORT(linework_room)(size_t bytes) {
    char *larger = realloc(room, bytes ? bytes : 1);
    if (larger) room = larger;
    return larger;
}

const char *EXPORT(linework_line)(size_t bytes) {
    if (!the_border) {
        the_border = border_new();
        answer = text_growing();
    }
    if (!the_border) return "error\tout of memory\n";
    text_clear(&answer);
    answer.failed = false;
    border_line(the_border, room, bytes, &answer);
    return answer.failed ? "error\tout of memory\n" : answer.data;
}
