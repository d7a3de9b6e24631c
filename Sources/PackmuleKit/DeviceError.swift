// What a person can ask of a device that it cannot do.

/// A refusal that a person can mend by asking differently.
public enum DeviceError: Error, Equatable, Sendable {
    /// No record of this kind answers to the text.
    case notFound(kind: String, text: String)
    /// Several records answer to the text.
    case ambiguous(kind: String, text: String, candidates: [RecordCandidate])
    /// A trip is needed, none was named, and none is planned.
    case noTripPlanned
}

/// One of several records that a text could mean.
public struct RecordCandidate: Equatable, Sendable {
    /// The small number that names it for certain.
    public let number: Int
    /// What people call it.
    public let name: String

    /// One candidate.
    public init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}
