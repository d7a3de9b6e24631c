// What must not be.

/// A broken promise, by its number in docs/design, reliability.
package struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the promise; 0 for what no promise names, as an error that nobody expected.
    package let promise: Int
    /// One sentence.
    package let sentence: String

    package init(_ promise: Int, _ sentence: String) {
        (self.promise, self.sentence) = (promise, sentence)
    }

    /// The promise and the sentence.
    package var description: String { promise == 0 ? sentence : "promise \(promise): \(sentence)" }
}
