/* SPDX-License-Identifier: MIT */
#include "server/answer.h"

#include <string.h>

#include "native/json.h"
#include "server/assets.h"
#include "server/values.h"

/* --- answers ---------------------------------------------------------------------------------- */

static answer fixed_answer(int code, const char *type, const char *body) {
    return (answer){
        .code = code, .type = type, .bytes = (const unsigned char *)body, .length = strlen(body)};
}

static const char plain[] = "text/plain; charset=utf-8", json[] = "application/json",
                  problem[] = "application/problem+json";

/* What is said when there is no memory to say anything else. */
static answer memory_answer(void) {
    return fixed_answer(500, problem,
                        "{\"type\":\"about:blank\",\"title\":\"Internal Server Error\","
                        "\"status\":500,\"detail\":\"out of memory\"}\n");
}

/* A text that was made for this answer, and that is freed with it. */
static answer made_answer(int code, const char *type, text body) {
    answer a = body.failed ? memory_answer() : fixed_answer(code, type, body.data);
    a.body = body;
    return a;
}

answer answer_facts(int code, json_t *facts) {
    text body = text_growing();
    json_put(facts, &body);
    text_char(&body, '\n');
    json_decref(facts);
    return made_answer(code, json, body);
}

answer answer_problem(int code, const char *detail) {
    answer a = answer_facts(code, json_pack("{s:s, s:s, s:i, s:s}", "type", "about:blank", "title",
                                            http_phrase(code), "status", code, "detail", detail));
    a.type = problem;
    return a;
}

answer answer_text(int code, const char *type, text body) {
    return made_answer(code, type ? type : plain, body);
}

void answer_name(answer *a, const void *bytes, size_t length) {
    uint8_t hash[CIPHER_BYTES];
    cipher_hash(bytes, length, hash);
    text t = text_fixed(a->tag, sizeof a->tag);
    text_char(&t, '"');
    for (int i = 0; i < 8; i++) text_format(&t, "%02x", hash[i]);
    text_char(&t, '"');
}

void answer_tag(answer *a, const http_request *r) {
    if (a->code != 200 || a->is_secret || strcmp(r->method, "POST") == 0) return;
    answer_name(a, a->bytes, a->length);
    if (!http_knows(r, a->tag)) return;
    a->code = 304;
    a->length = 0;
}

status answer_parameter(const char *query, const char *name, text *value, error *e) {
    size_t length = strlen(name);
    bool given = false;
    for (const char *at = query, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, "&");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        if (given) return FAIL(e, STATUS_INVALID, "parameter '%s' is given twice", name);
        given = true;
        text_put_n(value, at + length + 1, (size_t)(end - at) - length - 1);
    }
    if (value->failed) return fail_memory(e);
    if (!given) return STATUS_OK;
    if (value->length == 0) return FAIL(e, STATUS_INVALID, "parameter '%s' is empty", name);
    if (!http_decode(value->data))
        return FAIL(e, STATUS_INVALID, "parameter '%s' has an escape that stands for no character",
                    name);
    return STATUS_OK;
}

static const char *type_of(const char *path) {
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

/* "/app-7R5DYUWT.js": the name holds a hash of the contents (tools/web). */
static bool is_named_by_contents(const char *path) {
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *dot = strrchr(path, '.'), *dash = strrchr(path, '-');
    return dot && dash && dot - dash == 9 && strspn(dash + 1, digits) == 8;
}

/* "7fb3c4", and "7fb3c4-gzip" of the same when it is packed: other bytes are another tag. */
static void name_asset(answer *a, const char *tag) {
    text t = text_fixed(a->tag, sizeof a->tag);
    text_put_n(&t, tag, strlen(tag) - 1);
    text_put(&t, a->is_gzip ? "-gzip\"" : "\"");
}

static answer asset_answer(const asset *file, const http_request *r) {
    bool for_all = strncmp(file->path, "/v1/", 4) == 0;
    answer found = {.code = 200,
                    .type = type_of(file->path),
                    .for_all = for_all,
                    .is_gzip = http_takes_gzip(r) && file->packed < file->packed_end,
                    .is_immutable = is_named_by_contents(file->path)};
    name_asset(&found, file->tag);
    if (http_knows(r, found.tag)) {
        found.code = 304;
        found.is_gzip = false;
    } else if (found.is_gzip) {
        found.bytes = file->packed;
        found.length = (size_t)(file->packed_end - file->packed);
    } else {
        found.bytes = file->bytes;
        found.length = (size_t)(file->end - file->bytes);
    }
    return found;
}

static const asset *find_asset(const char *path) {
    const asset *file = server_assets;
    while (file->path && strcmp(file->path, path) != 0) file++;
    return file->path ? file : NULL;
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0) return true;
    return false;
}

bool answer_is_for_programs(const char *path) {
    return strncmp(path, "/v1/", 4) == 0 || strncmp(path, "/api/", 5) == 0;
}

answer answer_to(library *l, const http_request *r, const char *body, size_t length) {
    static const char *const known[] = {"POST",  "PUT",     "PATCH",   "DELETE",
                                        "TRACE", "OPTIONS", "CONNECT", NULL};
    static const char *const allowed[] = {"GET", "HEAD", NULL};
    static const char nothing[] = "There is nothing here. The page is at /";
    if (values_know(r)) {
        answer a = values_answer(l, r, body, length);
        answer_tag(&a, r);
        return a;
    }
    const asset *file = find_asset(strcmp(r->path, "/") == 0 ? "/index.html" : r->path);
    if (!file && answer_is_for_programs(r->path)) return answer_problem(404, nothing);
    if (is_one_of(r->method, known))
        return answer_problem(405, "Nothing can be done here but to look (GET, HEAD).");
    if (!is_one_of(r->method, allowed)) return answer_problem(501, "The method is unknown.");
    if (file) return asset_answer(file, r);
    return answer_problem(404, nothing);
}

void answer_free(answer *a) {
    parcel_drop(a->parcel);
    text_free(&a->body);
}
