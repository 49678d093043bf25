/* SPDX-License-Identifier: MIT */
#include "server/qr.h"

#include <qrencode.h>
#include <string.h>

enum { MARGIN = 4 }; /* light modules around the code, as the standard wants them */

/* NULL, and what is wrong in *code. */
static QRcode *encode(const char *address, status *code, error *e) {
    size_t length = strlen(address);
    *code = STATUS_INVALID;
    if (length == 0 || length > QR_TEXT_MAX) {
        error_set(e, "an address for a QR code has 1 to %d bytes", QR_TEXT_MAX);
        return NULL;
    }
    QRcode *made = QRcode_encodeString8bit(address, 0, QR_ECLEVEL_M);
    *code = made ? STATUS_OK : fail_memory(e);
    return made;
}

/* Of the code with its margin. */
static bool is_dark(const QRcode *c, int x, int y) {
    x -= MARGIN;
    y -= MARGIN;
    return x >= 0 && y >= 0 && x < c->width && y < c->width && (c->data[y * c->width + x] & 1);
}

status qr_svg(const char *address, text *out, error *e) {
    status code;
    QRcode *c = encode(address, &code, e);
    if (!c) return code;
    int size = c->width + 2 * MARGIN;
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h%dv%dH0z\"/>"
                "<path d=\"",
                size, size, size, size);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            int first = x;
            while (is_dark(c, x, y)) x++;
            if (x > first) text_format(out, "M%d %dh%dv1H%dz", first, y, x - first, first);
        }
    text_put(out, "\"/></svg>\n");
    QRcode_free(c);
    return out->failed ? fail_memory(e) : STATUS_OK;
}

status qr_lines(const char *address, bool colour, text *out, error *e) {
    static const char *const blocks[] = {"█", "▄", "▀", " "}; /* by what is dark: below, above */
    status code;
    QRcode *c = encode(address, &code, e);
    if (!c) return code;
    int size = c->width + 2 * MARGIN;
    for (int y = 0; y < size; y += 2) {
        if (colour) text_put(out, "\033[97;40m");
        for (int x = 0; x < size; x++) {
            bool below_is_out = y + 1 >= size;
            text_put(out, blocks[2 * (below_is_out || is_dark(c, x, y + 1)) + is_dark(c, x, y)]);
        }
        text_put(out, colour ? "\033[0m\n" : "\n");
    }
    QRcode_free(c);
    return out->failed ? fail_memory(e) : STATUS_OK;
}
