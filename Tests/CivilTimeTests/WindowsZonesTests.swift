// The names that Windows gives to zones.

import Testing

@testable import CivilTime

@Suite struct WindowsZonesTests {
    @Test(
        "A Windows name leads to a zone of the database",
        arguments: [
            ("Eastern Standard Time", "America/New_York"), ("W. Europe Standard Time", "Europe/Berlin"),
            ("Tokyo Standard Time", "Asia/Tokyo"), ("GMT Standard Time", "Europe/London"),
            ("India Standard Time", "Asia/Calcutta"), ("UTC", "Etc/UTC"),
            ("Lord Howe Standard Time", "Australia/Lord_Howe"),
            ("Aleutian Standard Time", "America/Adak"), ("Yukon Standard Time", "America/Whitehorse"),
        ])
    func known(windows: String, expected: String) throws {
        #expect(WindowsZones.databaseName(of: try #require(ZoneName(windows)))?.text == expected)
    }

    @Test(
        "Other texts lead nowhere",
        arguments: [
            "", "Z", "EST", "eastern standard time", "Eastern Standard Time ", "Europe/Berlin", "Customized Time Zone",
        ])
    func unknown(text: String) throws {
        #expect(WindowsZones.databaseName(of: try #require(ZoneName(text))) == nil)
    }
}
