/* SPDX-License-Identifier: MIT
 *
 * The files of the page, which the program carries in itself (cmake/embed.cmake makes the list). */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include <stddef.h>

typedef struct asset {
    const char *path; /* "/app.js"; NULL ends the list */
    const char *tag;  /* names the contents, quoted as HTTP wants it */
    const unsigned char *bytes, *end;
    const unsigned char *packed, *packed_end; /* by gzip; equal where that does not pay */
} asset;

extern const asset server_assets[];

#endif
