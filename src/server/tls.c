/* SPDX-License-Identifier: MIT */
#include "server/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

struct tls_keys {
    SSL_CTX *context;
};

struct tls {
    SSL *ssl;
    BIO *in, *out; /* belong to `ssl` */
};

/* --- keys ------------------------------------------------------------------------------------- */

static const char *reason(void) {
    const char *why = ERR_reason_error_string(ERR_peek_last_error());
    return why ? why : "it cannot be read";
}

/* We speak one protocol; who offers others is told so, and who offers none is welcome, too. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context) {
    static const unsigned char ours[] = "\x08http/1.1";
    (void)ssl, (void)context;
    unsigned char *chosen;
    if (SSL_select_next_proto(&chosen, length, ours, sizeof ours - 1, offered, offered_length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static status load(SSL_CTX *context, const char *certificate, const char *key, error *e) {
    ERR_clear_error();
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return FAIL(e, STATUS_INVALID, "--tls: certificate %.120s: %s", certificate, reason());
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        return FAIL(e, STATUS_INVALID, "--tls: key %.120s: %s", key, reason());
    return STATUS_OK;
}

status tls_keys_load(const char *certificate, const char *key, tls_keys **out, error *e) {
    tls_keys *keys = calloc(1, sizeof *keys);
    if (keys) keys->context = SSL_CTX_new(TLS_server_method());
    if (!keys || !keys->context) {
        free(keys);
        return fail_memory(e);
    }
    SSL_CTX_set_min_proto_version(keys->context, TLS1_2_VERSION);
    SSL_CTX_set_options(keys->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                           SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(keys->context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(keys->context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(keys->context, choose_protocol, NULL);
    status code = load(keys->context, certificate, key, e);
    if (code == STATUS_OK)
        *out = keys;
    else
        tls_keys_free(keys);
    return code;
}

void tls_keys_free(tls_keys *keys) {
    if (!keys) return;
    SSL_CTX_free(keys->context);
    free(keys);
}

/* --- a connection ----------------------------------------------------------------------------- */

tls *tls_new(const tls_keys *keys) {
    tls *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->ssl = SSL_new(keys->context);
    t->in = BIO_new(BIO_s_mem());
    t->out = BIO_new(BIO_s_mem());
    if (!t->ssl || !t->in || !t->out) {
        SSL_free(t->ssl);
        BIO_free(t->in);
        BIO_free(t->out);
        free(t);
        return NULL;
    }
    BIO_set_mem_eof_return(t->in, -1); /* more will come */
    SSL_set_bio(t->ssl, t->in, t->out);
    SSL_set_accept_state(t->ssl);
    return t;
}

void tls_free(tls *t) {
    if (!t) return;
    SSL_free(t->ssl);
    free(t);
}

bool tls_receive(tls *t, const void *bytes, size_t length) {
    size_t written;
    return BIO_write_ex(t->in, bytes, length, &written) == 1 && written == length;
}

int tls_read(tls *t, char *to, size_t size) {
    size_t got;
    ERR_clear_error();
    if (SSL_read_ex(t->ssl, to, size, &got) == 1) return (int)got;
    return SSL_get_error(t->ssl, 0) == SSL_ERROR_WANT_READ ? 0 : -1;
}

bool tls_is_open(const tls *t) {
    return SSL_is_init_finished(t->ssl);
}

bool tls_write(tls *t, const void *bytes, size_t length) {
    size_t written;
    ERR_clear_error();
    return SSL_write_ex(t->ssl, bytes, length, &written) == 1 && written == length;
}

void tls_end(tls *t) {
    ERR_clear_error();
    if (tls_is_open(t)) SSL_shutdown(t->ssl);
}

size_t tls_waiting(const tls *t) {
    return BIO_ctrl_pending(t->out);
}

size_t tls_take(tls *t, void *to, size_t size) {
    size_t got = 0;
    if (BIO_read_ex(t->out, to, size, &got) != 1) return 0;
    return got;
}
