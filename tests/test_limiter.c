/* SPDX-License-Identifier: MIT
 *
 * How much one client may ask for. */
#include <stdio.h>
#include <stdlib.h>

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
    for (int i = 0; i < 10; i++) ck_assert(limiter_take(l, "192.0.2.1", &ten, 1000));
    ck_assert(!limiter_take(l, "192.0.2.1", &ten, 1000));
    ck_assert(limiter_take(l, "192.0.2.2", &ten, 1000));
    /* Whoever has one address of IPv6 has 2^64 of them. */
    for (int i = 0; i < 10; i++) {
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:2::%x", i + 1);
        ck_assert(limiter_take(l, address, &ten, 1000));
    }
    ck_assert(!limiter_take(l, "2001:db8:1:2:ffff::9", &ten, 1000));
    ck_assert(limiter_take(l, "2001:db8:1:3::1", &ten, 1000));
    free(l);
}
END_TEST

/* Many addresses push each other out, but never who has just been there. */
START_TEST(there_is_room_for_everybody) {
    limiter *l = calloc(1, sizeof *l);
    for (int i = 0; i < 100000; i++) {
        char address[64];
        snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        MUST(limiter_take(l, address, &ten, 1000 + i));
    }
    for (int i = 0; i < 9; i++) ck_assert(limiter_take(l, "10.1.134.159", &ten, 101000));
    ck_assert(!limiter_take(l, "10.1.134.159", &ten, 101000));
    free(l);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("limiter");
    TCase *tests = fixture_tests(suite, "limiter");
    tcase_add_test(tests, so_much_at_once_and_then_so_much_a_second);
    tcase_add_test(tests, clients_do_not_pay_for_each_other);
    tcase_add_test(tests, there_is_room_for_everybody);
    return fixture_run(suite);
}
