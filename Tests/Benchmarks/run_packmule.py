#!/usr/bin/env python3
"""Drives Packmule with the workloads of sync and prints a JSON line for each: {peer, workload, run, n, seconds, rate,
bytes, note, ...}; rows of latency add p50_ms and p99_ms, rows of the server client_cpu, server_cpu and rss_mb.

usage: run_packmule.py --data DATA --binaries DIR [--runs 3] [--only W2,W3,...] [--n 20000] [--open] [--limits DIR]

DATA is written by workload.py, DIR holds packmule-bench, packmule-server and load. With --limits the C programs there
run in turn with ours and print rows of peer "limit". Spaces are sealed unless --open says otherwise; the server stores
durably (synchronous=FULL), on loopback, and every server and folder is this program's own.
"""
import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEER = "packmule"
# Raised so that 32 devices may ask as fast as they can; a person's devices never come near the defaults.
RAISED = ["requestsPerSecond=1000000", "requestBurst=1000000", "connectionsPerAddress=256",
          "unauthenticatedPerMinute=1000000", "recordsPerSpace=1000000", "invitationsPerHour=100000"]


class Server:
    """packmule-server in a folder of its own; `seconds` from its start to its ready line."""

    def __init__(self, arguments, folder, limits=RAISED):
        words = [os.path.join(arguments.binaries, "packmule-server"), "--data", folder, "--listen", "127.0.0.1:0"]
        for limit in limits:
            words += ["--limit", limit]
        start = time.perf_counter()
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        self.seconds = time.perf_counter() - start
        ready = json.loads(line)
        self.url, self.claim, self.pid = ready["url"], ready["claim"], ready["pid"]
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self):
        """Proportional set size: pages that several processes share are counted in parts."""
        with open(f"/proc/{self.pid}/smaps_rollup") as rollup:
            return round(next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024, 1)


class Proxy:
    """Counts the bytes of everything that passes."""

    def __init__(self, port):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "counting_proxy.py"), str(self.port), str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def counts(self):
        """Bytes up and down since the last call."""
        self.process.stdin.write("count\n")
        self.process.stdin.flush()
        return tuple(int(word) for word in self.process.stdout.readline().split())[:2]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(5)


