/* SPDX-License-Identifier: MIT */
#include "bot/ask.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/seconds.h"
#include "native/json.h"
#include "rooms/message.h"
#include "server/http.h"

/* --- the head --------------------------------------------------------------------------------- */

/* The value of a line "name: value", if it is the field of this name. */
static const char *value_of(const char *line, const char *name, size_t *length) {
    size_t named = strlen(name);
    if (strncasecmp(line, name, named) != 0 || line[named] != ':') return NULL;
    const char *value = line + named + 1;
    value += strspn(value, " \t");
    *length = strcspn(value, "\r\n");
    while (*length > 0 && strchr(" \t", value[*length - 1])) --*length;
    return value;
}

static bool read_field(const char *line, answer_head *head) {
    size_t length;
    const char *value = value_of(line, "content-length", &length);
    uint64_t bytes;
    if (value) {
        scan s = scan_bytes(value, length);
        if (!scan_number(&s, HTTP_BODY_MAX, &bytes) || !scan_done(&s)) return false;
        head->length = (long long)bytes;
    }
    value = value_of(line, "transfer-encoding", &length);
    if (value) {
        if (length != strlen("chunked") || strncasecmp(value, "chunked", length) != 0) return false;
        head->is_chunked = true;
    }
    value = value_of(line, "sec-websocket-accept", &length);
    if (value && length < sizeof head->accept) {
        memcpy(head->accept, value, length);
        head->accept[length] = '\0';
    }
    return true;
}

bool ask_parse_head(const char *bytes, size_t length, answer_head *head) {
    scan s = scan_bytes(bytes, length);
    uint64_t code, minor;
    *head = (answer_head){.length = -1};
    if (!scan_word(&s, "HTTP/1.") || !scan_number(&s, 1, &minor) || !scan_char(&s, ' ') ||
        !scan_number(&s, 599, &code) || code < 100)
        return false;
    head->code = (int)code;
    const char *end = bytes + length;
    for (const char *line = memchr(bytes, '\n', length); line && ++line < end;
         line = memchr(line, '\n', (size_t)(end - line))) {
        char copy[512];
        size_t part =
            (size_t)(end - line) < sizeof copy - 1 ? (size_t)(end - line) : sizeof copy - 1;
        memcpy(copy, line, part);
        copy[part] = '\0';
        copy[strcspn(copy, "\r\n")] = '\0';
        if (!read_field(copy, head)) return false;
    }
    return true;
}

status ask_read_head(wire *l, double patience, answer_head *head, text *rest, error *e) {
    double deadline = seconds_now() + patience;
    const char *end = NULL;
    text_put(rest, "");
    while (!end) {
        char part[4096];
        size_t got = 0;
        status code = wire_read(l, part, sizeof part, deadline - seconds_now(), -1, &got, e);
        if (code != STATUS_OK) return code;
        if (got == 0) return FAIL(e, STATUS_FAILED, "the server does not answer");
        text_put_n(rest, part, got);
        if (rest->failed) return fail_memory(e);
        end = memmem(rest->data, rest->length, "\r\n\r\n", 4);
        if (!end && rest->length > HTTP_HEAD_MAX)
            return FAIL(e, STATUS_FAILED, "this is no answer of HTTP");
    }
    size_t length = (size_t)(end - rest->data) + 4;
    if (!ask_parse_head(rest->data, length, head))
        return FAIL(e, STATUS_FAILED, "this is no answer of HTTP");
    memmove(rest->data, rest->data + length, rest->length - length);
    rest->length -= length;
    rest->data[rest->length] = '\0';
    return STATUS_OK;
}

/* --- the body --------------------------------------------------------------------------------- */

/* What has come of the body goes from `raw` to `body`. */
static status take(http_body *b, text *raw, text *body, error *e) {
    size_t taken = 0;
    if (http_take(b, raw->data, raw->length, body, &taken) != 0)
        return FAIL(e, STATUS_FAILED, "the body of the answer is not well-formed");
    memmove(raw->data, raw->data + taken, raw->length - taken);
    raw->length -= taken;
    return body->failed ? fail_memory(e) : STATUS_OK;
}

static status read_body(wire *l, double patience, const answer_head *head, text *raw, text *body,
                        error *e) {
    double deadline = seconds_now() + patience;
    http_request as_if = {.is_chunked = head->is_chunked,
                          .body_bytes = head->length > 0 ? (uint64_t)head->length : 0};
    http_body b = http_body_of(&as_if);
    status code = take(&b, raw, body, e);
    while (code == STATUS_OK && b.at != BODY_DONE) {
        char part[4096];
        size_t got = 0;
        code = wire_read(l, part, sizeof part, deadline - seconds_now(), -1, &got, e);
        if (code == STATUS_OK && got == 0) code = FAIL(e, STATUS_FAILED, "the answer breaks off");
        if (code != STATUS_OK) return code;
        text_put_n(raw, part, got);
        code = raw->failed ? fail_memory(e) : take(&b, raw, body, e);
    }
    return code;
}

/* --- the question ----------------------------------------------------------------------------- */

static status send_question(wire *l, const address *to, const question *q, error *e) {
    text body = text_growing(), all = text_growing();
    if (q->body) json_put(q->body, &body);
    text_format(&all, "%s %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s", q->method,
                to->base, q->path, to->authority, q->fields ? q->fields : "");
    if (q->body)
        text_format(&all, "Content-Type: application/json\r\nContent-Length: %zu\r\n", body.length);
    text_format(&all, "\r\n%s", q->body ? body.data : "");
    status code =
        all.failed || body.failed ? fail_memory(e) : wire_write(l, all.data, all.length, e);
    text_free(&body);
    text_free(&all);
    return code;
}

status ask(const address *to, double patience, const atomic_bool *stop, const question *q,
           reply *out, error *e) {
    wire *l = NULL;
    answer_head head;
    text raw = text_growing(), body = text_growing();
    status code = wire_open(to, patience, stop, &l, e);
    if (code == STATUS_OK) code = send_question(l, to, q, e);
    if (code == STATUS_OK) code = ask_read_head(l, patience, &head, &raw, e);
    if (code == STATUS_OK) code = read_body(l, patience, &head, &raw, &body, e);
    if (code == STATUS_OK) {
        error ignored;
        *out = (reply){.code = head.code};
        if (body.length > 0) out->body = message_object(body.data, body.length, &ignored);
    }
    wire_close(l);
    text_free(&raw);
    text_free(&body);
    return code;
}

status ask_refused(const address *to, const reply *r, status code, error *e) {
    const char *detail = json_string_value(json_object_get(r->body, "detail"));
    if (detail) return FAIL(e, code, "%.100s: %.120s", to->authority, detail);
    return FAIL(e, STATUS_FAILED, "%.100s: this is no server of Linework (status %d)",
                to->authority, r->code);
}
