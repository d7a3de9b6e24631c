// A typed day is either a day, or the reason is said.

import CivilTime
import Replication
import Testing

@testable import TripModel

@Suite("Day text")
struct DayTextTests {
    @Test("An ISO date is a day", arguments: ["2027-06-03", "2028-02-29", "0001-01-01", "9999-12-31"])
    func days(typed: String) {
        #expect(DayText.day(in: typed).map(\.description) == .success(typed))
    }

    @Test(
        "An impossible date says so",
        arguments: [
            ("2027-04-31", "is not a day: 31 April does not exist"),
            ("2027-02-29", "is not a day: 29 February 2027 does not exist"),
            ("1900-02-29", "is not a day: 29 February 1900 does not exist"),
            ("2028-02-30", "is not a day: 30 February does not exist"),
            ("2027-13-01", "is not a day: there is no month 13"),
            ("2027-00-01", "is not a day: there is no month 0"),
            ("2027-01-00", "is not a day: 0 January does not exist"),
            ("0000-01-01", "is not a day: there is no year 0"),
        ])
    func impossible(typed: String, clause: String) {
        #expect(DayText.day(in: typed) == .failure(RuleBroken(clause)))
    }

    @Test(
        "Any other form is refused",
        arguments: [
            "", "3 June 2027", "2027-6-3", "03/06/2027", "20270603", "2027-06-03T09:00", "-027-06-03", "+027-06-03",
            "2027-06-", "２０27-06-03", "99999-01-01",
        ])
    func refused(typed: String) {
        #expect(DayText.day(in: typed) == .failure(RuleBroken("must be a day such as 2027-06-03")))
    }
}
