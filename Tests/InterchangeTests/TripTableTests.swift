// Lists of trips brought as CSV.

import CivilTime
import Testing
import TripModel

@testable import Interchange

struct TripTableTests {
    @Test("Dates with slashes are read as other dates of the table prove, and it is said")
    func ambiguousDates() throws {
        let batch = try batch(fixture: "trips-ambiguous-dates.csv")
        #expect(
            batch.trips.map {
                "\($0.title ?? "")|\($0.city)|\($0.country ?? "")|\($0.start?.description ?? "")|\($0.nights)"
            }
                == [
                    "Spring break|Porto|PT|2027-04-03|4", "Workshop|Graz|AT|2027-06-14|2",
                    "Summer|Oaxaca|MX|2027-07-28|14", "Mixed|Kyoto|JP|2027-10-05|7", "Leap|Reykjavik|IS|2028-02-28|2",
                    "Disagree|Malmö|SE|2027-11-05|3", "No end|Lima|PE|2027-12-20|10",
                ])
        #expect(batch.trips.last?.lastDay?.description == "2027-12-30")
        #expect(batch.refusalPlaces == ["7 end"])
        #expect(batch.refused[0].text.contains("Backwards"))
        #expect(batch.doubtPlaces == ["2 start", "2 end", "4 end", "6 end", "8 nights"])
        #expect(batch.doubts[0].reason == "read day-first as 2027-04-03, because 28/07/2027 on line 4 can only be that")
        #expect(batch.doubts[0].settledBy == "--dates day-first|month-first")
        #expect(batch.doubts.last?.text == "5")
    }

    @Test("Without proof nothing is guessed, and the option settles it")
    func noProof() throws {
        let text = "city,start,nights\nPorto,03/04/2027,4\n"
        let automatic = try batch(text)
        #expect(automatic.trips.map(\.start) == [nil] && automatic.trips.map(\.nights) == [4])
        #expect(automatic.doubts.map(\.settledBy) == ["--dates day-first|month-first"])
        let dayFirst = try batch(text) { $0.dates = .dayFirst }
        #expect(dayFirst.trips[0].start?.description == "2027-04-03" && dayFirst.doubts.isEmpty)
        #expect(try batch(text) { $0.dates = .monthFirst }.trips[0].start?.description == "2027-03-04")
        #expect(dayFirst.records.trips[0].comparison(with: automatic.trips[0], isDeleted: false) == .settled)
    }

    @Test("Dates that prove both orders prove neither")
    func contradiction() throws {
        let batch = try batch("city,start\nA,28/07/2027\nB,07/28/2027\nC,03/04/2027\n")
        #expect(batch.trips.map { $0.start?.description } == ["2027-07-28", "2027-07-28", nil])
        #expect(batch.doubts.contains { $0.line == 4 && $0.reason.contains("prove both") })
    }

    @Test(
        "Dates are understood in many forms",
        arguments: [
            ("2027-06-03", "2027-06-03"), ("2027/6/3", "2027-06-03"), ("20270603", "2027-06-03"),
            ("3.6.2027", "2027-06-03"), ("03. 06. 2027", "2027-06-03"), ("3 June 2027", "2027-06-03"),
            ("June 3, 2027", "2027-06-03"), ("3. Juni 2027", "2027-06-03"), ("1er août 2027", "2027-08-01"),
            ("5 de octubre de 2027", "2027-10-05"), ("05-Oct-2027", "2027-10-05"), ("5 mrt 2027", "2027-03-05"),
            ("Mo, 03.06.2027", "2027-06-03"), ("2027-06-03T00:00:00Z", "2027-06-03"), ("13/06/2027", "2027-06-13"),
            ("05/05/2027", "2027-05-05"), ("3.6.27", "2027-06-03"),
            ("31/04/2027", nil), ("30.02.2027", nil), ("2027-02-29", nil), ("13/13/2027", nil), ("46000", nil),
            ("soon", nil), ("3.4.", nil), ("5 jui 2027", nil), ("99999999999/1/2027", nil), ("0000-00-00", nil),
        ] as [(String, String?)])
    func dates(text: String, day: String?) throws {
        let batch = try batch("city\tstart\nA\t\(text)\n")
        #expect(batch.trips.map { $0.start?.description } == [day])
        if day == nil { #expect(batch.doubtPlaces == ["2 start"]) }
    }

    @Test(
        "Start, end and nights complete each other",
        arguments: [
            ("2027-06-03,2027-06-05,", "2027-06-03", 2, 0), ("2027-06-03,,5", "2027-06-03", 5, 0),
            (",2027-06-05,2", "2027-06-03", 2, 0), ("2027-06-03,,", "2027-06-03", 0, 1), (",2027-06-05,", nil, 0, 1),
            ("2027-06-03,,many", "2027-06-03", 0, 1), ("2027-06-03,2027-06-03,0", "2027-06-03", 0, 0),
            (",,", nil, 0, 0),
            ("2027-06-03,,-1", "2027-06-03", 0, 1), ("0001-01-01,9999-12-31,", "0001-01-01", 0, 1),
        ] as [(String, String?, Int, Int)])
    func completion(cells: String, start: String?, nights: Int, doubtCount: Int) throws {
        let batch = try batch("city,start,end,nights\nA,\(cells)\n")
        #expect(batch.trips.map { $0.start?.description } == [start])
        #expect(batch.trips.map(\.nights) == [nights])
        #expect(batch.doubts.count == doubtCount)
    }

    @Test(
        "Headers of trips are understood in other languages",
        arguments: [
            "Reise;Stadt;Land;Beginn;Ende;Nächte", "Voyage;Ville;Pays;Début;Fin;Nuits",
            "Viaje;Ciudad;País;Inicio;Fin;Noches",
            "Viaggio;Città;Paese;Inizio;Fine;Notti", "Viagem;Cidade;País;Início;Fim;Noites",
            "Reis;Stad;Land;Begindatum;Einddatum;Nachten", "Title;Destination;Country;Departure;Return;Nights",
        ])
    func languages(header: String) throws {
        let trip = try #require(batch(header + "\nR;Bergen;Norge;1.6.2027;3.6.2027;2\n").trips.first)
        #expect(trip.title == "R" && trip.city == "Bergen" && trip.country == "NO")
        #expect(trip.start?.description == "2027-06-01" && trip.nights == 2)
    }

    @Test("A trip without a city is refused unless one is assumed; unknown columns are kept in the note")
    func cityAndNote() throws {
        let text = "title,city,start,budget,notes\nA,,2027-06-03,200,hello\n"
        #expect(try batch(text).refused.map(\.settledBy) == ["--assume city=…"])
        let trip = try #require(batch(text) { $0.assumptions = ["City": "Oslo"] }.trips.first)
        #expect(trip.city == "Oslo" && trip.note == "hello\nbudget: 200")
    }
}
