/* SPDX-License-Identifier: MIT
 *
 * Ways in: through TLS, through a proxy that says for whom it asks, and how many may come from one
 * address. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "fixture.h"
#include "server/assets.h"
#include "server/serve.h"

static server_process server;

static void stop(void) {
    server_stop(&server);
}

static const char *store_url(void) {
    static char url[160];
    static int number;
    char name[64];
    snprintf(name, sizeof name, "doors-%d-%d.db", (int)getpid(), number++);
    snprintf(url, sizeof url, "sqlite:%s", fixture_in_folder(name).text);
    return url;
}

/* --- TLS -------------------------------------------------------------------------------------- */

static fixture_path certificate, key;

/* A certificate for localhost that vouches for itself. */
static void write_keys(void) {
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    X509 *x = X509_new();
    X509_NAME *name = X509_get_subject_name(x);
    X509_set_version(x, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_gmtime_adj(X509_getm_notBefore(x), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x), 86400);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1, -1,
                               0);
    X509_set_issuer_name(x, name);
    X509_set_pubkey(x, pair);
    ck_assert_int_gt(X509_sign(x, pair, EVP_sha256()), 0);
    certificate = fixture_in_folder("cert.pem");
    key = fixture_in_folder("key.pem");
    FILE *c = fopen(certificate.text, "w"), *k = fopen(key.text, "w");
    ck_assert(c && k);
    ck_assert_int_eq(PEM_write_X509(c, x), 1);
    ck_assert_int_eq(PEM_write_PrivateKey(k, pair, NULL, NULL, 0, NULL, NULL), 1);
    fclose(c);
    fclose(k);
    X509_free(x);
    EVP_PKEY_free(pair);
}

static void start_tls(void) {
    write_keys();
    server = server_run(PROGRAM, -1,
                        (const char *const[]){"-q", "--store", store_url(), "--tls",
                                              certificate.text, key.text, NULL});
}

typedef struct secure {
    int fd;
    SSL_CTX *context;
    SSL *ssl;
} secure;

/* A client that trusts our certificate alone. `newest`: the highest version it speaks, 0: any; the
 * protocols are as ALPN has them, NULL: none. False: there is no agreement. */
static bool agree(secure *s, int newest, const char *protocols) {
    *s = (secure){.fd = client_dial(server.port), .context = SSL_CTX_new(TLS_client_method())};
    SSL_CTX_load_verify_file(s->context, certificate.text);
    SSL_CTX_set_verify(s->context, SSL_VERIFY_PEER, NULL);
    if (newest) {
        SSL_CTX_set_min_proto_version(s->context, TLS1_VERSION);
        SSL_CTX_set_max_proto_version(s->context, newest);
        SSL_CTX_set_cipher_list(s->context, "ALL:@SECLEVEL=0");
    }
    s->ssl = SSL_new(s->context);
    if (protocols)
        SSL_set_alpn_protos(s->ssl, (const unsigned char *)protocols, (unsigned)strlen(protocols));
    SSL_set1_host(s->ssl, "localhost");
    SSL_set_fd(s->ssl, s->fd);
    return SSL_connect(s->ssl) == 1;
}

static void leave(secure *s) {
    SSL_free(s->ssl);
    SSL_CTX_free(s->context);
    close(s->fd);
}

static void say(secure *s, const char *bytes, size_t length) {
    size_t written;
    ck_assert(SSL_write_ex(s->ssl, bytes, length, &written) == 1 && written == length);
}

/* All that comes until the server ends it, in good order. */
static text hear_all(secure *s) {
    text all = text_growing();
    char part[4096];
    int got;
    text_put(&all, "");
    while ((got = SSL_read(s->ssl, part, sizeof part)) > 0) text_put_n(&all, part, (size_t)got);
    ck_assert_int_eq(SSL_get_error(s->ssl, got), SSL_ERROR_ZERO_RETURN);
    return all;
}

static const asset *longest_file(void) {
    const asset *longest = server_assets;
    for (const asset *file = server_assets; file->path; file++)
        if (file->end - file->bytes > longest->end - longest->bytes) longest = file;
    return longest;
}

