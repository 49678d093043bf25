/* SPDX-License-Identifier: MIT
 *
 * How much one client may ask for. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"
#include "server/limiter.h"

static const allowance ten = {.most = 10, .a_second = 2};

START_TEST(so_much_at_once_and_then_so_much_a_second) {
    bucket b = {0};
    int64_t now = 5000;
    for (int i = 0; i < 10; i++) ck_assert(bucket_take(&b, &ten, now));
    ck_assert(!bucket_take(&b, &ten, now));
    ck_assert(!bucket_take(&b, &ten, now + 499));
    ck_assert(bucket_take(&b, &ten, now + 500));
    ck_assert(!bucket_take(&b, &ten, now + 501));
    now += 1000000; /* no more than that is saved up */
    for (int i = 0; i < 10; i++) ck_assert(bucket_take(&b, &ten, now));
    ck_assert(!bucket_take(&b, &ten, now));
}
END_TEST

START_TEST(clients_do_not_pay_for_each_other) {
    limiter *l = calloc(1, sizeof *l);
    for (int i = 0; i < 10; i++)
        ck_assert(limiter_take(l, limiter_client("192.0.2.1"), &ten, 1000));
    ck_assert(!limiter_take(l, limiter_client("192.0.2.1"), &ten, 1000));
    ck_assert(limiter_take(l, limiter_client("192.0.2.2"), &ten, 1000));
    /* Whoever has one address of IPv6 has 2^64 of them. */
    for (int i = 0; i < 10; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i + 1);
        ck_assert(limiter_take(l, limiter_client(address), &ten, 1000));
    }
    ck_assert(!limiter_take(l, limiter_client("2001:db8:1:2:ffff::9"), &ten, 1000));
    ck_assert(limiter_take(l, limiter_client("2001:db8:1:3::1"), &ten, 1000));
    free(l);
}
END_TEST

/* Many addresses push each other out, but never who has just been there. */
START_TEST(there_is_room_for_everybody) {
    limiter *l = calloc(1, sizeof *l);
    for (int i = 0; i < 100000; i++) {
        char address[64];
        snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        MUST(limiter_take(l, limiter_client(address), &ten, 1000 + i));
    }
    for (int i = 0; i < 9; i++)
        ck_assert(limiter_take(l, limiter_client("10.1.134.159"), &ten, 101000));
    ck_assert(!limiter_take(l, limiter_client("10.1.134.159"), &ten, 101000));
    free(l);
}
END_TEST

/* Of more clients than there are places for, who take turns, none gets a full bucket for coming
 * again: together they have no more than the places have. */
START_TEST(who_push_each_other_out_get_no_more) {
    enum { TURNS = 1000 };
    limiter *l = calloc(1, sizeof *l);
    enum { COUNT = LIMITER_WAYS + 1 };
    uint64_t clients[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:%x::1", i);
        clients[i] = limiter_client(address);
    }
    int allowed = 0;
    for (int i = 0; i < TURNS; i++)
        for (int k = 0; k < COUNT; k++) allowed += limiter_take(l, clients[k], &ten, 1000 + i);
    ck_assert_int_ge(allowed, 10);
    ck_assert_int_le(allowed, LIMITER_WAYS * (10 + 2 * TURNS / 1000));
    free(l);
}
END_TEST

/* Takes whatever clients of IPv6 have, whose addresses begin alike and go on in so many ways. */
static void take_all(limiter *l, const char *beginning, int ways) {
    for (int i = 0; i < ways; i++) {
        char address[96];
        snprintf(address, sizeof address, "%s:%x::1", beginning, i);
        uint64_t client = limiter_client(address);
        while (limiter_take(l, client, &ten, 1000)) continue;
    }
}

/* Whoever has as many addresses as are given away in one piece does not take what others have. */
START_TEST(very_many_addresses_are_few_places) {
    enum { OTHERS = 500 };
    limiter *l = calloc(1, sizeof *l);
    int free_ones = 0;
    take_all(l, "2001:db8:1", 1 << 16);
    for (int i = 0; i < OTHERS; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:%x:1::1", i + 2);
        free_ones += limiter_take(l, limiter_client(address), &ten, 1000);
    }
    ck_assert_int_ge(free_ones, OTHERS * 9 / 10); /* one in 256 has the same set */
    /* ... and with all there is of IPv6 not what those of IPv4 have. */
    for (int i = 0; i < 1 << 14; i++) {
        char site[64];
        snprintf(site, sizeof site, "2001:db8:%x", i);
        take_all(l, site, 1);
    }
    ck_assert(limiter_take(l, limiter_client("192.0.2.1"), &ten, 1000));
    free(l);
}
END_TEST

/* Another process, another number; within one the same. */
START_TEST(nobody_knows_which_clients_share_a_place) {
    uint64_t numbers[2];
    int line[2];
    ck_assert_int_eq(pipe(line), 0);
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child == 0) {
            uint64_t number = limiter_client("192.0.2.1");
            bool same = number == limiter_client("192.0.2.1");
            _exit(same && write(line[1], &number, sizeof number) == sizeof number ? 0 : 1);
        }
        int ended;
        ck_assert_int_eq(waitpid(child, &ended, 0), child);
        ck_assert_int_eq(ended, 0);
        ck_assert_int_eq(read(line[0], &numbers[i], sizeof numbers[i]), sizeof numbers[i]);
    }
    ck_assert_uint_ne(numbers[0], numbers[1]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("limiter");
    TCase *tests = fixture_tests(suite, "limiter");
    tcase_add_test(tests, nobody_knows_which_clients_share_a_place); /* before there is a number */
    tcase_add_test(tests, so_much_at_once_and_then_so_much_a_second);
    tcase_add_test(tests, clients_do_not_pay_for_each_other);
    tcase_add_test(tests, there_is_room_for_everybody);
    tcase_add_test(tests, very_many_addresses_are_few_places);
    tcase_add_test(tests, who_push_each_other_out_get_no_more);
    return fixture_run(suite);
}
