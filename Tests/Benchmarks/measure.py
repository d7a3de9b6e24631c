"""Runs the workloads and their limits in turn and prints the table of targets. Called by Scripts/bench."""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time

import ring_table
import sync_table


def output(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **options).stdout


def seconds(*command):
    """The first word a workload prints."""
    return float(output(*command).split()[0])


def whole_process(command, environment):
    """Wall seconds and peak memory in MB of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    if status != 0:
        sys.exit(f"{command} failed with {status}")
    return elapsed, usage.ru_maxrss / 1024


class Bench:
    def __init__(self, arguments):
        self.runs, self.folder = arguments.runs, arguments.folder
        self.rest_seconds = arguments.rest_seconds
        self.bench = os.path.join(arguments.binaries, "packmule-bench")
        self.program = os.path.join(arguments.binaries, "packmule")
        self.limit = os.path.join(self.folder, "limit")
        self.raw = os.path.join(self.folder, "sqlite_limit")
        self.rows = []

    def work(self, name):
        return os.path.join(self.folder, "workload", name)

    def path(self, name):
        path = os.path.join(self.folder, name)
        for suffix in ("", "-wal", "-shm", "-changed"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        return path

    def copy(self, source, name):
        path = self.path(name)
        shutil.copy(source, path)
        return path

    def row(self, what, figure, target, met, note=""):
        self.rows.append((what, figure, target, "yes" if met else "**no**", note))

    def pairs(self, measure):
        """Medians of ours and the limit, and the median of limit / ours pair by pair; the first pair warms up."""
        pairs = [measure() for _ in range(self.runs + 1)][1:]
        ours, limits = zip(*pairs)
        return (statistics.median(ours), statistics.median(limits),
                statistics.median(limit / own for own, limit in pairs))

    def load(self, items):
        filled = self.path("filled.sqlite")
        own = seconds(self.bench, "load", self.work("trips.jsonl"), self.work(items), filled)
        return own, seconds(self.limit, "load", filled, self.path("out.sqlite"))

    def edits(self, mode):
        before, after = self.copy(self.base, "before.sqlite"), self.copy(self.base, "after.sqlite")
        trace = os.path.join(self.folder, "trace.tsv")
        own = seconds(self.bench, mode, after, self.work("edits_w1.jsonl"), trace)
        return own, seconds(self.limit, mode, before, after, trace)

    def raw_limit(self, mode, synchronous):
        runs = [float(output(self.raw, mode, synchronous, self.path("raw.sqlite"), self.work("items.tsv"),
                             self.work("edits.tsv")).split()[0]) for _ in range(self.runs)]
        return statistics.median(runs)

    def write_raw_input(self):
        with open(self.work("items_20000.jsonl")) as source, open(self.work("items.tsv"), "w") as target:
            for item in map(json.loads, source):
                values = [item[key] for key in ("id", "trip_id", "name", "category", "quantity", "position")]
                target.write("\t".join(map(str, values + [int(item["packed"])])) + "\n")
        with open(self.work("edits_w1.jsonl")) as source, open(self.work("edits.tsv"), "w") as target:
            for edit in map(json.loads, source):
                value = int(edit["value"]) if isinstance(edit["value"], bool) else edit["value"]
                target.write(f"{edit['ts']}\t{edit['item_id']}\t{edit['field']}\t{value}\n")

    def measure_store(self):
        own, limit, ratio = self.pairs(lambda: self.load("items_20000.jsonl"))
        raw = self.raw_limit("load-row1", "FULL")
        self.row("load 20,000 items of 6 fields, one transaction", f"{20000 / own:,.0f} items/s, {ratio:.2f} of the limit",
                 "≥ 120,000 items/s, ≥ 0.5", 20000 / own >= 120_000 and ratio >= 0.5,
                 f"limit {20000 / limit:,.0f}, raw SQLite {20000 / raw:,.0f} items/s")
        per_item = own / 20_000
        large = statistics.median(self.load_large() for _ in range(max(1, self.runs // 2)))
        growth = large / 100_000 / per_item
        self.row("the same with 100,000 items", f"{growth:.2f} × the time per item", "≤ 1.3 ×", growth <= 1.3)
        self.base = self.path("base.sqlite")
        seconds(self.bench, "load", self.work("trips.jsonl"), self.work("items_20000.jsonl"), self.base)
        own, limit, ratio = self.pairs(lambda: self.edits("edits-each"))
        raw = self.raw_limit("edits-each", "FULL")
        self.row("W1: 20,000 edits, each a durable transaction", f"{20000 / own:,.0f} edits/s, {ratio:.2f} of the limit",
                 "≥ 0.9", ratio >= 0.9, f"limit {20000 / limit:,.0f}, raw SQLite {20000 / raw:,.0f} edits/s")
        own, limit, ratio = self.pairs(lambda: self.edits("edits-batch"))
        raw = self.raw_limit("edits-batch", "FULL")
        self.row("W1 in one transaction", f"{20000 / own:,.0f} edits/s, {ratio:.2f} of the limit",
                 "≥ 150,000 edits/s, ≥ 0.5", 20000 / own >= 150_000 and ratio >= 0.5,
                 f"limit {20000 / limit:,.0f}, raw SQLite {20000 / raw:,.0f} edits/s")

    def load_large(self):
        return seconds(self.bench, "load", self.work("trips.jsonl"), self.work("items_100000.jsonl"),
                       self.path("large.sqlite"))

    def measure_metadata(self):
        """Bytes of the whole file beyond a plain table of the same records with its index on the id."""
        import sqlite3
        full, plain = self.path("lean.sqlite"), self.path("plain.sqlite")
        output(self.bench, "lean", self.work("items_20000.jsonl"), full)
        database = sqlite3.connect(full)
        database.execute("ATTACH ? AS plain", (plain,))
        columns = [row[1] for row in database.execute("PRAGMA table_info(item)")
                   if row[1] not in ("deleted", "pending", "living", "parked", "log")]
        names = ", ".join(f'"{name}"' for name in columns)
        database.execute(f"CREATE TABLE plain.item (number INTEGER PRIMARY KEY, {names.split(', ', 1)[1]})")
        database.execute(f"INSERT INTO plain.item SELECT {names} FROM item ORDER BY number")
        database.execute("CREATE UNIQUE INDEX plain.item_id ON item (id)")
        database.execute("CREATE INDEX plain.item_parent ON item (trip)")
        database.commit()
        database.execute("DETACH plain")
        living = self.pages(sqlite3.connect(full), ("item", "item_id", "item_parent", "item_pending", "item_deleted"))
        log = self.pages(sqlite3.connect(full), ("log", "log_record"))
        bare = self.pages(sqlite3.connect(plain), ("item", "item_id", "item_parent"))
        each = (living - bare) / 20_000
        self.row("metadata beside an unedited 8-field record", f"{each:.0f} bytes", "< 80 bytes", each < 80,
                 f"and {log / 20_000:.0f} bytes of history while it is kept")

    @staticmethod
    def pages(database, names):
        """Bytes of the pages of tables and indexes, counted by walking the file's own b-trees through dbstat."""
        marks = ", ".join("?" * len(names))
        try:
            return database.execute(f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({marks})", names).fetchone()[0] or 0
        except Exception as error:
            sys.exit(f"the SQLite of python3 has no dbstat: {error}")

    def measure_program(self):
        environment = {**os.environ, "PACKMULE_STORE": self.base_with_dates(), "TZ": "Europe/Berlin"}
        # The store was made by the benchmark, whose rules have a version of their own: the first write of the program
        # brings the file to its own version, as after an update.
        output(self.program, "setting", "set", "log.days", "90", env=environment)
        self.process("`packmule next`, 200 trips, 20,000 items", ["next"], environment, 15, 20)
        self.process("`packmule search`, there", ["search", "rain jacket"], environment, 40, None)
        stripped = os.path.join(self.folder, "packmule")
        output("strip", "-o", stripped, self.program)
        size = os.path.getsize(stripped) / 1e6
        self.row("stripped `packmule`", f"{size:.1f} MB", "< 16 MB", size < 16)

    def base_with_dates(self):
        """A store with 200 trips, every second one dated, and 20,000 items."""
        path = self.path("program.sqlite")
        output(self.bench, "trips", self.work("trips.jsonl"), self.work("items_20000.jsonl"), path)
        return path

    def process(self, name, arguments, environment, milliseconds, megabytes):
        command = [self.program, *arguments]
        whole_process(command, environment)
        runs = [whole_process(command, environment) for _ in range(max(self.runs, 5) * 4)]
        wall, memory = statistics.median(run[0] for run in runs) * 1000, max(run[1] for run in runs)
        met = wall < milliseconds and (megabytes is None or memory < megabytes)
        target = f"< {milliseconds} ms" + (f", < {megabytes} MB" if megabytes else "")
        self.row(name, f"{wall:.1f} ms, {memory:.1f} MB", target, met, f"median of {len(runs)} whole processes")

    def measure_recurrence(self):
        zone, count = "Tests/Fixtures/zoneinfo/zones/Europe/Berlin", 3_000_000
        arithmetic = os.path.join(self.folder, "occurrence_limit")
        own, limit, _ = self.pairs(lambda: (seconds(self.bench, "next-walk", zone, count), seconds(arithmetic, count)))
        asked = statistics.median(seconds(self.bench, "next-ask", zone, count) for _ in range(self.runs))
        rate = count / own / 1e6
        self.row("next occurrence of a daily rule, one thread", f"{rate:.1f} M/s", "≥ 3 M/s", rate >= 3,
                 f"each asked for afresh {count / asked / 1e6:.1f} M/s; arithmetic with one fixed offset "
                 f"{count / limit / 1e6:.0f} M/s")
        plan = statistics.median(seconds(self.bench, "plan", zone, 10_000) for _ in range(self.runs)) * 1000
        self.row("plan for 10,000 reminders, half of them over", f"{plan:.1f} ms", "≤ 20 ms", plan <= 20,
                 f"{plan * 100:.0f} ns a reminder")

    def measure_sync(self):
        self.rows += sync_table.table(self.folder, os.path.dirname(self.bench), self.runs)

    def measure_ringing(self):
        self.rows += ring_table.table(os.path.dirname(self.bench), seconds=self.rest_seconds)

    def report(self):
        import sqlite3
        print(f"\n{os.cpu_count()} × {processor()}, {platform.system()} {platform.release()}, "
              f"SQLite {sqlite3.sqlite_version}, median of {self.runs} runs\n")
        print("| | measured | target | met | beside it |\n|---|---|---|---|---|")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def processor():
    with open("/proc/cpuinfo") as lines:
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "processor")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rest-seconds", type=int, default=ring_table.REST_SECONDS)
    parser.add_argument("--binaries", required=True)
    parser.add_argument("--folder", required=True)
    bench = Bench(parser.parse_args())
    bench.write_raw_input()
    bench.measure_store()
    bench.measure_metadata()
    bench.measure_program()
    bench.measure_recurrence()
    bench.measure_sync()
    bench.measure_ringing()
    bench.report()


if __name__ == "__main__":
    main()
