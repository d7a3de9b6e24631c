// Linux calls and macros that Swift's Glibc module lacks.
#define _GNU_SOURCE
#include "CPackmuleLinux.h"

#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

__attribute__((constructor)) static void note_arguments(int count, char **words) {
    argument_count = count;
    arguments = words;
}

int packmule_arguments(char ***words) {
    *words = arguments;
    return argument_count;
}

int packmule_ofd_lock(int descriptor, int takes, int waits) {
    struct flock lock = {.l_type = takes ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

long packmule_random(void *bytes, size_t count) {
    return getrandom(bytes, count, 0);
}

int packmule_make_temporary_file(char *template) {
    return mkostemp(template, O_CLOEXEC);
}

int packmule_event_counter(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int packmule_calendar_timer(void) {
    return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int packmule_calendar_timer_set(int descriptor, long long milliseconds) {
    // A time of 0 would disarm.
    if (milliseconds < 1) milliseconds = 1;
    struct itimerspec due = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000}};
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &due, NULL);
}

int packmule_network_changes(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
    if (descriptor == -1 || bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    close(descriptor);
    return -1;
}

int packmule_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

int packmule_process_end(int process) {
    // Called by number: the function is younger than the call.
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int packmule_start_program(
    int *process, const char *program, char *const *arguments, char *const *environment, int input, int output,
    int error) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, error, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t started = 0;
    int code = posix_spawnp(&started, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    *process = started;
    return code;
}
