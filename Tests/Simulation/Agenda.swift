// What is to happen: one queue for everything, by virtual time.

/// A priority queue of deeds, keyed by (virtual time, draw).
struct Agenda {
    /// One thing to happen.
    struct Entry {
        let time: Int64
        let draw: UInt64
        let body: () -> Void

        fileprivate func isBefore(_ other: Entry) -> Bool { (time, draw) < (other.time, other.draw) }
    }

    private var heap: [Entry] = []

    /// When the next thing happens; nil when nothing does.
    var nextTime: Int64? { heap.first?.time }

    mutating func add(at time: Int64, draw: UInt64, _ body: @escaping () -> Void) {
        heap.append(Entry(time: time, draw: draw, body: body))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func popFirst() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    mutating func removeAll() {
        heap = []
    }
}
