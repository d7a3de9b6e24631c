#!/usr/bin/env python3
"""Runs what the real programs do while their n-th call of the system fails, or kills them, for every n.

usage: fault_loops.py --programs DIR [--every N] [OPERATION…]

A line for each operation and kind of call: how many calls were disturbed, and how many of them led to something that
must not be. After each disturbance the files must be sound without repair, what was there before and is there in the
end must be there, and the same operation must then succeed and lead to the end that it has undisturbed. With --every
only each N-th call is disturbed. Exit code 1 where something was found; `NOT RUN: operation, reason` where the machine
lacks what is needed."""

import argparse
import glob
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from programs import Device, Finding, NotRun, Space, require

# The calls that fail, and how; a call that a machine does not have is passed over.
FAULTS = (
    ("openat", "error=EMFILE"), ("openat", "error=ENOSPC"), ("pread64", "error=EIO"), ("read", "error=EIO"),
    ("pwrite64", "error=ENOSPC"), ("pwrite64", "error=EIO"), ("write", "error=ENOSPC"), ("ftruncate", "error=EIO"),
    ("fsync", "error=EIO"), ("fdatasync", "error=EIO"), ("rename", "error=ENOSPC"), ("link", "error=ENOSPC"),
    ("unlink", "error=EIO"), ("openat", "signal=KILL"), ("pwrite64", "signal=KILL"), ("write", "signal=KILL"),
    ("ftruncate", "signal=KILL"), ("fsync", "signal=KILL"), ("fdatasync", "signal=KILL"), ("rename", "signal=KILL"),
    ("link", "signal=KILL"), ("unlink", "signal=KILL"),
)

# The exit codes by which a device says that something between it and its server did not happen.
SAID_BY_DEVICE = range(1, 100)
# How long a server may take to be ready.
READY_SECONDS = 30
# How a program ends that met a trap.
TRAPS = (signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE)


class Lab:
    """What the machines are given."""

    def __init__(self, programs):
        self.programs = os.path.abspath(programs)
        self.folder = tempfile.mkdtemp(prefix="packmule-faults-")
        self.undone = []

    def afterwards(self, function, *arguments):
        self.undone.append((function, arguments))

    def end(self):
        for function, arguments in reversed(self.undone):
            function(*arguments)
        shutil.rmtree(self.folder, ignore_errors=True)


def disturbing(call, fault, number):
    """What stands before a command each of whose threads is to meet a fault at its n-th call."""
    words = ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", f"trace={call}", "-e", "signal=none"]
    return words + ["-e", f"inject={call}:{fault}:when={number}"]


def counting(call, path):
    return ["strace", "-f", "-qqq", "-o", path, "-e", f"trace={call}", "-e", "signal=none"]


