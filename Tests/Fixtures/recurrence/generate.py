"""Makes computed.json in this folder anew: python3 generate.py

Draws rules with a seed and works out by brute force, day by day and minute by minute, when they are due: with Python's
zoneinfo over the zone files beside this folder, and nothing of Packmule's. The form is that of handed.json, where the
fields are explained.
"""

import json
import pathlib
import random
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

HERE = pathlib.Path(__file__).parent
EPOCH = datetime(1970, 1, 1)
# Zones, and instants near which their clocks change.
CHANGES = {
    "Europe/Berlin": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "America/New_York": ["2026-03-08T07:00", "2026-11-01T06:00"],
    "America/St_Johns": ["2006-04-02T03:31", "2006-10-29T02:31"],
    "Australia/Lord_Howe": ["2026-04-04T15:00", "2026-10-03T15:30"],
    "Antarctica/Troll": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "Africa/Cairo": ["2026-04-23T22:00", "2026-10-29T21:00"],
    "America/Nuuk": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "Asia/Beirut": ["2026-03-28T22:00", "2026-10-24T21:00"],
    "America/Havana": ["2026-03-08T05:00", "2026-11-01T05:00"],
    "America/Santiago": ["2026-04-05T03:00", "2026-09-06T04:00"],
    "Europe/Dublin": ["2026-03-29T01:00", "2026-10-25T01:00"],
    "Africa/Casablanca": ["2025-02-23T02:00", "2025-04-06T02:00"],
    "Pacific/Apia": ["2011-12-30T10:00", "2010-09-26T11:00"],
    "Pacific/Kwajalein": ["1993-08-21T12:00"],
    "America/Caracas": ["2007-12-09T07:00", "2016-05-01T07:00"],
    "Asia/Pyongyang": ["2018-05-04T15:00", "2015-08-14T15:00"],
    "America/Vancouver": ["2026-03-08T10:00", "2026-11-01T09:00"],
    "Europe/Volgograd": ["2020-12-26T22:00"],
}
ZONES = {}


def zone(name):
    if name not in ZONES:
        with open(HERE.parent / "zoneinfo" / "zones" / name, "rb") as file:
            ZONES[name] = ZoneInfo.from_file(file, key=name)
    return ZONES[name]


def seconds(moment):
    return int((moment.replace(tzinfo=None) - EPOCH).total_seconds())


def text(second):
    return (EPOCH + timedelta(seconds=second)).isoformat() + "Z"


def offset(name, second):
    moment = (EPOCH + timedelta(seconds=second)).replace(tzinfo=timezone.utc)
    return int(moment.astimezone(zone(name)).utcoffset().total_seconds())


def shown(name, second):
    """What the clocks show at an instant."""
    return EPOCH + timedelta(seconds=second + offset(name, second))


def resolve(name, reading, gap, overlap):
    """The instants of a reading, found by trying every offset that the zone has around it."""
    clock = seconds(reading)
    offsets = {offset(name, clock + hours * 1800) for hours in range(-110, 111)}
    found = sorted(clock - o for o in offsets if shown(name, clock - o) == reading)
    if len(found) == 1:
        return found
    if found:
        return {"first": found[:1], "last": found[-1:], "both": found}[overlap]
    # A gap: the second at which the clocks first show more than the reading.
    low, high = clock - 55 * 3600, clock + 55 * 3600
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shown(name, middle) > reading else (middle, high)
    before, after = offset(name, low), offset(name, high)
    return {"skip": [], "firstValid": [high], "shift": [clock - before], "before": [clock - after]}[gap]


def last_day(day):
    return ((day.replace(day=1) + timedelta(days=32)).replace(day=1) - timedelta(days=1)).day


def week_of_month(day):
    """Weeks from Monday to Sunday; the first is the one with four days or more in the month."""
    monday = day - timedelta(days=day.weekday())
    weeks, week = 0, day.replace(day=1) - timedelta(days=day.replace(day=1).weekday())
    while week <= monday:
        if sum((week + timedelta(days=i)).month == day.month for i in range(7)) >= 4 or weeks:
            weeks += 1
        week += timedelta(days=7)
    return weeks


