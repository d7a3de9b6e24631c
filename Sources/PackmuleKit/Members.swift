// The devices of the space: who they are, what they are called, who may come in.

public import CivilTime
public import HTTPMessages
internal import Platform
internal import ReplicaStore
internal import Replication
internal import Sealing
internal import SyncProtocol

/// A device of the space.
public struct Member: Sendable, Equatable {
    /// What tells it from the others, for the server too: SHA-256 of its token, in hexadecimal digits.
    public let id: String
    /// What it is called; nil where it has not said yet, or where that cannot be opened.
    public let name: String?
    /// Whether it is this device.
    public let isOwn: Bool
    /// Whether it was shut out.
    public let isRevoked: Bool
    /// When it came in.
    public let joined: Instant
    /// When it last exchanged; nil never.
    public let seen: Instant?
    let tokenHash: [UInt8]
}

extension Device {
    /// The devices of the space as this one last knew them: this device first, then by name, those shut out last.
    public func memberDevices() throws -> [Member] {
        let membership = try requiredMembership()
        return try members(knownDevices(), membership)
    }

    /// Asks the server for the list of devices, and brings it those that it does not know. Who was shut out on any
    /// device's list stays shut out.
    ///
    /// - Throws: ``SyncError``.
    @discardableResult
    public func refreshMemberDevices(over transport: any Transport) throws -> [Member] {
        let membership = try requiredMembership()
        var devices = try change(.list(known: knownDevices()), membership, transport)
        let own = devices.first { $0.tokenHash == membership.tokenHash }
        if let own, own.name.isEmpty, let name = try store.read({ try $0.deviceName() }), !name.isEmpty {
            devices = try change(rename(own.tokenHash, name, membership), membership, transport)
        }
        return try members(devices, membership)
    }

    /// Gives a device of the space another name.
    ///
    /// - Throws: ``SyncError``, and a `Problem` for a name that is empty or too long.
    @discardableResult
    public func renameMember(_ member: Member, to name: String, over transport: any Transport) throws -> [Member] {
        let membership = try requiredMembership()
        let name = try Self.deviceName(name)
        return try members(change(rename(member.tokenHash, name, membership), membership, transport), membership)
    }

    /// Shuts a device out, at once. It keeps what it holds, and the key of the space is not changed.
    ///
    /// - Throws: ``SyncError``.
    @discardableResult
    public func revokeMember(_ member: Member, over transport: any Transport) throws -> [Member] {
        let membership = try requiredMembership()
        return try members(change(.revoke(tokenHash: member.tokenHash), membership, transport), membership)
    }

    /// How histories call this device, before the space knows it; a name as ``deviceName(_:)`` gives it.
    func nameSelf(_ name: String) throws {
        let encoded = try store.devices() ?? DeviceList(devices: []).encoded
        try store.saveDevices(encoded, names: [store.syncFacts().number: name])
    }

    /// A name as it is kept: without what cannot be seen at its ends.
    static func deviceName(_ typed: String) throws -> String {
        let name = TextRules.cleaned(typed)
        guard !name.isEmpty else { throw Problem(field: "name", clause: "must be given") }
        guard name.count <= Limits.deviceNameCharacters, name.utf8.count <= Limits.deviceNameBytes else {
            throw Problem(field: "name", clause: "must have at most \(Limits.deviceNameCharacters) characters")
        }
        return name
    }

    private func knownDevices() throws -> [MemberDevice] {
        // A list that cannot be read is asked for again.
        try store.devices().flatMap { try? DeviceList(encoded: $0) }?.devices ?? []
    }

    private func rename(_ tokenHash: [UInt8], _ name: String, _ membership: Membership) throws -> DevicesRequest {
        let coding = try membership.coding(random: surroundings.random)
        return .rename(tokenHash: tokenHash, name: coding.seal(name: name, of: tokenHash))
    }

    /// Asks the server to change the list, and keeps the one that comes back.
    private func change(
        _ request: DevicesRequest, _ membership: Membership, _ transport: any Transport
    ) throws -> [MemberDevice] {
        let answered: DeviceList
        do {
            answered = try SyncError.mapping {
                try DeviceList(encoded: membership.call(.devices, request.encoded, over: transport))
            }
        } catch SyncError.failed(.refused(.notFound, _)) {
            throw SyncError.noSuchDevice
        }
        let list = DeviceList(devices: Self.kept(answered.devices, beside: try knownDevices()))
        let coding = try membership.coding(random: surroundings.random)
        var names: [UInt64: String] = [:]
        for device in list.devices {
            guard let name = device.openedName(coding) else { continue }
            for number in device.numbers { names[number] = name }
        }
        let encoded = list.encoded
        let known = try store.read { try $0.deviceNames() }
        let news = names.filter { number, name in known[number].map { !$0.hasSameBytes(as: name) } ?? true }
        if try !news.isEmpty || store.devices() != encoded { try store.saveDevices(encoded, names: news) }
        return list.devices
    }

    /// The list as it is kept. Who was known as shut out stays so, and stays on the list where the server's lacks it:
    /// when that device is named as one that may come in, the next list says again that it may not. Where more are
    /// shut out than a list can name, those are left out of whom that was not known before.
    private static func kept(_ answered: [MemberDevice], beside known: [MemberDevice]) -> [MemberDevice] {
        let revoked = known.filter(\.isRevoked)
        let revokedHashes = Set(revoked.map(\.tokenHash))
        let answeredHashes = Set(answered.map(\.tokenHash))
        let missing = revoked.filter { !answeredHashes.contains($0.tokenHash) }
        var excess = answered.count + missing.count - SyncProtocol.Limits.deviceCount
        var devices: [MemberDevice] = []
        for device in answered {
            if revokedHashes.contains(device.tokenHash) {
                devices.append(device.revoked)
            } else if device.isRevoked, excess > 0 {
                excess -= 1
            } else {
                devices.append(device)
            }
        }
        return devices + missing.prefix(SyncProtocol.Limits.deviceCount - devices.count)
    }

    private func members(_ devices: [MemberDevice], _ membership: Membership) throws -> [Member] {
        let coding = try membership.coding(random: surroundings.random)
        func order(_ member: Member) -> (Int, Int, String, String) {
            (member.isOwn ? 0 : 1, member.isRevoked ? 1 : 0, Folding.folded(member.name ?? ""), member.id)
        }
        return devices.map { Member($0, name: $0.openedName(coding), isOwn: $0.tokenHash == membership.tokenHash) }
            .sorted { order($0) < order($1) }
    }
}

extension Member {
    fileprivate init(_ device: MemberDevice, name: String?, isOwn: Bool) {
        (self.name, self.isOwn, isRevoked, tokenHash) = (name, isOwn, device.isRevoked, device.tokenHash)
        id = device.tokenHash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        joined = Instant(millisecondsSince1970: device.joinedMilliseconds)
        seen = device.seenMilliseconds > 0 ? Instant(millisecondsSince1970: device.seenMilliseconds) : nil
    }
}

extension MemberDevice {
    fileprivate var revoked: MemberDevice {
        MemberDevice(
            tokenHash: tokenHash, name: name, numbers: numbers, isRevoked: true,
            joinedMilliseconds: joinedMilliseconds, seenMilliseconds: seenMilliseconds)
    }

    /// What it is called, as far as that can be opened and shown.
    fileprivate func openedName(_ coding: any BodyCoding) -> String? {
        guard !name.isEmpty, let opened = try? coding.openName(name, of: tokenHash) else { return nil }
        return try? Device.deviceName(opened)
    }
}
