// Reading a file of any format that is understood.

import Replication
import TripModel

extension ImportedBatch {
    /// Reads a file. It never asks: what cannot be decided is left out and named together with the option that settles
    /// it (docs/design, model: Formats).
    ///
    /// - Parameter fileName: helps to tell the format; may be empty.
    /// - Throws: ``InterchangeError``, when nothing of the file can be taken.
    public init(reading bytes: [UInt8], fileName: String, options: ImportOptions) throws(InterchangeError) {
        guard bytes.count <= InterchangeLimits.fileByteCount else {
            throw .tooLarge("\(InterchangeLimits.fileByteCount / 1024 / 1024) MiB")
        }
        let text: String
        let format: Format
        do {
            text = try SourceText.decoded(bytes)
            format = try Format.detected(in: bytes, fileName: fileName)
        } catch {
            // A picture is called a picture, not a text in the wrong encoding.
            _ = try Format.detected(in: bytes, fileName: fileName)
            throw error
        }
        try self.init(reading: text, format: format, options: options)
    }

    /// Reads a text of a known format; see ``init(reading:fileName:options:)``.
    public init(reading text: String, format: Format, options: ImportOptions) throws(InterchangeError) {
        self = try Self.read(text, format, options)
        guard options.settlesDoubts, format != .json else { return }
        let unsettled = try Self.read(text, format, options.unsettled)
        records.trips.remember(unsettled.records.trips)
        records.items.remember(unsettled.records.items)
    }

    private static func read(
        _ text: String, _ format: Format, _ options: ImportOptions
    ) throws(InterchangeError) -> ImportedBatch {
        var batch =
            switch format {
            case .json: try JSONDocument.batch(reading: text, options: options)
            case .csv: try CSVTable(reading: text).batch(options: options)
            case .markdown: try MarkdownList.batch(reading: text, options: options)
            }
        batch.doubts.sortByLine()
        batch.refused.sortByLine()
        return batch
    }
}

extension [ImportNote] {
    /// By line, in the order found within one.
    fileprivate mutating func sortByLine() {
        self = enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }
}

extension Array {
    /// Notes at each record what the same row gave before doubts were settled.
    fileprivate mutating func remember<Record>(_ others: [ExchangedRecord<Record>])
    where Element == ExchangedRecord<Record> {
        let unsettled = Dictionary(others.map { ($0.record.id, $0.record) }) { first, _ in first }
        for place in indices {
            guard let other = unsettled[self[place].record.id], other != self[place].record else { continue }
            self[place].unsettled = other
        }
    }
}
