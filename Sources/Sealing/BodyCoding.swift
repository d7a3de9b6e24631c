// How a change becomes the body that travels, and back.

package import Replication

/// Closes and opens the bodies of one space. Every space has one coding for ever: ``Sealer`` where the server must not
/// read, ``PlainBodies`` where it may.
package protocol BodyCoding {
    /// Changes as they travel, one for one.
    func seal(_ changes: [Change]) -> [SealedChange]

    /// The change that travelled; the fields have the numbers of the header's mask, all of them.
    ///
    /// - Throws: for a body that is not one of this space, of this coding, or of this header. Nothing of it may be
    ///   used.
    func open(_ sealed: SealedChange) throws(SealingError) -> Change

    /// The name of a device as the list of devices keeps it.
    ///
    /// - Parameter tokenHash: what tells the device from the others.
    func seal(name: String, of tokenHash: [UInt8]) -> [UInt8]

    /// The name that was sealed for this device.
    ///
    /// - Throws: as ``open(_:)-(SealedChange)``.
    func openName(_ sealed: [UInt8], of tokenHash: [UInt8]) throws(SealingError) -> String
}

/// Why a body, a wrapped secret or a recovery code is refused, by what the caller can do.
package enum SealingError: Error, Equatable, Sendable {
    /// Key, space, header and bytes do not belong together: report it, and have it sent anew by a device that has it.
    case doesNotOpen
    /// It opened, so a member made it, but it is not what a member makes: report it, and keep it apart until a newer
    /// version understands it.
    case malformed(ReplicationError)
    /// The body opened, but has other fields than its header says: as ``malformed(_:)``.
    case otherFields
    /// The recovery code has not 36 characters: compare it with the paper.
    case codeLength(characterCount: Int)
    /// The recovery code has a character that none has, in the group of this number from 1: compare it with the paper.
    case codeCharacter(Character, group: Int)
    /// The recovery code was mistyped somewhere: compare it with the paper.
    case codeMistyped
}

extension BodyCoding {
    /// A change as it travels.
    package func seal(_ change: Change) -> SealedChange {
        seal([change])[0]
    }
}

extension SealingError: CustomStringConvertible {
    /// One sentence for people.
    package var description: String {
        switch self {
        case .doesNotOpen: "The data cannot be opened with the key of this space."
        case .malformed(let problem): "The data was opened, but cannot be read: \(problem)"
        case .otherFields: "The data was opened, but has other fields than were announced."
        case .codeLength(let count):
            "The recovery code has \(count) characters instead of \(RecoveryCode.characterCount)."
        case .codeCharacter(let character, let group):
            "Group \(group) of the recovery code has the character \(character), which no code has."
        case .codeMistyped: "The recovery code has a mistake; compare it with your copy."
        }
    }
}
