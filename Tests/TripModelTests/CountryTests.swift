// Countries are found under every name that people there or in English use.

import Testing

@testable import TripModel

@Suite("Countries")
struct CountryTests {
    @Test(
        "A code, an English or a native name gives the code",
        arguments: [
            ("AT", "AT"), ("at", "AT"), ("Austria", "AT"), ("Österreich", "AT"), ("osterreich", "AT"),
            ("O\u{308}STERREICH", "AT"), ("Deutschland", "DE"), ("Suisse", "CH"), ("Schweiz", "CH"),
            ("Svizzera", "CH"), ("España", "ES"), ("espana", "ES"), ("Ελλάδα", "GR"), ("ΕΛΛΑΔΑ", "GR"),
            ("日本", "JP"), ("USA", "US"), ("U.S.A.", "US"), ("The United States", "US"), ("UK", "GB"),
            ("Great Britain", "GB"), ("South Korea", "KR"), ("대한민국", "KR"), ("Czechia", "CZ"),
            ("Czech Republic", "CZ"), ("Türkiye", "TR"), ("Turkey", "TR"), ("Mexico", "MX"), ("México", "MX"),
            ("The Netherlands", "NL"), ("Cote d’Ivoire", "CI"), ("Ivory Coast", "CI"), ("Guinea Bissau", "GW"),
            ("Trinidad & Tobago", "TT"), ("Россия", "RU"), ("  Norway  ", "NO"), ("Norge", "NO"), ("中国", "CN"),
            ("Polska", "PL"), ("Việt Nam", "VN"), ("مصر", "EG"), ("Italia", "IT"), ("St. Lucia", "LC"),
        ])
    func code(typed: String, code: String) {
        #expect(Country.code(for: typed) == code)
    }

    @Test("What is no country is not guessed", arguments: ["", " ", "Atlantis", "XX", "Ger", "the", "Congoland"])
    func unknown(typed: String) {
        #expect(Country.code(for: typed) == nil)
    }

    @Test("All codes of ISO 3166-1 are there, each found under itself and under its English name")
    func complete() {
        #expect(Country.codes.count == 249)
        #expect(Country.codes.first == "AD")
        #expect(Country.codes.last == "ZW")
        for code in Country.codes {
            #expect(code.utf8.count == 2)
            #expect(Country.code(for: code) == code)
            #expect(Country.code(for: Country.name(of: code)) == code, "\(code)")
        }
    }

    @Test("No name means two countries")
    func unambiguous() {
        var owners: [String: String] = [:]
        for row in (CountryTable.rowsAtoK + "\n" + CountryTable.rowsLtoZ).split(separator: "\n") {
            let columns = row.split(separator: "|").map(String.init)
            for name in columns {
                let key = CountryTable.key(for: name)
                #expect(owners[key] ?? columns[0] == columns[0], "\(name)")
                owners[key] = columns[0]
            }
        }
        #expect(owners.count > 600)
    }

    @Test(
        "A kept code is shown by its English name, a kept text as it is",
        arguments: [("NO", "Norway"), ("CZ", "Czechia"), ("CD", "DR Congo"), ("no", "no"), ("Atlantis", "Atlantis")])
    func name(kept: String, name: String) {
        #expect(Country.name(of: kept) == name)
    }
}