START_TEST(files_arrive_encrypted) {
    const asset *file = longest_file();
    char request[400];
    snprintf(request, sizeof request,
             "GET /healthz HTTP/1.1\r\nHost: localhost:%d\r\n\r\n"
             "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\n\r\n",
             server.port, file->path, server.port);
    for (int at_once = 0; at_once < 2; at_once++) {
        secure s;
        ck_assert(agree(&s, 0, "\x08http/1.1"));
        if (at_once)
            say(&s, request, strlen(request));
        else /* a record for each byte */
            for (size_t i = 0; request[i]; i++) say(&s, request + i, 1);
        text all = hear_all(&s);
        size_t length = (size_t)(file->end - file->bytes);
        ck_assert_uint_gt(all.length, length);
        ck_assert(memcmp(all.data + all.length - length, file->bytes, length) == 0);
        ck_assert_ptr_nonnull(strstr(all.data, "\r\n\r\nok\nHTTP/1.1 200 OK\r\n"));
        text_free(&all);
        leave(&s);
    }
}
END_TEST

START_TEST(only_good_tls_is_spoken) {
    secure s;
    ck_assert(!agree(&s, TLS1_1_VERSION, NULL));
    leave(&s);
    ck_assert(agree(&s, TLS1_2_VERSION, NULL));
    leave(&s);
    ck_assert(!agree(&s, 0, "\x02h2"));
    leave(&s);
    ck_assert(agree(&s, 0, "\x02h2\x08http/1.1"));
    leave(&s);
    static const char *const other[] = {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                        "\x16\x03\x01\xff\xff\x01", "\x80\x80\x01\x03\x01"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        int fd = client_dial(server.port);
        char part[512];
        ck_assert_int_gt(write(fd, other[i], strlen(other[i])), 0);
        shutdown(fd, SHUT_WR);
        for (ssize_t got; (got = read(fd, part, sizeof part)) > 0;)
            ck_assert(!memmem(part, (size_t)got, "HTTP/1.1", 8));
        close(fd);
    }
    ck_assert(agree(&s, 0, NULL)); /* others are not disturbed */
    leave(&s);
}
END_TEST

/* What was not encrypted cannot be the page that plays here. */
START_TEST(a_page_by_another_scheme_is_another_page) {
    static const struct {
        const char *scheme;
        int code;
    } cases[] = {{"http", 403}, {"https", 201}, {"ftp", 403}, {"httpx", 403}, {"", 403}};
    static const char body[] = "{\"game\":\"linja\"}";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        secure s;
        char request[400];
        snprintf(
            request, sizeof request,
            "POST /v1/games HTTP/1.1\r\nHost: localhost:%d\r\nOrigin: %s://localhost:%d\r\n"
            "Connection: close\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
            server.port, cases[i].scheme, server.port, strlen(body), body);
        ck_assert(agree(&s, 0, NULL));
        say(&s, request, strlen(request));
        text all = hear_all(&s);
        ck_assert_msg(atoi(all.data + 9) == cases[i].code, "%s: %.40s", cases[i].scheme, all.data);
        text_free(&all);
        leave(&s);
    }
}
END_TEST

/* An address may stand there whole, as behind some proxies. */
START_TEST(whole_addresses_are_understood) {
    static const struct {
        const char *scheme;
        int code;
    } cases[] = {{"https", 200}, {"HTTPS", 200}, {"http", 421}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        secure s;
        char request[200];
        snprintf(request, sizeof request,
                 "GET %s://localhost:%d/healthz HTTP/1.1\r\nHost: localhost:%d\r\n"
                 "Connection: close\r\n\r\n",
                 cases[i].scheme, server.port, server.port);
        ck_assert(agree(&s, 0, NULL));
        say(&s, request, strlen(request));
        text all = hear_all(&s);
        ck_assert_msg(atoi(all.data + 9) == cases[i].code, "%s: %.40s", cases[i].scheme, all.data);
        text_free(&all);
        leave(&s);
    }
}
END_TEST

