/* SPDX-License-Identifier: MIT
 *
 * An address as a QR code, for the camera of a phone. */
#ifndef SERVER_QR_H
#define SERVER_QR_H

#include "base/status.h"
#include "base/text.h"

enum { QR_TEXT_MAX = 512 }; /* bytes: a code of more is hard to read across a table */

/* A picture, or lines of half blocks for a terminal, light on dark, with its colours set if wanted.
 * STATUS_INVALID: the text is empty or too long. */
status qr_svg(const char *address, text *out, error *e);
status qr_lines(const char *address, bool colour, text *out, error *e);

#endif
