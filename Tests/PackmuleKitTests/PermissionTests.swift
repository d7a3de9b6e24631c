// Permission to ring: asked once, kept on the device, read at every use.

import CivilTime
import PackmuleKit
import Reminders
import ReplicaStore
import TestSupport
import Testing
import TripModel

@Suite("Permission")
struct PermissionTests {
    private let clock = ManualClock()
    private let device: Device

    init() throws { device = try Device.test(clock: clock) }

    @Test("One question is asked; after an answer none, and a no is no error", arguments: [true, false])
    func once(answer: Bool) throws {
        var questions: [String] = []
        for _ in 1...3 {
            #expect(
                try device.requestPermission("To tell when to pack.") {
                    questions.append($0)
                    return answer
                } == answer)
        }
        #expect(questions == ["To tell when to pack."])
        #expect(try device.permission().status == (answer ? .authorized : .denied))
    }

    @Test("No answer leaves it open")
    func silence() throws {
        #expect(try !device.requestPermission("To tell when to pack.") { _ in nil })
        #expect(try device.permission().status == .notDetermined)
        #expect(try device.requestPermission("To tell when to pack.") { _ in true })
    }

    @Test("Without saying what for, nothing is asked", arguments: [nil, "", " \n"])
    func usage(text: String?) {
        #expect(throws: ReminderError.noUsage) {
            try device.requestPermission(text) { _ in
                Issue.record("a question was asked")
                return true
            }
        }
    }

    @Test("What was due while it might not ring is missed, and does not ring after a yes")
    func missed() throws {
        try device.remind("at 2026-05-01T15:00")
        try device.remind("at 2026-05-01T17:00")
        clock.set(millisecondsSince1970: instant("2026-05-01T14:00:00Z").millisecondsSince1970)
        #expect(try device.requestPermission("To tell when to pack.") { _ in true })
        #expect(try device.planReminders().show.isEmpty)
        #expect(try device.deliveredReminders().map(\.here) == [.missed])
        #expect(try device.planReminders().nextInstant == instant("2026-05-01T15:00:00Z"))
    }

    @Test("It is read at every use, stays on its device, and is nothing to undo")
    func local() throws {
        let other = try Device.test(2, clock: clock)
        var permission = try device.permission()
        (permission.status, permission.sound) = (.authorized, false)
        try device.setPermission(permission)
        #expect(try device.permission() == permission)
        try exchange(device, other)
        #expect(try other.permission() == Permission())
        #expect(throws: StoreError.nothingToUndo) { try device.store.undo() }
    }
}