static text output_of(const char *command) {
    text all = text_growing();
    char part[256];
    FILE *f = popen(command, "r");
    text_put(&all, "");
    while (fgets(part, sizeof part, f)) text_put(&all, part);
    int code = WEXITSTATUS(pclose(f));
    text_format(&all, "= %d", code);
    return all;
}

START_TEST(wrong_keys_are_told) {
    write_keys();
    static const struct {
        const char *options, *says;
    } cases[] = {{"--tls only-one", "option --tls needs two values, CERT KEY\n= 2"},
                 {"--tls /nowhere/cert /nowhere/key", "--tls: certificate /nowhere/cert: "},
                 {"--tls \"$CERT\" \"$CERT\"", "--tls: key "},
                 {"--tls \"$CERT\" /dev/null", "= 3"}};
    setenv("CERT", certificate.text, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[400];
        snprintf(command, sizeof command, "%s serve --store sqlite:%s %s 2>&1", PROGRAM,
                 fixture_in_folder("unused.db").text, cases[i].options);
        text said = output_of(command);
        ck_assert_msg(strstr(said.data, cases[i].says) != NULL, "%s", said.data);
        text_free(&said);
    }
}
END_TEST

/* --- a proxy ---------------------------------------------------------------------------------- */

static int log_file;

static void start_with_log(bool proxied) {
    fixture_path path = fixture_in_folder("doors.log");
    log_file = open(path.text, O_RDWR | O_CREAT | O_TRUNC, 0600);
    server =
        server_run(PROGRAM, log_file,
                   (const char *const[]){"--store", store_url(), proxied ? "--proxy" : NULL, NULL});
}

static int make_game_for(const char *fields) {
    http_reply r = http_ask(server.port, "POST", "/v1/games", fields, "{\"game\":\"linja\"}");
    int code = r.code;
    http_forget(&r);
    return code;
}

