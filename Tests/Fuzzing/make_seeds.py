#!/usr/bin/env python3
"""Writes the first inputs of each corpus below Corpora: from the files in Tests/Fixtures, and some thought out by hand.

usage: Tests/Fuzzing/make_seeds.py   writes Corpora/TARGET/seed-NAME; what fuzzing found beside them stays as it is.
"""

import os

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "..", "Fixtures")
SHORT = ["claim-request", "join-request", "join-answer", "invitation-request", "invitation-answer", "devices-request",
         "device-list", "watch-request", "watch-answer", "error-body"]
ROUTES = ["exchange", "watch", "devices", "invitations", "claim", "join", "recovery", "health"]
ROUTE_OF = {"exchange-request": 0, "watch-request": 1, "devices-request": 2, "invitation-request": 3,
            "claim-request": 4, "join-request": 5}


def write(target, name, content):
    """Writes one input."""
    folder = os.path.join(HERE, "Corpora", target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "seed-" + name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def rows(path):
    """The rows of a table in Tests/Fixtures, without its first."""
    with open(os.path.join(FIXTURES, path), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file][1:]


def read(path):
    """The bytes of a fixture."""
    with open(os.path.join(FIXTURES, path), "rb") as file:
        return file.read()


def lines(target, texts):
    """One input for each text."""
    for number, text in enumerate(texts):
        write(target, f"{number:02}", text)


def codings():
    """Values, changes, living changes, messages, and requests to a server made of them."""
    for number, row in enumerate(rows("replication/values.tsv")):
        write("values", f"{number:02}", bytes.fromhex(row[-1]))
    for number, row in enumerate(rows("replication/text-maps.tsv")):
        write("values", f"map-{number:02}", bytes.fromhex(row[-1]))
    for number, row in enumerate(rows("replication/malformed.tsv")):
        write("values", f"malformed-{number:02}", bytes.fromhex(row[-1]))
    for number, row in enumerate(rows("replication/changes.tsv")):
        write("changes", f"{number:02}", bytes.fromhex(row[-1]))
        write("changes", f"body-{number:02}", bytes.fromhex(row[-2]))
    lines("living-changes", [
        b"", bytes.fromhex("019de368f600000001"), bytes.fromhex("019de368f60006000f"),
        bytes.fromhex("019de368f6000e0701" "019de368f700000102"), bytes.fromhex("019de368f60002ffff03" "ffffffffffffffff3f"),
    ])
    requests = []
    for number, (message, name, content) in enumerate(rows("SyncProtocol/messages.tsv")):
        content = bytes.fromhex(content)
        if message in SHORT:
            write("messages", f"{number:02}", bytes([SHORT.index(message)]) + content)
        else:
            write(message, f"{number:02}", content)
        if message in ROUTE_OF:
            requests.append(bytes([ROUTE_OF[message]]) + len(content).to_bytes(2, "big") + content)
            write("server", f"{number:02}", requests[-1])
    for number, row in enumerate(rows("SyncProtocol/refused.tsv")):
        content = bytes.fromhex(row[3])
        write(row[0] if row[0].startswith("exchange") else "messages", f"refused-{number:02}",
              content if row[0].startswith("exchange") else bytes([SHORT.index(row[0])]) + content)
    write("server", "many", b"".join(requests[:8]))
    write("server", "path", b"\x08\x00\x0a/v1/../join" + b"\x3f\x00\x07/health" + b"\x2f\x00\x04/v1/")
    write("server", "credentials", b"\x20\x00\x05Basic" + b"\x27\x00\x00")
    host = "Host: example.org\r\n"
    lines("listener", [text.replace("HOST", host) for text in [
        "GET /health HTTP/1.1\r\nHOST\r\n", "POST /v1/exchange HTTP/1.1\r\nHOSTContent-Length: 3\r\n\r\nabc",
        "POST /v1/join HTTP/1.1\r\nHOSTTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n",
        "POST / HTTP/1.1\r\nHOSTExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
        "GET / HTTP/1.1\r\nHOSTX-Forwarded-For: 192.0.2.1, 2001:db8::1 \r\nAuthorization: Bearer a\r\n\r\n" * 2,
        "GET / HTTP/1.1\r\nHOSTHOST\r\n", "GET /%2e%2e HTTP/1.0\r\n\r\n", "\r\n\r\nGET", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST / HTTP/1.1\r\nHOSTContent-Length: 18446744073709551616\r\nContent-Encoding: gzip\r\nUpgrade: h2c\r\n\r\n",
        "DELETE /a HTTP/1.1\r\nHOSTContent-Length: 2000\r\n\r\n" + "a" * 2000, "GET / HTTP/1.1\r\n Host: a\r\n\tb\r\n\r\n",
    ]])
    with open(os.path.join(FIXTURES, "Sealing/bodies.tsv"), encoding="utf-8") as file:
        for number, line in enumerate(file):
            header, content = (bytes.fromhex(text) for text in line.rstrip("\n").split("\t")[3:5])
            padded = content + b"\x80" + bytes(15 - len(content) % 16)
            write("sealed-bodies", f"{number:02}", bytes([len(header)]) + header + padded)
            write("sealed-bodies", f"plain-{number:02}", bytes([len(header)]) + header + content)


def texts():
    """What people type and paste."""
    links = [row[0] for row in rows("SyncProtocol/links.tsv")]
    with open(os.path.join(FIXTURES, "Sealing/recovery-codes.tsv"), encoding="utf-8") as file:
        links += [line.rstrip("\n").split("\t")[1] for line in file]
    lines("links", links + [
        "http://[::1]:8080/", "https://EXAMPLE.org:65535", "<https://example.org/#i.8PHy8_T19vf4-fr7_P3-_w>\n",
        "Bearer " + "A" * 64, "ntfy:https://ntfy.example.org/topic_1", "ntfy:/etc/topic", "command:/usr/bin/say hello",
        "command:[\"/usr/bin/say\",\"two words\"]", "desktop", "none", "2\x83\x01emalformed\x01",
    ])
    lines("zone-rules", ["UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
                         "IST-1GMT0,M10.5.0,M3.5.0/1", "EST5EDT,J60/2:30:15,365/167", "XXX-24:59:59YYY,0/-167,J365/167"])
    lines("stored-times", [
        "at 2027-06-03T09:00", "at 2027-06-03T09:00:30", "daily 09:00", "on month=4 weekday=1,3 nth=-1 hour=9 minute=0",
        "on month=4 day=1 hour=9 minute=0 once", "on year=9999 day=31", "on week=53 second=59", "on weekOfMonth=5",
        "on day=30 weekday=7", "every 7200s from 2027-06-03T07:00:00Z", "every 600s from 2027-06-03T07:00:00Z once",
        "before start 2d 18:00", "after end 90m", "during 08:30", "2026-10-25T02:30", "2026-10-25T02:30/2",
        "2026-10-25T02:30+01:00", "2026-10-25T02:30-00:53:28", "17", "12h", "unlimited", "2027-06-03T07:00:00Z",
        "2027-06-03", "2027-06-03T09:00 Europe/Oslo", "9999-12-31T23:59:59", "0001-01-01T00:00:00.001Z",
    ])
    lines("typed-times", [
        "2027-06-03 09:00", "tomorrow 09:00", "friday 09:00", "3 june 09:00", "18:30", "in 20 minutes", "in 3 days 09:00",
        "in 1 hour and 30 minutes and 20 seconds", "monday,friday 09:00", "weekday 08:00", "31 09:00", "last friday 17:00",
        "1 january 09:00", "2 hours", "90 minutes", "hour :30", "2 days 18:00", "1 week 09:00", "same day 07:00", "10m",
        "1h30m", "1 day", "first monday 9:00", "29 february 00:00", "in 99999999999999999999 minutes", "in 120 months",
        "9 pm", "day 09:00", "2028-02-30", "at noon",
    ])
    lines("fields", [bytes([number]) + text.encode() for number, text in enumerate([
        "Bergen", "2027-06-03", "2027-06-05", "NO", "Norway", "Europe/Oslo", "planned", "a note\nof two lines", "1.5kg", "a0",
        "yes", "12", "-89.5", "180", "column=text\nother\\n=1", "before start 2d 18:00", "trip", "12h", "22:00", "floating",
        "2027-06-03T07:00:00Z", "019de368-f600-7000-8000-000000000001", "day-first", "Äpfel", "https://example.org/",
        "+47 123", "2027-06-03 18:00 Europe/Oslo", "unlimited", "active", "5",
    ])])
    lines("texts", ["Socken", "  Ångström\u0301 ", "ﬁne Straße ẞ İ", "\x1b[31mred\x07\u202e", "a=b\nc\\=d=e\\n", "a0", "zzzz", "Zz1V",
                    "1.5kg", "8oz", "240", "today", "3 june", "CN", "Côte d'Ivoire", "👩‍👩‍👧‍👦 family", "\u0000\uffff",
                    "019de368-f600-7000-8000-000000000001"])


def files():
    """Files that people bring."""
    lines("json", ["null", "[]", "{}", "[1,-0,0.5,1e308,9223372036854775807,-9223372036854775808,1E-400]",
                   "{\"a\":{\"b\":[true,false,null]},\"c\":\"\\u00e9\\ud83d\\ude00\\n\"}", "\"\\ud800\"", "[" * 128 + "]" * 128,
                   " {\"a\":1,\"a\":2} ", "{" + ",".join(f"\"{n}\":{n}" for n in range(20)) + "}"])
    for target, names in {
        "import-json": ["interchange/family-trip.json"],
        "import-csv": ["interchange/packing-gear-list.csv", "interchange/packing-semicolon-bom.csv",
                       "interchange/trips-ambiguous-dates.csv", "quickstart/gear.csv", "quickstart/trips.csv"],
        "import-markdown": ["interchange/checklist.md", "quickstart/checklist.md"],
    }.items():
        for number, name in enumerate(names):
            for choice in (0, 1, 10):
                write(target, f"{number}-{choice}", bytes([choice]) + read(name))
    reminder = ('{"format":"packmule","version":1,"reminders":[{"id":"019de368-f600-7000-8000-000000000001",'
                '"title":"Pack","trigger":"at 2027-06-03T09:00","zone":"floating"}]}')
    write("import-json", "reminder", "\x00" + reminder)
    write("import-json", "parked", "\x00" + '{"format":"packmule","version":1,"trips":[{"id":'
          '"019de368-f600-7000-8000-000000000001","title":"A","parked":{"60":"f5"}}]}')
    write("import-json", "newer", "\x00" + '{"format":"packmule","version":1,"newFields":{"trips":{"mood":61}},'
          '"trips":[{"id":"019de368-f600-7000-8000-000000000001","title":"A","mood":"good"}]}')
    write("import-csv", "quotes", "\x00Name,Quantity,Weight\r\n\"a \"\"b\"\"\",2,1 lb\r\n=1+1,\"3\n\",\r\n")
    write("import-csv", "tabs", "\x0bItem\tWeight\tMenge\nZelt\t2,5 kg\t1\n")
    write("import-markdown", "nested", "\x00# Trip\n\n## Clothes\n- [ ] 2 x Socks (wool)\n  note\n* [X] Hat\n1. Pen\n\n```\n- x\n```\n> text\n")
    write("import-markdown", "escapes", "\x00- \\*a\\* `b` [c](d) ![e](f) <g> &amp; ~~h~~ __i__ 3x j, per day k\n")
    for index, name in enumerate(["fat", "truncated", "version1", "right", "zones"]):
        root = os.path.join(FIXTURES, "zoneinfo", name)
        found = sorted(os.path.join(folder, file) for folder, _, files in os.walk(root) for file in files)
        for number, path in enumerate([path for path in found if os.path.getsize(path) < 4000][:: 1 if index < 4 else 12]):
            write("zone-files", f"{name}-{number:02}", read(path))


def command_lines():
    """One word a line."""
    lines("command-line", [text.replace(" ", "\n").replace("_", " ") for text in [
        "next", "timeline --hours 48", "trip list --json", "trip add Oslo --start 2027-01-01 --nights 2 --country Norway",
        "trip edit 1 --title Rome --zone Europe/Rome", "trip show Bergen", "item add Hat -t Bergen --weight 1.5kg",
        "check Socks", "uncheck --all", "pack -t 1", "place add Fish_market --lat 60.4 --lon 5.3",
        "category add Sport", "remind at tomorrow 09:00 Pack", "remind every monday,friday 08:00 Water",
        "remind before Bergen 2 days 18:00 Pack", "remind in 20 minutes Tea", "reminder list", "reminder next --json",
        "reminder snooze 1 10m", "reminder skip 1 --yes", "undo", "redo", "log -n 3", "search cafe", "trash list",
        "setting set unit kg", "dump", "claim https://example.org/#c.8PHy8_T19vf4-fr7_P3-_w", "invite",
        "join https://example.org/#i.8PHy8_T19vf4-fr7_P3-_w", "sync", "device list", "quarantine", "recovery", "leave --yes",
        "status --json", "doctor", "completions bash", "version", "__complete trip --store x", "__manual 2026-01-01",
        "help remind", "--help", "-- trip", "trip delete Bergen --yes", "item delete -1", "nextt", "permission",
    ]])


codings()
texts()
files()
command_lines()
