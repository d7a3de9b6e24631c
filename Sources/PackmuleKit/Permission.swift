// Whether this device may ring: asked once, kept here, read at every use.

internal import CivilTime
internal import Reminders
public import ReplicaStore
public import TripModel

extension Reader {
    /// What the person at this device said, and what may be shown and heard.
    public func permission() throws -> Permission {
        try record(Permission.self, Permission.only)?.record ?? Permission()
    }
}

extension Permission {
    /// Why the programs of Packmule ask.
    package static let usage = "Packmule tells you when a reminder is due. May it show reminders on this device?"
}

extension Device {
    /// What the person at this device said; read anew at every call.
    public func permission() throws -> Permission {
        try read { try $0.permission() }
    }

    /// Sets what this device may do. What was due while it might not ring is missed: it does not ring later.
    public func setPermission(_ permission: Permission) throws {
        try noteZone()
        try edit("permission", isAutomatic: true) { edit in
            try edit.settle(permission, surroundings)
        }
    }

    /// Asks the person at this device, once: after a yes it answers true without asking, after a no false, without
    /// asking and without an error. No answer leaves it open.
    ///
    /// - Parameters:
    ///   - usage: what the reminders are for, in the words of the program.
    ///   - ask: puts the question to the person; nil when nobody is there, or nobody answers.
    /// - Throws: ``ReminderError/noUsage`` without a usage, and what `ask` throws.
    /// - Returns: whether this device may ring.
    public func requestPermission(_ usage: String?, ask: (String) throws -> Bool?) throws -> Bool {
        guard let usage, !usage.allSatisfy(\.isWhitespace) else { throw ReminderError.noUsage }
        let known = try permission().status
        guard known == .notDetermined else { return known == .authorized }
        guard let answer = try ask(usage) else { return false }
        try noteZone()
        return try edit("permission", isAutomatic: true) { edit in
            var permission = try edit.permission()
            // Somebody may have answered elsewhere while the question stood here; the first answer counts.
            guard permission.status == .notDetermined else { return permission.status == .authorized }
            permission.status = answer ? .authorized : .denied
            try edit.settle(permission, surroundings)
            return answer
        }.result
    }
}

extension Edit {
    /// What is due under the old permission is noted before the new one is written.
    fileprivate func settle(_ permission: Permission, _ surroundings: Surroundings) throws {
        let isForbidden = try self.permission().status != .authorized
        if isForbidden, permission.status == .authorized {
            let plan = Plan(try planInput(surroundings))
            for ring in plan.noted { try put(ring) }
            for mark in plan.marks { try put(mark) }
        }
        try put(permission)
    }
}