static bool has_logged(const char *words) {
    char log[65536];
    ssize_t length = pread(log_file, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    return strstr(log, words) != NULL;
}

/* So many games that this client gets no more. */
static void use_up(const char *fields) {
    for (int i = 0; i < 110; i++)
        if (make_game_for(fields) == 429) return;
    ck_abort_msg("%s: there is no end", fields);
}

/* Few are left, which time may have given back; who is new has a hundred. */
static bool is_used_up(const char *fields) {
    for (int i = 0; i < 30; i++)
        if (make_game_for(fields) == 429) return true;
    return false;
}

START_TEST(a_proxy_says_for_whom_it_asks) {
    start_with_log(true);
    use_up("X-Forwarded-For: 203.0.113.9\r\n");
    ck_assert_int_eq(make_game_for("X-Forwarded-For: 203.0.113.10\r\n"), 201);
    ck_assert_int_eq(make_game_for("X-Forwarded-For: 203.0.113.10, 203.0.113.77\r\n"), 201);
    ck_assert(has_logged(" 203.0.113.77 POST /v1/games 201 ")); /* the nearest proxy's word */
    ck_assert_int_eq(
        make_game_for("X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 203.0.113.78\r\n"), 201);
    ck_assert(has_logged(" 203.0.113.78 POST /v1/games 201 "));
    use_up("X-Forwarded-For: 2001:db8:1:2::3\r\n"); /* who has one address has the half of it */
    ck_assert(is_used_up("X-Forwarded-For: 2001:db8:1:2:ffff::4\r\n"));
    ck_assert_int_eq(make_game_for("X-Forwarded-For: 2001:db8:1:3::3\r\n"), 201);
    ck_assert(has_logged(" 203.0.113.9 POST /v1/games 429 "));
    ck_assert(has_logged(" 2001:db8:1:3::3 POST /v1/games 201 "));
    http_reply r =
        http_ask(server.port, "GET", "/metrics", "X-Forwarded-For: 203.0.113.9\r\n", NULL);
    ck_assert_int_eq(r.code, 403);
    http_forget(&r);
    ck_assert_int_eq(make_game_for("X-Forwarded-For: evil\x1b[31m\r\n"), 400);
    ck_assert_int_eq(make_game_for("X-Forwarded-For: not an address\r\n"), 201);
    ck_assert(has_logged(" 127.0.0.1 POST /v1/games 201 "));
    stop();
}
END_TEST

START_TEST(a_proxy_says_how_it_was_asked) {
    start_with_log(true);
    char own[64], other[64];
    snprintf(own, sizeof own, "Origin: https://localhost:%d\r\nX-Forwarded-Proto: https\r\n",
             server.port);
    snprintf(other, sizeof other, "Origin: http://localhost:%d\r\nX-Forwarded-Proto: https\r\n",
             server.port);
    ck_assert_int_eq(make_game_for(own), 201);
    ck_assert_int_eq(make_game_for(other), 403);
    stop();
}
END_TEST

/* ... and where it does not, it may send whole addresses by either scheme; nobody else may. */
START_TEST(a_proxy_may_not_say_how_it_was_asked) {
    static const struct {
        bool proxied;
        const char *from, *scheme, *fields;
        int code;
    } cases[] = {
        {true, "127.0.0.1", "https", "", 200},
        {true, "127.0.0.1", "http", "", 200},
        {true, "127.0.0.1", "https", "X-Forwarded-Proto: https\r\n", 200},
        {true, "127.0.0.1", "http", "X-Forwarded-Proto: https\r\n", 421},
        {true, "127.0.0.9", "https", "", 421},
        {true, "127.0.0.9", "http", "", 200},
        {false, "127.0.0.1", "https", "", 421},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char address[64];
        start_with_log(cases[i].proxied);
        client_come_from(cases[i].from);
        snprintf(address, sizeof address, "%s://localhost:%d/healthz", cases[i].scheme,
                 server.port);
        http_reply r = http_ask(server.port, "GET", address, cases[i].fields, NULL);
        ck_assert_msg(r.code == cases[i].code, "case %zu: %d", i, r.code);
        http_forget(&r);
        client_come_from("127.0.0.1");
        stop();
    }
}
END_TEST

/* Whoever is no proxy of ours says it in vain: there is none, or it comes from elsewhere. */
START_TEST(a_stranger_is_not_believed) {
    for (int i = 0; i < 2; i++) {
        start_with_log(i == 1);
        client_come_from(i == 1 ? "127.0.0.9" : "127.0.0.1");
        char fields[64];
        int code = 201;
        for (int k = 0; k < 110 && code == 201; k++) {
            snprintf(fields, sizeof fields, "X-Forwarded-For: 203.0.113.%d\r\n", k);
            code = make_game_for(fields);
        }
        ck_assert_int_eq(code, 429);
        ck_assert(!has_logged("203.0.113."));
        ck_assert(has_logged(i == 1 ? " 127.0.0.9 " : " 127.0.0.1 "));
        client_come_from("127.0.0.1");
        stop();
    }
}
END_TEST

/* Behind a proxy that nobody told us of, everybody seems to come from this machine. */
START_TEST(numbers_are_for_whom_they_were_given) {
    static const char forwarded[] = "X-Forwarded-For: 203.0.113.9\r\n";
    for (int i = 0; i < 2; i++) {
        server = server_run(PROGRAM, -1,
                            (const char *const[]){"-q", "--store", store_url(),
                                                  i == 1 ? "--public-metrics" : NULL, NULL});
        const struct {
            const char *from, *fields;
            int code;
        } cases[] = {{"127.0.0.1", "", 200},
                     {"127.0.0.1", forwarded, i == 1 ? 200 : 403},
                     {"127.0.0.9", "", i == 1 ? 200 : 403}};
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            client_come_from(cases[k].from);
            http_reply r = http_ask(server.port, "GET", "/metrics", cases[k].fields, NULL);
            ck_assert_msg(r.code == cases[k].code, "%d, case %zu: %d", i, k, r.code);
            http_forget(&r);
        }
        client_come_from("127.0.0.1");
        stop();
    }
}
END_TEST

