// What `status` says of reminders.

import CommandLineTool
import JSONText
import PackmuleKit

/// How reminders stand on this device.
struct ReminderStatus {
    private let permission: Permission
    private let next: ReminderFacts?
    private let unableCount: Int
    private let count: Int
    private let hindrance: String?
    private let surroundings: Surroundings

    init(_ device: Device) throws {
        surroundings = device.surroundings
        permission = try device.permission()
        let facts = try device.reminders()
        count = facts.count
        unableCount = facts.count { $0.problem != nil }
        next = facts.filter { !$0.isSilent && $0.next != nil }.min {
            ($0.next?.occurrence.instant ?? .latest, $0.stored.number)
                < ($1.next?.occurrence.instant ?? .latest, $1.stored.number)
        }
        hindrance = facts.isEmpty ? nil : try device.ringingHindrance()
    }

    /// `{permission, unable, next: {id, number, title, at}|null}`
    var json: JSONValue {
        let first: JSONValue? = next.map { next in
            [
                "id": .string(next.stored.record.id.description), "number": .integer(Int64(next.stored.number)),
                "title": .string(next.stored.record.title), "at": next.next?.occurrence.instant.json ?? .null,
            ]
        }
        return [
            "permission": .string(permission.status.rawValue), "unable": .integer(Int64(unableCount)),
            "next": first ?? .null,
        ]
    }

    /// None where there are no reminders.
    var rows: [(String, String)] {
        guard count > 0 else { return [] }
        let first = next.map { "\($0.nextWords(surroundings)): \($0.stored.record.title)" } ?? "nothing is to come"
        let unable = unableCount == 0 ? "" : "; \(unableCount) cannot ring: see 'packmule reminder'"
        return [("reminders", first + unable)] + (hindrance.map { [("ringing", $0)] } ?? [])
    }
}