class Runner:
    def __init__(self, arguments):
        self.arguments = arguments
        self.mode = "open" if arguments.open else "sealed"
        self.run = 0

    def data(self, name):
        return os.path.join(self.arguments.data, name)

    def emit(self, workload, count, seconds, byte_count=None, note="", peer=PEER, **more):
        row = {"peer": peer, "workload": workload, "run": self.run, "n": count, "seconds": round(seconds, 6),
               "rate": round(count / seconds, 1) if seconds else None, "bytes": byte_count, "note": note}
        print(json.dumps({**row, **more}), flush=True)

    def bench(self, *words):
        """The numbers that one workload prints."""
        command = [os.path.join(self.arguments.binaries, "packmule-bench"), *map(str, words)]
        return [float(word) for word in subprocess.run(command, check=True, stdout=subprocess.PIPE,
                                                       text=True).stdout.split()]

    def up(self, folder, link, items, name="a.sqlite"):
        return self.bench("sync-up", link, self.mode, self.data("trips.jsonl"), items, os.path.join(folder, name))

    # MARK: Whole synchronisations

    def whole(self, count):
        """W2, W3: everything of one device up, and down to a fresh one."""
        with tempfile.TemporaryDirectory() as folder, Server(self.arguments, os.path.join(folder, "server")) as server:
            before = server.cpu_seconds()
            seconds = self.up(folder, server.claim, self.data(f"items_{count}.jsonl"))[0]
            middle = server.cpu_seconds()
            prefix = "" if count == 20_000 else "W7:"
            self.emit(prefix + "W2", count, seconds, note=f"{self.mode} space, pages of 5,000, server FULL",
                      server_cpu=round(middle - before, 3))
            seconds = self.bench("sync-down", os.path.join(folder, "a.sqlite"), os.path.join(folder, "b.sqlite"), count)[0]
            self.emit(prefix + "W3", count, seconds, note=f"{self.mode} space, fresh device until all can be queried",
                      server_cpu=round(server.cpu_seconds() - middle, 3))

    def latency(self):
        """W4: a check-off on A until it is visible on B, which its wake-up tells."""
        with tempfile.TemporaryDirectory() as folder, Server(self.arguments, os.path.join(folder, "server")) as server:
            self.up(folder, server.claim, self.data("items_20000.jsonl"))
            middle, high, least, total = self.bench(
                "sync-latency", os.path.join(folder, "a.sqlite"), os.path.join(folder, "b.sqlite"),
                self.data("checkoffs_w4.jsonl"))
            self.emit("W4", 200, total, note="A commits and syncs; B is woken, syncs and commits; all durable",
                      p50_ms=middle, p99_ms=high, min_ms=least)

    def conflicts(self):
        """W5: 20,000 edits of 5,000 fields on two devices, then A, B, A.

        The workload's own winners count an edit that changes nothing on its device as a write. Packmule does not stamp
        such an edit (docs/design, replication: Stamped at write time), so the winners by its rule are counted as well.
        """
        with tempfile.TemporaryDirectory() as folder, Server(self.arguments, os.path.join(folder, "server")) as server:
            self.up(folder, server.claim, self.data("items_20000.jsonl"))
            real = os.path.join(folder, "expected.jsonl")
            self.write_real_winners(real)
            seconds, by_rule, by_workload, differing = self.bench(
                "sync-conflicts", os.path.join(folder, "a.sqlite"), os.path.join(folder, "b.sqlite"),
                self.data("conflicts_w5_a.jsonl"), self.data("conflicts_w5_b.jsonl"), real,
                self.data("expected_w5.jsonl"))
            self.emit("W5", 20_000, seconds, right=int(by_rule), by_workload=int(by_workload), differing=int(differing),
                      note=f"sync A, B, A; {int(by_rule)} of 5,000 right on both, {int(differing)} differ; counting "
                      f"edits that change nothing as writes {int(by_workload)}")

    def write_real_winners(self, path):
        """The last edit of each field that changed it on its device."""
        with open(self.data("items_20000.jsonl")) as lines:
            items = {item["id"]: item for item in map(json.loads, lines)}
        winners = {}
        for device in "ab":
            held = {}
            with open(self.data(f"conflicts_w5_{device}.jsonl")) as lines:
                for edit in map(json.loads, lines):
                    cell = (edit["item_id"], edit["field"])
                    if held.get(cell, items[cell[0]][cell[1]]) == edit["value"]:
                        continue
                    held[cell] = edit["value"]
                    if cell not in winners or (edit["ts"], device) > (winners[cell]["ts"], winners[cell]["device"]):
                        winners[cell] = edit
        with open(self.data("expected_w5.jsonl")) as lines:
            for edit in map(json.loads, lines):
                # Nobody changed it: it is what it was.
                cell = (edit["item_id"], edit["field"])
                winners.setdefault(cell, {**edit, "value": items[cell[0]][cell[1]]})
        with open(path, "w") as target:
            target.writelines(json.dumps(edit) + "\n" for edit in winners.values())

    # MARK: Bytes

    def bytes_on_the_wire(self):
        """W6: everything that passes the sockets, HTTP headers included."""
        with tempfile.TemporaryDirectory() as folder, Server(self.arguments, os.path.join(folder, "server")) as server:
            proxy = Proxy(server.port)
            link = server.claim.replace(f":{server.port}/", f":{proxy.port}/")
            first, second = os.path.join(folder, "a.sqlite"), os.path.join(folder, "b.sqlite")
            empty = os.path.join(folder, "none.jsonl")
            open(empty, "w").close()
            self.up(folder, link, empty)
            self.bench("sync-down", first, second, 0)
            proxy.counts()
            self.bench("sync-add", first, self.data("items_100000.jsonl"), 1000)
            up, down = proxy.counts()
            self.emit("W6", 1000, 1, up + down, f"1,000 new records, {self.mode}: {up} up, {down} down",
                      per_item=round((up + down) / 1000, 1))
            self.bench("sync-only", second)
            up, down = proxy.counts()
            self.emit("W6down", 1000, 1, up + down, f"the same down: {up} up, {down} down",
                      per_item=round((up + down) / 1000, 1))
            self.bench("sync-check", first)
            one = proxy.counts()
            self.bench("sync-only", second)
            other = proxy.counts()
            self.bench("sync-only", second)
            nothing = proxy.counts()
            self.emit("W6one", 1, 1, sum(one), f"one check-off, {self.mode}: A {sum(one)} B; B {sum(other)} B; "
                      f"nothing new {sum(nothing)} B", other=sum(other), nothing=sum(nothing))
            proxy.stop()

    # MARK: The server

    def small_exchanges(self):
        """W8: 32 devices, each in a space of its own, as fast as the server answers."""
        with tempfile.TemporaryDirectory() as folder:
            data, devices = os.path.join(folder, "server"), os.path.join(folder, "devices.tsv")
            self.bench("server-fill", data, 32, 200, devices)
            with Server(self.arguments, data) as server:
                for kind, workload in (("pull", "W8pull"), ("push", "W8push")):
                    before = server.cpu_seconds()
                    words = subprocess.run(
                        [os.path.join(self.arguments.binaries, "load"), kind, str(server.port), devices, "5"],
                        check=True, stdout=subprocess.PIPE, text=True).stdout.split()
                    count, seconds, middle, high, refused = int(words[0]), *map(float, words[1:])
                    self.emit(workload, count, seconds, note="32 keep-alive connections, limits raised: "
                              + ", ".join(RAISED), p50_ms=middle / 1000, p99_ms=high / 1000, errors=int(refused),
                              server_cpu=round(server.cpu_seconds() - before, 2))

    def memory(self):
        """W9: cold start, and memory with 1,000 spaces of 200 records that have all been asked for."""
        with tempfile.TemporaryDirectory() as folder:
            data, devices = os.path.join(folder, "server"), os.path.join(folder, "devices.tsv")
            self.bench("server-fill", data, 1000, 200, devices)
            starts = []
            for _ in range(5):
                with Server(self.arguments, data) as server:
                    starts.append(server.seconds)
            with Server(self.arguments, data, limits=[*RAISED, "connections=1200", "connectionsPerAddress=1200"]) as server:
                subprocess.run([os.path.join(self.arguments.binaries, "load"), "pull", str(server.port), devices, "3"],
                               check=True, stdout=subprocess.DEVNULL)
                self.emit("W9", 1000, statistics.median(starts), note="cold start to the ready line, 1,000 spaces of 200 "
                          "records; memory after every one was asked for", rss_mb=server.memory_mb())

    # MARK: Limits

    def limits(self):
        """The same work in C, with nothing that a store promises: docs in the programs themselves."""
        folder = tempfile.mkdtemp()
        limits = self.arguments.limits
        try:
            for count in (20_000, 100_000):
                self.tab_separated(count, folder)
                server = subprocess.Popen([os.path.join(limits, "http_limit"), str(self.free_port()),
                                           os.path.join(folder, f"{count}.sqlite"), "2"],
                                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                port = server.args[1]
                server.stdout.readline()
                device = os.path.join(limits, "device_limit")
                prefix = "" if count == 20_000 else "W7:"
                up = self.words(device, "up", port, os.path.join(folder, f"{count}.tsv"))
                self.emit(prefix + "W2", count, up[0], int(up[1]), "plain rows, synchronous=NORMAL", peer="limit")
                down = self.words(device, "down", port, os.path.join(folder, "down.sqlite"))
                self.emit(prefix + "W3", count, down[0], int(down[2]), "plain rows, synchronous=NORMAL", peer="limit")
                if count == 20_000:
                    middle, high = self.words(device, "w4", port, os.path.join(folder, "w4"), "3000")
                    self.emit("W4", 3000, middle * 3000 / 1e6, None, "synchronous=NORMAL, no wake-up", peer="limit",
                              p50_ms=middle / 1000, p99_ms=high / 1000)
                server.stdin.close()
                server.wait(10)
        finally:
            shutil.rmtree(folder)

    def tab_separated(self, count, folder):
        keys = ("id", "trip_id", "name", "category", "quantity", "position")
        with open(self.data(f"items_{count}.jsonl")) as source, open(os.path.join(folder, f"{count}.tsv"), "w") as target:
            for item in map(json.loads, source):
                target.write("\t".join([str(item[key]) for key in keys] + [str(int(item["packed"]))]) + "\n")

    @staticmethod
    def words(*command):
        return [float(word) for word in subprocess.run(command, check=True, stdout=subprocess.PIPE,
                                                       text=True).stdout.split()]

    @staticmethod
    def free_port():
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            return free.getsockname()[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="W2,W4,W5,W6,W7,W8,W9")
    parser.add_argument("--n", type=int, default=20_000)
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--limits")
    arguments = parser.parse_args()
    only = arguments.only.split(",")
    runner = Runner(arguments)
    for runner.run in range(arguments.runs):
        if "W2" in only or "W3" in only:
            runner.whole(arguments.n)
        if "W4" in only:
            runner.latency()
        if "W5" in only:
            runner.conflicts()
        if "W6" in only:
            runner.bytes_on_the_wire()
        if "W7" in only:
            runner.whole(100_000)
        if "W8" in only:
            runner.small_exchanges()
        if "W9" in only:
            runner.memory()
        if arguments.limits:
            runner.limits()


if __name__ == "__main__":
    main()