/* --- how many --------------------------------------------------------------------------------- */

static volatile sig_atomic_t told_to_stop;

static void on_stop(int number) {
    (void)number;
    told_to_stop = 1;
}

static void tell_port(void *context, int port) {
    dprintf(*(const int *)context, "%d\n", port);
    close(*(const int *)context);
}

static const serve_patience patient = {.idle = 600000,
                                       .receiving = 600000,
                                       .saying = 600000,
                                       .leaving = 600000,
                                       .hello = 600000,
                                       .quiet = 600000,
                                       .connections = 8192,
                                       .of_a_client = 8192};

/* A server with another patience than the program's, and so many descriptors (0: as many as there
 * are). */
static void start_with(const serve_patience *patience, rlim_t descriptors) {
    int out[2];
    ck_assert_int_eq(pipe(out), 0);
    const char *url = store_url();
    server.pid = fork();
    if (server.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        error e;
        struct sigaction action = {.sa_handler = on_stop};
        sigaction(SIGTERM, &action, NULL);
        struct rlimit limit = {descriptors, descriptors};
        if (descriptors > 0) setrlimit(RLIMIT_NOFILE, &limit);
        serve_options options = {.stop = &told_to_stop,
                                 .ready = tell_port,
                                 .context = &out[1],
                                 .store = url,
                                 .patience = patience};
        _exit(serve(&options, &e));
    }
    close(out[1]);
    char line[32] = "";
    ck_assert_int_gt(read(out[0], line, sizeof line - 1), 0);
    close(out[0]);
    server.port = atoi(line);
}

/* Whether somebody who comes now is answered; stays if so. */
static bool is_let_in(int *fd) {
    static const char request[] = "GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    char part[64];
    *fd = client_dial(server.port);
    bool sent = send(*fd, request, strlen(request), MSG_NOSIGNAL) > 0;
    if (sent && read(*fd, part, sizeof part) > 0) return true;
    close(*fd);
    return false;
}

START_TEST(one_address_does_not_take_all_places) {
    serve_patience narrow = patient;
    narrow.connections = 100;
    narrow.of_a_client = 3;
    start_with(&narrow, 0);
    int fds[8], count = 0;
    client_come_from("127.0.0.5");
    while (count < 8 && is_let_in(&fds[count])) count++;
    ck_assert_int_eq(count, 3);
    client_come_from("127.0.0.6");
    ck_assert(is_let_in(&fds[3]));
    close(fds[3]);
    client_come_from("127.0.0.1"); /* this machine, and a proxy on it, have all there are */
    for (int i = 3; i < 8; i++) ck_assert(is_let_in(&fds[i]));
    for (int i = 0; i < 8; i++) close(fds[i]);
    client_come_from("127.0.0.5");
    bool again = false;
    for (int i = 0; i < 200 && !again; i++, usleep(10000)) again = is_let_in(&fds[0]);
    ck_assert(again);
    close(fds[0]);
    client_come_from("127.0.0.1");
    stop();
}
END_TEST

START_TEST(one_client_does_not_watch_everything) {
    server = server_run(PROGRAM, -1,
                        (const char *const[]){"-q", "--store", store_url(), "--proxy", NULL});
    json_t *facts = http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\"}", 201);
    char request[600];
    snprintf(request, sizeof request,
             "GET /v1/games/%s/socket HTTP/1.1\r\nHost: localhost:%d\r\nConnection: Upgrade\r\n"
             "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: 203.0.113.9\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: "
             "linework.v1\r\n\r\n",
             json_string_value(json_object_get(facts, "id")), server.port);
    json_decref(facts);
    enum { MOST = 256 };
    int fds[MOST + 1], code = 0;
    for (int i = 0; i <= MOST; i++) {
        char part[64] = "";
        fds[i] = client_dial(server.port);
        ck_assert_int_gt(write(fds[i], request, strlen(request)), 0);
        ck_assert_int_gt(read(fds[i], part, sizeof part - 1), 12);
        code = atoi(part + 9);
        ck_assert_int_eq(code, i < MOST ? 101 : 429);
    }
    for (int i = 0; i <= MOST; i++) close(fds[i]);
    stop();
}
END_TEST

