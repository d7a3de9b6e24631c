"""Runs the workloads of sync beside their limits and gives the rows of the table of targets. Used by measure.py."""

import collections
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Rows:
    """What run_packmule.py printed, by peer and workload."""

    def __init__(self):
        self.rows = collections.defaultdict(list)

    def run(self, folder, binaries, runs, *more):
        command = [sys.executable, os.path.join(HERE, "run_packmule.py"), "--data", os.path.join(folder, "workload"),
                   "--binaries", binaries, "--runs", str(runs), *more]
        for line in subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
            row = json.loads(line)
            self.rows[row["peer"], row["workload"]].append(row)

    def median(self, workload, key="seconds", peer="packmule"):
        return statistics.median(row[key] for row in self.rows[peer, workload])


def table(folder, binaries, runs):
    """Rows of (what, figure, target, whether it is met, what stands beside it)."""
    sealed, plain = Rows(), Rows()
    sealed.run(folder, binaries, runs, "--limits", folder)
    plain.run(folder, binaries, 1, "--only", "W6", "--open")
    rows = []

    def add(what, figure, target, met, note=""):
        rows.append((what, figure, target, "yes" if met else "**no**", note))

    for workload, what, seconds in (("W2", "20,000 records up, stored durably", 0.17),
                                    ("W3", "a fresh device down until all can be queried", 0.10)):
        own, limit = sealed.median(workload), sealed.median(workload, peer="limit")
        add(f"{workload}: {what}", f"{own:.3f} s, {own / limit:.1f} × the limit", f"≤ {seconds:.2f} s", own <= seconds,
            f"limit {limit:.3f} s, plain rows without durability")
        growth = sealed.median("W7:" + workload) / own
        limits = sealed.median("W7:" + workload, peer="limit") / limit
        add(f"{workload} from 20,000 to 100,000", f"× {growth:.1f}", "≤ × 5.0", growth <= 5, f"limit × {limits:.1f}")
    middle, high = sealed.median("W4", "p50_ms"), sealed.median("W4", "p99_ms")
    add("W4: a check-off until it is visible on the other device", f"{middle:.2f} ms, 99th percentile {high:.2f} ms",
        "≤ 0.85 ms, ≤ 3 ms", middle <= 0.85 and high <= 3,
        f"limit {sealed.median('W4', 'p50_ms', 'limit'):.2f} ms, without wake-up or durability")
    own, right = sealed.median("W5"), min(row["right"] for row in sealed.rows["packmule", "W5"])
    asserted = min(row["by_workload"] for row in sealed.rows["packmule", "W5"])
    add("W5: 20,000 conflicting edits of 5,000 fields, then A, B, A", f"{own:.3f} s, {right:,} of 5,000 right",
        "≤ 0.30 s, 5,000", own <= 0.3 and right == 5000,
        f"{asserted:,} if an edit that changes nothing counted as a write")
    up, down = sealed.median("W6", "per_item"), plain.median("W6", "per_item")
    add("W6: bytes a new record up, sealed and open", f"{up:.0f} and {down:.0f}", "≤ 175 and ≤ 130",
        up <= 175 and down <= 130, "headers included")
    one, nothing = sealed.median("W6one", "bytes"), sealed.median("W6one", "nothing")
    add("one check-off, one device, all bytes both ways", f"{one:.0f}", "≤ 700", one <= 700, f"nothing new: {nothing:.0f}")
    for workload, what, target in (("W8pull", "small pulls", 35_000), ("W8push", "small durable pushes", 12_000)):
        rate = sealed.median(workload, "rate")
        add(f"W8: {what} of 32 devices", f"{rate:,.0f}/s", f"≥ {target:,}/s", rate >= target,
            f"median {sealed.median(workload, 'p50_ms'):.2f} ms; limits raised by `--limit`")
    start, memory = sealed.median("W9") * 1000, sealed.median("W9", "rss_mb")
    add("W9: server, cold start; memory with 1,000 spaces of 200 records", f"{start:.1f} ms; {memory:.1f} MB",
        "≤ 15 ms; ≤ 30 MB", start <= 15 and memory <= 30)
    return rows
