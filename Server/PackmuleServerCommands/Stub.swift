// Temporary.
import HTTPMessages
import JSONText
import Platform
import Replication
import SyncProtocol
struct SpaceFacts { let id: RecordID, isSealed: Bool, deviceCount: Int, recordCount: Int, byteCount: Int, seenMilliseconds: Int64 }
struct DeviceFacts { let space: RecordID, device: MemberDevice }
struct Administration {
    struct L { let text: String }
    init(_ f: DataFolder, _ o: Outside) throws {}
    static func beside(_ i: Invocation) throws -> Administration { try Administration(i.dataFolder, i.outside) }
    func makeClaim(for o: Origin) throws -> (link: L, validUntilMilliseconds: Int64) { (L(text: ""), 0) }
    func spaces() throws -> [SpaceFacts] { [] }
    func delete(space: RecordID) throws {}
    func devices() throws -> [DeviceFacts] { [] }
    func revoke(_ d: DeviceFacts) throws {}
    func problems() throws -> [String] { [] }
    func backup(to: String) throws {}
    static func restore(_ f: DataFolder, from: String, _ o: Outside) throws -> String? { nil }
}
struct RunningServer {
    init(_ o: ServeOptions, _ d: DataFolder, _ x: Outside, _ l: Log) throws {}
    var readyLine: JSONValue { nil }
    func run(until s: any SignalSource) {}
}