def ended(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out + err


def end_gently(process):
    """Asks a program to end, which is the child of the process where that is strace."""
    try:
        with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
            children = [int(word) for word in file.read().split()]
    except OSError:
        children = []
    for pid in children or [process.pid]:
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass


def wait(process, seconds=60):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Finding(f"{process.args[-6:]} does not end")


class Operation:
    """Something that a program does with the files of one machine, which can be laid out again as they were before."""

    # Whether it may end well without having done all: what failed is due again later.
    is_patient = False
    # Whether a server is disturbed. It writes to what wakes its threads, which cannot fail on a real machine.
    is_server = False

    def __init__(self, lab):
        self.lab = lab
        self.space = Space(lab, "anna", "ben")
        self.device, self.server = self.space[0], self.space.server
        self.device.do("trip", "add", "Bergen", "--start", "2027-06-03", "--nights", "4")
        self.device.do("item", "add", "Tent", "Rope", "-t", "1")
        self.space.settle()
        self.prepare()
        if self.server.process.poll() is None:
            self.server.stop()
        self.folders = [self.device.folder, self.server.folder]
        for folder in self.folders:
            shutil.copytree(folder, folder + ".model")
        self.before = self.contents()
        code, said = self.run(())
        if code:
            raise Finding(f"undisturbed it fails with {code}: {said}")
        self.after = self.contents()

    def lay_out(self):
        for folder in self.folders:
            shutil.rmtree(folder)
            shutil.copytree(folder + ".model", folder)

    def prepare(self):
        """Brings the files to where the operation begins."""

    def run(self, prefix):
        """Does it, or what is left of it, with the prefix before the program that is disturbed: an exit code, and what
        it said."""
        raise NotImplementedError

    def serving(self, body, prefix=(), clock=()):
        """Runs the server with the prefix, and meanwhile the body: the exit code of the server where it fails, else
        what the body gives."""
        self.server.start(wait=False, prefix=(*prefix, *clock))
        process = self.server.process
        try:
            is_ready = select.select([process.stdout], [], [], READY_SECONDS)[0] and process.stdout.readline()
            result = body() if is_ready else (0, "")
        finally:
            end_gently(process)
            code = wait(process)
            process.stdout.close()
        return (code, self.log()) if code else result

    def log(self):
        path = os.path.join(self.lab.folder, "server.log")
        with open(path, errors="replace") as file:
            return file.read()[-2000:]

    def contents(self):
        """A line for everything that is there; a finding where a file is not sound."""
        self.device.check_sound()
        checked = self.server.administer("check")
        if checked.code:
            raise Finding(f"the server's file is not sound: {checked.out}{checked.err}")
        return set(self.device.dump().splitlines()) | self.contents_of_server()

    def contents_of_server(self):
        """How much the server holds, which is all that it knows."""
        connection = sqlite3.connect(os.path.join(self.server.folder, "server.packmule"))
        try:
            rows = connection.execute("SELECT hex(id), hex(sum), records, bytes FROM space")
            return {f"server: {row}" for row in rows}
        finally:
            connection.close()

    # One disturbance

    def count(self, call):
        """The calls of the thread that makes most of them, when nothing is disturbed."""
        self.lay_out()
        path = os.path.join(self.lab.folder, "calls")
        self.run(counting(call, path))
        counts = {}
        with open(path, errors="replace") as file:
            for line in file:
                if f" {call}(" in line:
                    thread = line.split()[0]
                    counts[thread] = counts.get(thread, 0) + 1
        return max(counts.values(), default=0)

    def disturb(self, call, fault, number):
        """A sentence about what must not be; nothing where all is well."""
        self.lay_out()
        code, said = self.run(disturbing(call, fault, number))
        is_killed = fault == "signal=KILL"
        if -code in TRAPS or code - 128 in TRAPS or "Fatal error" in said:
            return f"it met a trap ({code}): {said[-300:]}"
        if code and not said.strip() and not is_killed and call != "write":
            return f"it failed with {code} without a word"
        between = self.contents()
        lost = (self.before & self.after) - between
        if lost:
            return f"lost {sorted(lost)[0]}"
        if code == 0 and not is_killed and not self.is_patient and between != self.after:
            return "it said it was done and was not"
        code, said = self.run(())
        if code:
            return f"the next time it failed with {code}: {said[-300:]}"
        different = self.contents() ^ self.after
        return f"in the end something else is there: {sorted(different)[0]}" if different else None


class Push(Operation):
    """A device sends what is new."""

    def prepare(self):
        self.device.do("item", "add", "Lamp", "-t", "1")

    def run(self, prefix):
        return self.serving(lambda: ended(self.device.start("sync", prefix=prefix)))


class Pull(Push):
    """A device takes in what another one sent."""

    def prepare(self):
        self.space[1].do("item", "add", "Lamp", "-t", "1")
        self.space[1].do("sync")


class Store(Push):
    """The server stores what a device sends."""

    is_server = is_patient = True

    def run(self, prefix):
        code, said = self.serving(lambda: ended(self.device.start("sync")), prefix)
        # The device says that the server could not; that is no failure of the server.
        return (0, said) if prefix and code in SAID_BY_DEVICE else (code, said)


class Backup(Operation):
    """A device copies its store into a file."""

    def run(self, prefix):
        path = os.path.join(self.device.folder, "backup")
        end = ended(self.device.start("backup", path, "--yes", prefix=prefix))
        if os.path.exists(path):
            looked_at = Device(self.lab, "backup", folder=os.path.join(self.lab.folder, "looked-at"))
            shutil.copy(path, looked_at.store)
            looked_at.check_sound()
        return end


class Migration(Operation):
    """A device opens a store of format 1: other rules, and no tables of the exchange."""

    def prepare(self):
        self.device.do("leave", "--yes")
        connection = sqlite3.connect(self.device.store, isolation_level=None)
        for table in ("arrival", "membership", "sync", "held", "unopenable", "expected"):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        connection.execute("UPDATE state SET catalogue = x'00'")
        connection.execute("PRAGMA user_version = 1")
        connection.close()

    def contents(self):
        # Looking at it would bring it up to date.
        copy = Device(self.lab, "looked-at", folder=os.path.join(self.lab.folder, "looked-at"))
        shutil.rmtree(copy.folder)
        shutil.copytree(self.device.folder, copy.folder)
        copy.check_sound()
        return set(copy.dump().splitlines())

    def run(self, prefix):
        return ended(self.device.start("trip", "edit", "1", "--note", "Migrated", prefix=prefix))


class Ring(Operation):
    """A daemon shows a reminder that is due by a command, and writes that down."""

    is_patient = True

    def prepare(self):
        self.device.do("permission", "allow")
        self.device.do("leave", "--yes")
        self.device.do("remind", "at", "in 1 second", "Passport")
        time.sleep(1.2)
        self.shown, self.script = (os.path.join(self.lab.folder, name) for name in ("shown", "show"))
        with open(self.script, "w") as file:
            file.write(f"#!/bin/sh\ncat > /dev/null\necho x >> '{self.shown}'\n")
        os.chmod(self.script, 0o700)

    def rung(self):
        connection = sqlite3.connect(self.device.store)
        try:
            return connection.execute("SELECT count(*) FROM ring").fetchone()[0]
        finally:
            connection.close()

    def contents(self):
        lines = {f"rung {self.rung()}"}
        self.device.check_sound()
        return lines

    def run(self, prefix):
        if os.path.exists(self.shown):
            os.remove(self.shown)
        process = self.device.start(
            "--quiet", "--notify", "command:" + self.script, program="packmuled", prefix=prefix)
        end = time.monotonic() + (1.5 if prefix else 10)
        while time.monotonic() < end and process.poll() is None and not self.rung():
            time.sleep(0.02)
        end_gently(process)
        code, said = ended(process)
        # Asked to end before it was ready to be asked.
        return (0, said) if code == -signal.SIGTERM else (code, said)


class ServerBackup(Operation):
    """The server's file is copied."""

    def run(self, prefix):
        path = os.path.join(self.lab.folder, "backup")
        if os.path.exists(path):
            connection = sqlite3.connect(path)
            if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise Finding("the backup is damaged")
            connection.close()
            os.remove(path)
        return ended(self.administer("backup", path, prefix))

    def administer(self, *words):
        *words, prefix = words
        return subprocess.Popen(
            [*prefix, os.path.join(self.lab.programs, "packmule-server"), *words, "--data", self.server.folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")


class ServerStart(ServerBackup):
    """The server starts on a backup that was put in place."""

    is_server = True

    def prepare(self):
        self.server.stop()
        path = os.path.join(self.lab.folder, "backup")
        ended(self.administer("backup", path, ()))
        shutil.rmtree(self.server.folder)
        os.makedirs(self.server.folder, mode=0o700)
        shutil.move(path, os.path.join(self.server.folder, "server.packmule"))

    def run(self, prefix):
        return self.serving(lambda: (0, ""), prefix)


class Collection(Operation):
    """The server forgets what was deleted long ago, at its start."""

    is_server = is_patient = True

    def prepare(self):
        self.clock = lying("+100d")
        self.device.do("trip", "delete", "1", "--yes")
        self.space.settle()
        self.server.stop()

        def sync_all():
            for device in self.space.devices:
                device.do("sync", prefix=self.clock)

        self.server.start(prefix=self.clock)
        sync_all()
        end_gently(self.server.process)
        wait(self.server.process)

    def run(self, prefix):
        return self.serving(lambda: (time.sleep(0.2), (0, ""))[1], prefix, self.clock)


def lying(clock):
    """What stands before a command whose clock is to be wrong by so much. The library changes the environment of the
    first program into which it is loaded, which the Swift runtime does not expect, hence the shell."""
    libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not libraries:
        raise NotRun("libfaketime is missing")
    return ("env", "LD_PRELOAD=" + libraries[0], "FAKETIME=" + clock, "FAKETIME_DONT_FAKE_MONOTONIC=1", "sh", "-c",
            'exec "$@"', "sh")


OPERATIONS = {
    "push": Push, "pull": Pull, "backup": Backup, "migration": Migration, "ring": Ring, "store": Store,
    "server-backup": ServerBackup, "server-start": ServerStart, "collection": Collection,
}


def loop(name, arguments):
    """Runs one operation; how many findings there were."""
    lab, found = Lab(arguments.programs), 0
    try:
        require("strace")
        operation = OPERATIONS[name](lab)
        for call, fault in FAULTS:
            if operation.is_server and call == "write" and fault.startswith("error"):
                continue
            count, failures = operation.count(call), []
            numbers = range(1, count + 1, arguments.every)
            for number in numbers:
                try:
                    sentence = operation.disturb(call, fault, number)
                except Finding as finding:
                    sentence = str(finding)
                if sentence:
                    failures.append(f"{name} {call} {fault} {number}: {sentence}")
            said = f"{len(numbers):>4} of {count:<4} {len(failures)} failed"
            print(f"{name:<14} {call:<10} {fault:<13} {said}", flush=True)
            for failure in failures[:5]:
                print("  FOUND:", failure, flush=True)
            found += len(failures)
    except NotRun as reason:
        print(f"NOT RUN: {name}, {reason}", flush=True)
    except Finding as finding:
        print(f"{name:<14} FOUND: {finding}", flush=True)
        found += 1
    finally:
        lab.end()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("operations", nargs="*", metavar="OPERATION", help=", ".join(OPERATIONS))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.operations if name not in OPERATIONS]
    if unknown:
        parser.error(f"there is no operation {unknown[0]}; there are {', '.join(OPERATIONS)}")
    return 1 if sum(loop(name, arguments) for name in arguments.operations or OPERATIONS) else 0


if __name__ == "__main__":
    sys.exit(main())
