/* SPDX-License-Identifier: MIT
 *
 * What is said on one connection: requests one after the other, each answered before the next is
 * read. Bytes in, bytes out; server/carrier.h carries them and keeps the time. */
#ifndef SERVER_TALK_H
#define SERVER_TALK_H

#include "server/about.h"
#include "server/answer.h"
#include "server/estimates.h"
#include "server/games.h"
#include "server/guest.h"
#include "server/limiter.h"
#include "server/scholar.h"

enum {
    TALK_RECEIVE_MAX = 4096, /* bytes received at once */
    TALK_ADDRESS_MAX = NAMES_ADDRESS_MAX,
};

/* What holds for all connections of a server. */
typedef struct talk talk;
typedef struct talk_terms {
    library *library;      /* of tables; not used if there is a scholar */
    scholar *scholar;      /* who looks values up; NULL: nobody, they are looked up at once */
    courier *courier;      /* who reads tables; NULL: nobody, they are read at once */
    estimates *estimates;  /* who guesses what is not solved; NULL: nobody */
    desk *desk;            /* the games; NULL: there are none */
    void (*wake)(talk *t); /* called when there is something to say that nobody waits for */
    int port;
    bool is_everywhere;  /* other machines are let in, too */
    bool is_tls;         /* what is said is encrypted on its way */
    bool is_proxied;     /* a proxy on this machine says for whom it asks */
    bool public_metrics; /* the numbers about the server are for everybody */
    limiter *asked;      /* what clients ask for (routes_limit); NULL: nobody counts */
    crowd *sockets;      /* of each client; NULL: nobody counts */
    int sockets_most;
    int sockets_room;         /* ... of all clients together; 0: as many as there are connections */
    const char *const *names; /* "host" or "host:port" by which it is known, too; NULL ends them */
    void (*log)(void *context, const char *line); /* NULL: nobody wants to know */
    void *context;
    server_counts *counts; /* NULL: nobody counts */
} talk_terms;

typedef enum talk_state {
    TALK_IDLE,      /* nothing of a next request has been received */
    TALK_HEARING,   /* a part of one has */
    TALK_WAITING,   /* for an answer; nothing is received until all is said */
    TALK_ANSWERING, /* ... the same */
    TALK_SOCKET,    /* both sides say what they like, by WebSocket */
    TALK_OVER,      /* all has been said; whatever is received is forgotten */
} talk_state;

/* A request and the answer to it. It is large, and most connections rest or are sockets of games:
 * so it is there only from the first byte of a request on, until all of the answer has been said.
 */
typedef struct exchange {
    char received[HTTP_HEAD_MAX + TALK_RECEIVE_MAX];
    size_t received_length;
    size_t head_length; /* of the request at the beginning of `received`; 0: not whole yet */
    http_request request;
    http_body body;
    int64_t begun_ms;
    answer answer;
    bool only_head; /* the answer goes without its body */
    bool closes;    /* it is the last */
    char head[2048];
    size_t head_bytes, said; /* of the head and then of the body */
    const char *go_ahead;    /* is to be said before the body is received; NULL: nothing */
    text said_to_us;         /* the body of the request */
    ticket *ticket;          /* while it waits for a game */
    inquiry *inquiry;        /* ... or for a value */
    estimate *estimate;      /* ... or for a guess of one */
} exchange;

struct talk {
    const talk_terms *terms;
    char peer[TALK_ADDRESS_MAX];   /* address of the other side */
    char client[TALK_ADDRESS_MAX]; /* ... or for whom it asks, if it is a proxy of ours */
    bool is_local;                 /* it asks for itself, and is on this machine */
    const char *scheme;            /* "https" or "http", by which the client asks; NULL: unknown */
    char own[TALK_ADDRESS_MAX];    /* the address at which it reached us, as in "Host" */
    talk_state state;
    exchange *exchange; /* NULL while nothing is asked */
    guest *guest;       /* of a room; NULL: none */
    uint64_t counted;   /* as whom it was counted among the sockets; 0: it was not */
};

/* `peer` and `own` are addresses: of the other side, and that by which it reached us, as in "Host".
 */
void talk_begin(talk *t, const talk_terms *terms, const char *peer, const char *own);
void talk_end(talk *t);

/* Hears at most TALK_RECEIVE_MAX bytes. */
void talk_receive(talk *t, const char *bytes, size_t length);

/* Whether there is something to say; then talk_say puts some of it at `bytes`. */
bool talk_wants_to_say(const talk *t);
size_t talk_say(talk *t, unsigned char *bytes, size_t room);

/* The other side has taken too long, or has been quiet for long. */
void talk_is_late(talk *t);

bool talk_is_this_machine(const char *address);

#endif