def fits(day, c, missing):
    """Whether a pattern is due on a day."""
    if "weekdays" in c and day.isoweekday() not in c["weekdays"]:
        return False
    if "nth" in c:
        if c["nth"] > 0 and (day.day - 1) // 7 + 1 != c["nth"]:
            return False
        if c["nth"] < 0 and day.day + 7 <= last_day(day):
            return False
    if "isoWeek" in c and day.isocalendar()[1] != c["isoWeek"]:
        return False
    if "weekOfMonth" in c and week_of_month(day) != c["weekOfMonth"]:
        return False
    if "day" not in c:
        return c.get("month", day.month) == day.month
    if c.get("month", day.month) == day.month:
        if day.day == c["day"] or missing == "lastDay" and day.day == last_day(day) < c["day"]:
            return True
    yesterday = day - timedelta(days=1)
    return (missing == "nextDay" and day.day == 1 and yesterday.day < c["day"]
            and c.get("month", yesterday.month) == yesterday.month)


def dated(name, c, policy, start, years=7):
    """All (reading, pass, instant) of a pattern from some days before an instant on, as many as its window holds."""
    day = (EPOCH + timedelta(seconds=start)).date() - timedelta(days=4)
    found = []
    for _ in range(366 * years):
        if fits(day, c, policy.get("missingDay", "lastDay")):
            reading = datetime(day.year, day.month, day.day, c["hour"], c["minute"])
            instants = resolve(name, reading, policy["gap"], policy["overlap"])
            found += [(reading, number, instant) for number, instant in enumerate(instants)]
            if len(found) > 9 and found[-9][2] > start:
                break
        day += timedelta(days=1)
    return found


def real_time(name, minute, start):
    """Every minute of the next hours is looked at."""
    first = start // 60 * 60
    return [second for second in range(first, first + 12 * 3600, 60)
            if second > start and shown(name, second).minute == minute]


def quiet_end(name, second, policy):
    """The first minute that is not quiet."""
    start, end = policy["quietFrom"], policy["quietTo"]
    while True:
        time = shown(name, second).strftime("%H:%M")
        if not (start <= time < end if start <= end else time >= start or time < end):
            return second
        second += 60


def ring(name, found, policy):
    """Instants at which they ring, each once."""
    rung = []
    for instant in found:
        if "quietFrom" in policy:
            end = quiet_end(name, instant, policy)
            if end != instant and policy["quietMode"] == "drop":
                continue
            instant = end
        rung.append(instant)
    return sorted(set(rung))


def draw_time(chance, change, name):
    """A time of day near the change: clocks that jump are looked at closely."""
    reading = shown(name, change - 1) + timedelta(seconds=1)
    reading += timedelta(minutes=chance.choice([-75, -60, -45, -30, -15, 0, 15, 20, 30, 45, 60, 90, 120]))
    return {"hour": reading.hour, "minute": reading.minute}


def draw_policy(chance):
    policy = {"gap": chance.choice(["shift", "firstValid", "skip", "before"]),
              "overlap": chance.choice(["first", "last", "both"])}
    if chance.random() < 0.7:
        policy["missingDay"] = chance.choice(["lastDay", "skip", "nextDay"])
    return policy


