/* What the next occurrence of a daily rule costs at least: plain arithmetic with one offset that never changes.
 * cc -O2 occurrence_limit.c -o occurrence_limit
 *
 *   occurrence_limit COUNT   prints: seconds, a sum that keeps the compiler from leaving the work out */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* The first 09:00 after an instant, by way of the civil date, as a program without any zone would do it. */
__attribute__((noinline)) static int64_t next(int64_t after, int64_t offset) {
    int64_t clock = after + offset, days = clock / 86400, time = clock % 86400;
    if (time >= 9 * 3600) days++;
    int64_t z = days + 719468, era = z / 146097, doe = z % 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t civil = era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
    return civil * 86400 + 9 * 3600 - offset;
}

int main(int argc, char **argv) {
    int64_t count = argc > 1 ? atoll(argv[1]) : 0, start = 1767225600, after = start, sum = 0;
    double begin = now();
    for (int64_t i = 0; i < count; i++) {
        after = next(after, 3600);
        sum += after;
        if (after > start + 3650LL * 86400) after = start;
    }
    printf("%f %lld\n", now() - begin, (long long)sum);
    return 0;
}