/* --- sockets ---------------------------------------------------------------------------------- */

typedef struct game_id {
    char text[32];
} game_id;

static game_id new_game(void) {
    game_id id;
    json_t *facts = http_facts(server.port, "POST", "/v1/games", "{\"game\":\"linja\"}", 201);
    snprintf(id.text, sizeof id.text, "%s", json_string_value(json_object_get(facts, "id")));
    json_decref(facts);
    return id;
}

static const char upgrade[] = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                              "Sec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Protocol: linework.v1\r\n";
static const char watch[] = "{\"do\":\"hello\",\"token\":null,\"after\":1}";

/* Asks for the socket of a game; the status of the answer. */
static int ask_for_socket(int fd, const char *id, const char *fields) {
    char request[600], head[4096];
    size_t length = 0;
    snprintf(request, sizeof request,
             "GET /v1/games/%s/socket HTTP/1.1\r\nHost: localhost:%d\r\n%s%s\r\n", id, server.port,
             upgrade, fields);
    ck_assert_int_gt(send(fd, request, strlen(request), MSG_NOSIGNAL), 0);
    do { /* no byte of what follows */
        ck_assert_uint_lt(length, sizeof head - 1);
        ck_assert_int_eq(read(fd, head + length, 1), 1);
        head[++length] = '\0';
    } while (!strstr(head, "\r\n\r\n"));
    return atoi(head + strlen("HTTP/1.1 "));
}

/* The page of another server, in the browser of a player: everything is right but where it comes
 * from. */
START_TEST(a_page_of_another_server_gets_no_socket) {
    start_with(&patient, 0);
    game_id id = new_game();
    char own[64];
    snprintf(own, sizeof own, "Origin: http://localhost:%d\r\n", server.port);
    const struct {
        const char *fields;
        int code;
    } cases[] = {{"Origin: http://evil.example\r\n", 403},
                 {"Origin: null\r\n", 403},
                 {"Origin: http://localhost\r\n", 403}, /* another port is another server */
                 {"Origin: http://evil.example\r\nOrigin: http://localhost\r\n", 403},
                 {own, 101},
                 {"", 101}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int fd = client_dial(server.port);
        ck_assert_int_eq(ask_for_socket(fd, id.text, cases[i].fields), cases[i].code);
        close(fd);
    }
    stop();
}
END_TEST

/* It says hello, and then not a word more, not even that it is still there. */
START_TEST(who_is_gone_without_a_word_is_left) {
    static const char ping[] = "\x89";
    serve_patience p = patient;
    p.quiet = 50;
    start_with(&p, 0);
    ws w = ws_open(server.port, new_game().text);
    ws_send(&w, watch);
    char said[4096];
    size_t length = 0;
    for (ssize_t got; (got = read(w.fd, said + length, sizeof said - length)) > 0;)
        length += (size_t)got;
    ck_assert_uint_gt(length, 2);
    ck_assert_int_eq(said[length - 2], *ping); /* asked whether it is there, and then left */
    ck_assert_int_eq(said[length - 1], 0);
    ws_close(&w);
    stop();
}
END_TEST

/* Pings without an end to a server whose answers nobody reads, until it takes no more of them. */
static void send_until_stuck(int fd) {
    enum { PING = 2 + 4 + 125, PINGS = 1000, LONG_ENOUGH = 3000 };
    static unsigned char pings[PINGS * PING];
    for (int i = 0; i < PINGS; i++) memcpy(pings + i * PING, "\x89\xfd", 2);
    size_t sent = 0, limit = (size_t)256 << 20;
    struct pollfd room = {.fd = fd, .events = POLLOUT};
    while (sent < limit && poll(&room, 1, LONG_ENOUGH) > 0) {
        size_t at = sent % sizeof pings;
        ssize_t more = send(fd, pings + at, sizeof pings - at, MSG_DONTWAIT | MSG_NOSIGNAL);
        ck_assert_msg(more > 0 || errno == EAGAIN, "%s", strerror(errno));
        if (more > 0) sent += (size_t)more;
    }
    ck_assert_uint_lt(sent, limit);
}

