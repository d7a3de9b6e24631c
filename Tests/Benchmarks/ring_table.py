"""Measures how late reminders ring and what a daemon at rest costs, and gives the rows of the table of targets. Used by
measure.py; by itself: ring_table.py BINARIES [RINGS] [REST_SECONDS]."""

import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone

RINGS, REST_SECONDS = 100, 600


class Device:
    """A store in a folder of its own, in no space, whose daemon shows reminders by a script that notes the time."""

    def __init__(self, binaries, folder):
        self.binaries, self.folder = binaries, folder
        self.rung = os.path.join(folder, "rung")
        self.script = os.path.join(folder, "ring")
        with open(self.script, "w") as script:
            script.write(f"#!/bin/sh\n{{ date +%s%N; cat; }} >> '{self.rung}'\n")
        os.chmod(self.script, 0o700)
        self.environment = {"HOME": folder, "PACKMULE_STORE": os.path.join(folder, "store.sqlite"), "TZ": "UTC",
                            "PATH": "/usr/bin:/bin"}
        self.run("init", "--name", "bench")
        self.run("permission", "allow")

    def run(self, *words):
        program = os.path.join(self.binaries, "packmule")
        subprocess.run([program, *words], env=self.environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def start(self, *options):
        return subprocess.Popen([os.path.join(self.binaries, "packmuled"), *options], env=self.environment,
                                stderr=subprocess.DEVNULL)


def lateness(binaries, folder, count):
    """Milliseconds from the time at which each of so many reminders was due, one a second, until its hand-over."""
    device = Device(binaries, folder)
    start = datetime.now(timezone.utc) + timedelta(seconds=5 + count // 25)
    for index in range(count):
        due = start + timedelta(seconds=index)
        device.run("remind", "at", due.strftime("%Y-%m-%d %H:%M:%S"), f"Reminder {index}")
    daemon = device.start("--notify", "command:" + device.script)
    try:
        time.sleep(max(0, (start - datetime.now(timezone.utc)).total_seconds()) + count + 1)
    finally:
        daemon.terminate()
        daemon.wait()
    late = []
    with open(device.rung) as text:
        lines = [line for line in text if line.strip()]
    for moment, document in zip(lines[::2], lines[1::2]):
        due = datetime.fromisoformat(json.loads(document)["due"].replace("Z", "+00:00")).timestamp()
        late.append(int(moment) / 1e6 - due * 1e3)
    if len(late) != count:
        sys.exit(f"{len(late)} of {count} reminders rang")
    return sorted(late)


def switches(process):
    """How often the threads of a process went to sleep by themselves."""
    total = 0
    for path in glob.glob(f"/proc/{process}/task/*/status"):
        with open(path) as status:
            total += sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    return total


def rest(binaries, folder, seconds):
    """Wake-ups of a daemon at rest in so many seconds, and its memory in MB."""
    device = Device(binaries, folder)
    device.run("remind", "daily", (datetime.now(timezone.utc) + timedelta(hours=12)).strftime("%H:%M"), "Tomorrow")
    daemon = device.start("--notify", "terminal")
    try:
        time.sleep(3)
        before = switches(daemon.pid)
        time.sleep(seconds)
        count = switches(daemon.pid) - before
        with open(f"/proc/{daemon.pid}/status") as status:
            kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    finally:
        daemon.terminate()
        daemon.wait()
    return count, kilobytes / 1024


def table(binaries, rings=RINGS, seconds=REST_SECONDS):
    """Rows of (what, figure, target, whether it is met, what stands beside it)."""
    with tempfile.TemporaryDirectory() as folder:
        late = lateness(binaries, folder, rings)
    with tempfile.TemporaryDirectory() as folder:
        count, megabytes = rest(binaries, folder, seconds)
    p99 = late[min(len(late) - 1, int(len(late) * 0.99))]
    return [
        ("Lateness of a ring, p99", f"{p99:.1f} ms", "≤ 50 ms", "yes" if p99 <= 50 else "**no**",
         f"p50 {statistics.median(late):.1f} ms of {len(late)} rings, by a command that notes the time"),
        ("Daemon at rest: wake-ups; memory", f"{count}; {megabytes:.1f} MB", "0; ≤ 15 MB",
         "yes" if count == 0 and megabytes <= 15 else "**no**", f"in {seconds} s, all threads, a reminder armed"),
    ]


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[2:]]
    for row in table(sys.argv[1], *given):
        print("| " + " | ".join(row) + " |")
