/* SPDX-License-Identifier: MIT */
#include "bot/seat.h"

#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "native/file.h"
#include "native/json.h"
#include "rooms/message.h"

static void put_random(char *hex, size_t size) {
    uint8_t bytes[32];
    while (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) continue;
    text t = text_fixed(hex, size);
    fair_write(bytes, (size - 1) / 2, &t);
}

seat seat_new(const address *server) {
    seat s = {0};
    text t = text_fixed(s.server, sizeof s.server);
    address_write(server, &t);
    put_random(s.key, sizeof s.key);
    put_random(s.random, sizeof s.random);
    return s;
}

seat_hash seat_random_hash(const seat *s) {
    seat_hash h;
    uint8_t bytes[FAIR_RANDOM] = {0}, hash[CIPHER_BYTES];
    text t = text_fixed(h.hex, sizeof h.hex);
    fair_read(s->random, bytes, sizeof bytes);
    cipher_hash(bytes, sizeof bytes, hash);
    fair_write(hash, sizeof hash, &t);
    return h;
}

/* --- the file --------------------------------------------------------------------------------- */

static bool take(const json_t *in, const char *name, char *out, size_t room) {
    const char *string = json_string_value(json_object_get(in, name));
    if (!string || strlen(string) >= room) return false;
    for (const char *c = string; *c; c++)
        if (*c <= ' ' || *c >= 0x7f) return false; /* it goes into the head of a request */
    memcpy(out, string, strlen(string) + 1);
    return true;
}

static bool take_all(const json_t *in, seat *s) {
    uint8_t bytes[FAIR_RANDOM];
    s->player = (int)json_integer_value(json_object_get(in, "player"));
    return take(in, "server", s->server, sizeof s->server) && take(in, "id", s->id, sizeof s->id) &&
           take(in, "token", s->token, sizeof s->token) && take(in, "key", s->key, sizeof s->key) &&
           take(in, "random", s->random, sizeof s->random) &&
           fair_read(s->random, bytes, sizeof bytes) && strlen(s->key) == sizeof s->key - 1 &&
           (!s->id[0] || token_is_id(s->id)) && (s->player == 1 || s->player == 2);
}

status seat_read(const char *path, seat *s, bool *there, error *e) {
    *there = access(path, F_OK) == 0;
    if (!*there) return STATUS_OK;
    text contents = text_growing();
    error why;
    seat read = {0};
    status code = file_read(path, &contents, e);
    json_t *in = code == STATUS_OK
                     ? message_object(contents.data ? contents.data : "", contents.length, &why)
                     : NULL;
    if (code == STATUS_OK && !(in && take_all(in, &read)))
        code = FAIL(e, STATUS_INVALID, "%.120s: this is not the file of a seat", path);
    if (code == STATUS_OK) *s = read;
    json_decref(in);
    text_free(&contents);
    return code;
}

status seat_write(const char *path, const seat *s, error *e) {
    json_t *facts =
        json_pack("{s:s, s:s, s:i, s:s, s:s, s:s}", "server", s->server, "id", s->id, "player",
                  s->player, "token", s->token, "key", s->key, "random", s->random);
    text out = text_growing();
    json_put(facts, &out);
    text_char(&out, '\n');
    json_decref(facts);
    mode_t usual = umask(077);
    status code = out.failed ? fail_memory(e) : file_write(path, out.data, out.length, e);
    umask(usual);
    text_free(&out);
    return code;
}