START_TEST(who_sends_but_does_not_read_is_not_heard) {
    start_with(&patient, 0);
    ws w = ws_open(server.port, new_game().text);
    ws_send(&w, watch);
    send_until_stuck(w.fd);
    client_expect_rest(server.pid);
    json_decref(ws_hear(&w)); /* hello; and once something is read, it goes on */
    char pongs[65536];
    for (size_t read = 0; read < ((size_t)8 << 20);) {
        ssize_t more = recv(w.fd, pongs, sizeof pongs, 0);
        ck_assert_int_gt(more, 0);
        read += (size_t)more;
        struct pollfd room = {.fd = w.fd, .events = POLLOUT};
        if (poll(&room, 1, 0) > 0) break;
    }
    close(w.fd);
    stop();
}
END_TEST

/* Sockets that are there for nothing but to be there. */
START_TEST(who_asks_gets_an_answer_however_many_look_on) {
    enum { SOCKETS = 300, DESCRIPTORS = 256 };
    int fds[SOCKETS], in = 0;
    start_with(&patient, DESCRIPTORS);
    game_id id = new_game();
    for (int i = 0; i < SOCKETS; i++) {
        ws w = {.fd = fds[i] = client_dial(server.port)};
        int code = ask_for_socket(w.fd, id.text, "");
        ck_assert_msg(code == 101 || code == 503, "%d: %d", i, code);
        if (code != 101) continue;
        ck_assert_int_eq(in++, i); /* the first of them */
        ws_send(&w, watch);
        json_decref(ws_hear(&w));
    }
    ck_assert_int_gt(in, DESCRIPTORS / 2);
    for (int i = 0; i < 50; i++) {
        http_reply r = http_ask(server.port, "GET", "/healthz", "", NULL);
        ck_assert_int_eq(r.code, 200);
        http_forget(&r);
    }
    for (int i = 0; i < in; i++) { /* nobody had to go for that */
        ws w = {.fd = fds[i]};
        ws_send(&w, "{\"id\":\"x\",\"do\":\"ping\"}");
        json_t *m = ws_hear(&w);
        ck_assert_str_eq(json_string_value(json_object_get(m, "ok")), "x");
        json_decref(m);
    }
    for (int i = 0; i < SOCKETS; i++) close(fds[i]);
    stop();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("doors");
    TCase *encrypted = fixture_tests(suite, "encrypted"), *tests = fixture_threads(suite, "doors");
    tcase_add_checked_fixture(encrypted, start_tls, stop);
    tcase_add_test(encrypted, files_arrive_encrypted);
    tcase_add_test(encrypted, only_good_tls_is_spoken);
    tcase_add_test(encrypted, a_page_by_another_scheme_is_another_page);
    tcase_add_test(encrypted, whole_addresses_are_understood);
    tcase_add_test(tests, wrong_keys_are_told);
    tcase_add_test(tests, a_proxy_says_for_whom_it_asks);
    tcase_add_test(tests, a_proxy_says_how_it_was_asked);
    tcase_add_test(tests, a_proxy_may_not_say_how_it_was_asked);
    tcase_add_test(tests, a_stranger_is_not_believed);
    tcase_add_test(tests, numbers_are_for_whom_they_were_given);
    tcase_add_test(tests, one_address_does_not_take_all_places);
    tcase_add_test(tests, one_client_does_not_watch_everything);
    tcase_add_test(tests, a_page_of_another_server_gets_no_socket);
    tcase_add_test(tests, who_is_gone_without_a_word_is_left);
    tcase_add_test(tests, who_sends_but_does_not_read_is_not_heard);
    tcase_add_test(tests, who_asks_gets_an_answer_however_many_look_on);
    return fixture_run(suite);
}
