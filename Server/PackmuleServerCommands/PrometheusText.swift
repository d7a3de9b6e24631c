// The text that Prometheus reads.

/// Measurements in the text format of Prometheus, version 0.0.4: families in the order added, each with its help, its
/// type and its samples.
struct PrometheusText {
    /// What the numbers of a family mean.
    enum Kind: String {
        /// Only grows while the server runs.
        case counter
        /// Goes up and down.
        case gauge
        case histogram
    }

    /// A name and a value of a label.
    typealias Label = (name: String, value: String)

    /// The type of the text, for the header of the answer.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text so far.
    private(set) var text = ""

    /// A family of samples, told apart by labels.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [Label], value: Double)]) {
        start(name, kind, help)
        for sample in samples { line(name, sample.labels, sample.value) }
    }

    /// A family of one sample.
    mutating func family(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help, [(labels: [], value: value)])
    }

    /// A histogram.
    mutating func family(_ name: String, _ help: String, _ histogram: Histogram) {
        start(name, .histogram, help)
        var count = 0
        for (bound, bucket) in zip(histogram.bounds, histogram.counts) {
            count += bucket
            line(name + "_bucket", [("le", Self.number(bound))], Double(count))
        }
        line(name + "_bucket", [("le", "+Inf")], Double(histogram.count))
        line(name + "_sum", [], histogram.sum)
        line(name + "_count", [], Double(histogram.count))
    }

    private mutating func start(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private mutating func line(_ name: String, _ labels: [Label], _ value: Double) {
        let inside = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
        text += name + (inside.isEmpty ? "" : "{\(inside)}") + " \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}

/// How often values fell below given bounds.
struct Histogram: Sendable, Equatable {
    /// The upper bounds of the buckets, ascending.
    let bounds: [Double]
    /// Values in each bucket; those beyond the last bound are in none.
    private(set) var counts: [Int]
    /// All values.
    private(set) var count = 0
    /// Their sum.
    private(set) var sum = 0.0

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = bounds.map { _ in 0 }
    }

    /// Counts a value.
    mutating func add(_ value: Double) {
        if let bucket = bounds.firstIndex(where: { value <= $0 }) { counts[bucket] += 1 }
        count += 1
        sum += value
    }
}
