// Tests of the commands for places.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Place commands")
struct PlaceCommandsTests {
    @Test("The list shows where each place is and to which trip it belongs")
    func list() throws {
        let program = try TestProgram.withSamples()
        program.text("place add Café Opera")
        #expect(
            program.text("place") == """
                No.  Place       Trip               Address            Coordinates
                  1  Bryggen     Bergen, June 2027  Bryggen 1, Bergen  60.3975, 5.3245
                  3  Café Opera

                """)
        #expect(program.text("place list -t Paris") == "There are no places.\n")
        #expect(
            try program.json("place list -t Bergen") == """
                {places:[{id:*,number:1,trip:*,name:Bryggen,latitude:60.3975,longitude:5.3245,\
                address:Bryggen 1, Bergen,category:null,note:,visit:null,position:null,deleted:false}]}
                """)
    }

    @Test("A place is shared as text, with its coordinates and two addresses")
    func share() throws {
        let program = try TestProgram.withSamples()
        #expect(
            program.text("place share bryggen") == """
                Bryggen
                Bryggen 1, Bergen
                60.3975, 5.3245
                https://www.openstreetmap.org/?mlat=60.3975&mlon=5.3245
                geo:60.3975,5.3245

                """)
        program.text("place add Nowhere")
        #expect(program.text("place share nowhere") == "Nowhere\n")
        let json = try program.json("place share nowhere")
        #expect(json.hasSuffix(",text:Nowhere,geo:null,map:null}"))
    }

    @Test(
        "Every change is told in a sentence",
        arguments: [
            ("place add Grand Hotel", "Added place 3, Grand Hotel."),
            ("place add Table Mountain --lat -33.9628 --lon 18.4098", "Added place 3, Table Mountain."),
            ("place edit bryggen --lat 60 --lon 5", "Changed place 1, Bryggen."),
            ("place edit bryggen --clear lat --clear lon --clear trip", "Changed place 1, Bryggen."),
            ("place edit bryggen --visit 2027-06-04T09:00", "Changed place 1, Bryggen."),
            ("place restore 'fish market'", "Brought back place 2, Fish market."),
        ])
    func sentences(line: String, sentence: String) throws {
        #expect(try TestProgram.withSamples().text(line) == sentence + "\n")
    }

    @Test(
        "Refusals name the option and the rule, and nothing is changed",
        arguments: [
            ("place add X --lat 91 --lon 0", "--lat must be a number from -90.0 to 90.0."),
            ("place add X --lat -90.5 --lon 0", "--lat must be a number from -90.0 to 90.0."),
            ("place add X --lat 0 --lon 181", "--lon must be a number from -180.0 to 180.0."),
            ("place add X --lat north --lon 0", "--lat must be a number from -90.0 to 90.0."),
            ("place add X --lat nan --lon 0", "--lat must be a number from -90.0 to 90.0."),
            ("place add X --lat 60", "--lon must be given together with the latitude."),
            ("place add X --lon 5", "--lat must be given together with the longitude."),
            ("place edit bryggen --clear lat", "--lat must be given together with the longitude."),
            ("place add ''", "name must be given."),
            (
                "place add X --visit someday",
                "--visit must be a day (2027-06-03), days (2027-06-03..2027-06-07) or a time (2027-06-03T09:00)."
            ),
        ])
    func refusals(line: String, sentence: String) throws {
        let program = try TestProgram.withSamples()
        let before = program.text("place list --json")
        #expect(program.refusal(line) == "packmule: \(sentence)\n")
        #expect(program.text("place list --json") == before)
    }
}
