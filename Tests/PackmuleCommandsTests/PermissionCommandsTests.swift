// Tests of the permission to show reminders.

import CommandLineTool
import Testing

@testable import PackmuleCommands

@Suite("Permission")
struct PermissionCommandsTests {
    private static let open =
        "Nobody has said yet whether this device may show reminders: packmule permission request\n"
    private static let allowed = "This device may show reminders.\n"
    private static let denied = "This device may not show reminders. Only this leads back: packmule permission allow\n"

    @Test("After a yes nothing is asked again")
    func yes() throws {
        let program = try TestProgram()
        #expect(program.text("permission") == Self.open)
        let first = program.run("permission request", input: "y\n", canAsk: true)
        #expect(first == Output(standardOutput: Self.allowed))
        #expect(program.run("permission request", input: "n\n", canAsk: true).standardOutput == Self.allowed)
        #expect(program.text("permission status") == Self.allowed)
    }

    @Test("After a no nothing is asked again, and it is said where the way back is")
    func no() throws {
        let program = try TestProgram()
        #expect(program.run("permission request", input: "no\n", canAsk: true).standardOutput == Self.denied)
        let second = program.run("permission request", input: "y\n", canAsk: true)
        #expect(second == Output(standardOutput: Self.denied))
        #expect(program.text("permission allow") == Self.allowed)
        #expect(program.text("permission deny") == Self.denied)
    }

    @Test("Where nobody can be asked, or nobody answers, it stays open")
    func nobody() throws {
        let program = try TestProgram()
        #expect(
            program.refusal("permission request", .decisionNeeded) == """
                packmule: Nobody could be asked whether reminders may be shown.
                Allow them with 'packmule permission allow'.

                """)
        let unclear = program.run("permission request", input: "perhaps\n", canAsk: true)
        #expect(unclear.exitCode == .decisionNeeded)
        #expect(unclear.standardError.contains("Neither yes nor no was answered."))
        #expect(program.text("permission") == Self.open)
        #expect(program.text("permission request --yes") == Self.allowed)
    }

    @Test("Each part can be turned off by itself, and scripts get all of it")
    func parts() throws {
        let program = try TestProgram()
        #expect(
            try program.json("permission status")
                == "{status:notDetermined,alert:true,badge:true,sound:true,asked:false}")
        #expect(program.text("permission allow --sound off") == "This device may show reminders, without sound.\n")
        #expect(
            program.text("permission allow --badge off")
                == "This device may show reminders, without sound or a number.\n")
        #expect(
            program.text("permission allow --alert off")
                == "Reminders are allowed on this device, but only listed and not shown.\n")
        #expect(
            try program.json("permission allow --sound on")
                == "{status:authorized,alert:false,badge:false,sound:true,asked:false}")
        #expect(program.refusal("permission allow --sound loud", .usage).contains("must be on or off"))
    }

    @Test("It is no deed that undo could take back")
    func undo() throws {
        let program = try TestProgram()
        program.text("trip add Oslo")
        program.text("permission allow")
        #expect(program.text("undo").contains("trip add"))
        #expect(program.text("permission") == Self.allowed)
    }
}