def draw_pattern(chance, name, change):
    time = draw_time(chance, change, name)
    day = shown(name, change - 1).date()
    kind = chance.choice(["daily", "daily", "weekly", "monthly", "monthlyNth", "yearly", "isoWeek", "weekOfMonth"])
    if kind == "daily":
        return {"kind": kind, **time}, time
    if kind == "weekly":
        days = sorted({day.isoweekday(), chance.randint(1, 7)})
        return {"kind": kind, "isoWeekdays": days, **time}, {"weekdays": days, **time}
    if kind == "monthly":
        c = {"day": chance.choice([day.day, 1, 28, 29, 30, 31]), **time}
        return {"kind": kind, **c}, c
    if kind == "yearly":
        c = {"month": chance.choice([day.month, 2, 4]), "day": chance.choice([day.day, 29, 30, 31]), **time}
        return {"kind": kind, **c}, c
    weekday = chance.choice([day.isoweekday(), chance.randint(1, 7)])
    if kind == "monthlyNth":
        nth = chance.choice([(day.day - 1) // 7 + 1, 1, 2, 3, 4, -1])
        return {"kind": kind, "isoWeekday": weekday, "nth": nth, **time}, {"weekdays": [weekday], "nth": nth, **time}
    week = chance.choice([day.isocalendar()[1], 1, 52, 53] if kind == "isoWeek" else [1, 2, 3, 4, 5])
    components = {kind: week, "isoWeekday": weekday, **time}
    return {"kind": "match", "components": components, "repeats": True}, {kind: week, "weekdays": [weekday], **time}


def vector(chance, number):
    name = chance.choice(sorted(CHANGES))
    change = seconds(datetime.fromisoformat(chance.choice(CHANGES[name])))
    now = change + chance.choice([-2, -1, 0, 1]) * 86400 + chance.randrange(-48, 48) * 1800
    policy = draw_policy(chance)
    v = {"zone": name, "now": text(now), "policy": policy}
    kind = chance.choice(["pattern"] * 6 + ["hourly", "lead", "misfire", "misfire", "snooze", "quiet", "quiet", "once"])
    if kind == "hourly":
        minute = chance.choice([0, 15, 30, 45, 59])
        v["trigger"] = {"kind": kind, "minute": minute}
        v["expected"] = [text(s) for s in real_time(name, minute, now)[:3]]
        return kind, v
    if kind == "lead":
        reading = (shown(name, change - 1) + timedelta(seconds=1, days=chance.randint(0, 3),
                                                       minutes=chance.randrange(-8, 8) * 15)).replace(second=0)
        event = {part: getattr(reading, part) for part in ("year", "month", "day", "hour", "minute")}
        minutes = chance.choice([0, 30, 60, 90, 1440, 2880])
        v["trigger"] = {"kind": "before", "event": event, "lead": {"minutes": minutes}}
        found = [s - minutes * 60 for s in resolve(name, reading, policy["gap"], policy["overlap"])]
        v["expected"] = [text(s) for s in found if s > now]
        return kind, v
    if kind == "once":
        reading = shown(name, change - 1) + timedelta(seconds=1, minutes=chance.randrange(-6, 8) * 15)
        parts = ("year", "month", "day", "hour", "minute")
        v["trigger"] = {"kind": kind, "components": {part: getattr(reading, part) for part in parts}}
        found = resolve(name, reading.replace(second=0), policy["gap"], policy["overlap"])
        v["expected"] = [text(s) for s in found if s > now]
        return kind, v
    trigger, c = draw_pattern(chance, name, change)
    v["trigger"] = trigger
    if kind == "quiet":
        start, end = chance.choice([("22:00", "07:00"), ("00:30", "02:30"), ("01:00", "03:00"), ("23:30", "00:30")])
        policy.update(quietFrom=start, quietTo=end, quietMode=chance.choice(["defer", "drop"]))
    found = dated(name, c, policy, now)
    rung = ring(name, [instant for _, _, instant in found], policy)
    upcoming = [s for s in rung if s > now][:3]
    if len(upcoming) < 3:
        # Further away than the window: nothing is claimed about it.
        return None, None
    v["expected"] = [text(s) for s in upcoming]
    if kind == "misfire":
        policy["misfire"] = chance.choice(["latest", "all", "none"])
        policy["graceSeconds"] = chance.choice([None, 0, 3600, 43200, 172800])
        last = now - chance.choice([3600, 43200, 86400, 259200])
        v["lastEvaluated"] = text(last)
        past = [s for s in rung if last < s <= now]
        grace = policy["graceSeconds"]
        chosen = past[-1:] if policy["misfire"] == "latest" else past
        if policy["misfire"] == "none":
            chosen = [s for s in chosen if now - s <= 60]
        v["deliverNow"] = [text(s) for s in chosen if grace is None or now - s <= grace]
        v["missedCount"] = len(past)
    if kind == "snooze":
        past = [(reading, s) for reading, number, s in found if s <= now and number == 0]
        twice = {reading for reading, number, _ in found if number == 1}
        same = [s for _, s in past]
        if not past or past[-1][0] in twice or len(set(same)) < len(same):
            return None, None
        policy["snoozeSeconds"] = chance.choice([60, 600, 3600, 86400])
        v["deliveredOccurrences"] = [past[-1][0].date().isoformat()]
        rung = sorted({*upcoming, now + policy["snoozeSeconds"]})
        v["expected"] = [text(s) for s in rung[:3]]
    return kind, v


def main():
    chance = random.Random(2027)
    vectors = []
    while len(vectors) < 400:
        kind, made = vector(chance, len(vectors))
        if kind:
            vectors.append({"name": f"{kind}-{len(vectors) + 1}", "group": kind, **made})
    lines = ",\n".join(json.dumps(v) for v in vectors)
    (HERE / "computed.json").write_text('{"format": 1, "vectors": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main()
