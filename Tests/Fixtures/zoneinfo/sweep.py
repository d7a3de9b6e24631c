"""Says what Python's zoneinfo finds in zone files: python3 sweep.py DIRECTORY NAME…

For every zone a line with its name; then for every change of its offset from 2000 to 2045 a line of numbers:
  the second of the change (since 1970), the offset before and after it (seconds),
  the two readings (fold 0 and 1) of the middle of the gap or overlap, as seconds since 1970,
  and for the seven days around it the instant of the clock time of that middle, fold 0.
Changes are found by steps of a week and halving; a pair of them within a week would be missed, and is noticed by
whoever compares the numbers of changes. Nothing of Packmule is used.
"""

import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1)
FIRST, LAST, STEP = 946_684_800, 2_398_377_600, 7 * 86_400


def offset(zone, second):
    return int(zone.fromutc((EPOCH + timedelta(seconds=second)).replace(tzinfo=zone)).utcoffset().total_seconds())


def instant(zone, clock, fold=0):
    reading = (EPOCH + timedelta(seconds=clock)).replace(tzinfo=zone, fold=fold)
    return clock - int(reading.utcoffset().total_seconds())


def changes(zone):
    known = offset(zone, FIRST)
    for start in range(FIRST, LAST, STEP):
        after = offset(zone, start + STEP)
        if after == known:
            continue
        low, high = start, start + STEP
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(zone, middle) == known else (low, middle)
        yield high, known, after
        known = after


def main():
    lines = []
    for name in sys.argv[2:]:
        with open(f"{sys.argv[1]}/{name}", "rb") as file:
            zone = ZoneInfo.from_file(file, key=name)
        lines.append(name)
        for second, before, after in changes(zone):
            clock = second + (before + after) // 2
            days = [instant(zone, clock + day * 86400) for day in range(-3, 4)]
            numbers = [second, before, after, instant(zone, clock), instant(zone, clock, 1), *days]
            lines.append(" ".join(map(str, numbers)))
    print("\n".join(lines))


main()
