// Linux calls and macros that Swift's Glibc module lacks. The header names no system header: some of those look
// different once `_GNU_SOURCE` is set, and Swift refuses two looks of one type.
#ifndef CPACKMULE_LINUX_H
#define CPACKMULE_LINUX_H

#include <stddef.h>

/// Where the words stand by which this program was started, its name first; answers how many there are. The Swift runtime
/// looks for them beside the environment, and finds none where a preloaded library has moved that.
int packmule_arguments(char ***words);

/// Takes (1) or gives back (0) the exclusive open-file-description lock on the whole file; waits when asked to. Answers
/// 0, or -1 with `errno` set.
int packmule_ofd_lock(int descriptor, int takes, int waits);

/// Fills `count` bytes from the random source of the kernel; answers how many were filled, or -1 with `errno` set.
long packmule_random(void *bytes, size_t count);

/// Makes and opens a new file from a template that ends in `XXXXXX`, closed in programs started from here; answers its
/// descriptor, or -1 with `errno` set.
int packmule_make_temporary_file(char *template);

/// Makes a counter that can be polled for being above 0; answers its descriptor, or -1 with `errno` set.
int packmule_event_counter(void);

/// Makes a timer on the clock of the calendar that can be polled for being due; answers its descriptor, or -1 with
/// `errno` set.
int packmule_calendar_timer(void);

/// Makes the timer due at a time in milliseconds since 1970, and at once when that is over. Setting the clock, and
/// waking up from sleep, make it readable with `ECANCELED`. Answers 0, or -1 with `errno` set.
int packmule_calendar_timer_set(int descriptor, long long milliseconds);

/// Opens a socket that hears of changes of links, addresses and routes; answers its descriptor, or -1 with `errno` set.
int packmule_network_changes(void);

/// Makes and opens a file in memory, closed in programs started from here; answers its descriptor, or -1 with `errno`
/// set.
int packmule_memory_file(const char *name);

/// Opens what can be polled for the end of a child process; answers its descriptor, or -1 with `errno` set.
int packmule_process_end(int process);

/// Starts a program, sought in PATH unless its name has a slash; answers 0, or an error number. It gets the three
/// descriptors as its streams and no other one, signals as a shell gives them, and a process group of its own.
int packmule_start_program(
    int *process, const char *program, char *const *arguments, char *const *environment, int input, int output,
    int error);

#endif
