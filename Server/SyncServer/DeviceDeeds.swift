// The list of devices of a space: asked for, brought, renamed, revoked.

internal import HTTPMessages
internal import SyncProtocol

extension Server {
    /// A list that brings nothing new needs only to be read.
    func planDevices(_ request: DevicesRequest, _ admitted: AdmittedRequest) throws -> Plan {
        let caller = try admitted.requiredCaller
        if case .list(let known) = request {
            let message: [UInt8]? = try storage.read { snapshot in
                let space = try snapshot.current(caller).space
                let devices = try snapshot.devices(in: space)
                let (unknown, revoked) = news(in: known, beside: devices)
                return unknown.isEmpty && revoked.isEmpty ? answer(devices, in: space) : nil
            }
            if let message { return .answered(.init(message: message)) }
        }
        return .write(WriteJob(.devices(request, by: caller), admitted))
    }

    /// Changes the list, and answers with it. What is named must be of the caller's own space.
    func change(
        _ request: DevicesRequest, _ caller: Membership, _ transaction: any StorageWriting
    ) throws -> WriteResult {
        let key = try transaction.current(caller).space
        var hasRevoked = false
        switch request {
        case .list(let known):
            hasRevoked = try bring(known, to: key, transaction)
        case .rename(let tokenHash, let name):
            guard try transaction.rename(tokenHash: tokenHash, name, in: key) else { throw Refusal(.notFound) }
        case .revoke(let tokenHash):
            guard try transaction.revoke(tokenHash: tokenHash, in: key) else { throw Refusal(.notFound) }
            // Whoever leaves keeps the code that was made for the space; whoever is shut out leaves no door open.
            try transaction.removeInvitations(
                madeBy: tokenHash, andRecovery: tokenHash != caller.tokenHash, in: key)
            hasRevoked = true
        }
        var space = try transaction.space(key)
        try space.renewDevicesDigest(transaction)
        try transaction.save(space)
        let devices = try transaction.devices(in: key)
        return WriteResult(
            .message(answer(devices, in: key)), touched: hasRevoked ? Touch(space: key, pusher: 0) : nil)
    }

    /// "A reconcile by a known device brings the list to a rolled-back server; revoked wins" (docs/design, replication:
    /// Reconcile). Says whether somebody was revoked.
    private func bring(
        _ known: [MemberDevice], to key: SpaceKey, _ transaction: any StorageWriting
    ) throws -> Bool {
        let devices = try transaction.devices(in: key)
        let (unknown, revoked) = news(in: known, beside: devices)
        for device in revoked {
            _ = try transaction.revoke(tokenHash: device.tokenHash, in: key)
            try transaction.removeInvitations(madeBy: device.tokenHash, andRecovery: true, in: key)
        }
        var deviceCount = devices.count
        for device in unknown {
            if device.isRevoked {
                // Whoever is only said to be shut out pushes nobody off a full list: where it comes in, the device that
                // knows better says so again.
                guard deviceCount < SyncProtocol.Limits.deviceCount else { continue }
            } else {
                try transaction.makeRoomForDevice(in: key, limits)
            }
            guard try transaction.addDevice(device.joined(by: nowMilliseconds), to: key) else { continue }
            deviceCount = min(deviceCount + 1, SyncProtocol.Limits.deviceCount)
            for number in device.numbers where try transaction.number(number, in: key) == nil {
                _ = try transaction.save(NumberState(tokenHash: device.tokenHash), number, in: key)
            }
        }
        return !revoked.isEmpty
    }

    private func news(
        in known: [MemberDevice], beside devices: [MemberDevice]
    ) -> (unknown: [MemberDevice], revoked: [MemberDevice]) {
        let isRevoked = Dictionary(devices.map { ($0.tokenHash, $0.isRevoked) }) { first, _ in first }
        return (
            known.filter { isRevoked[$0.tokenHash] == nil },
            known.filter { $0.isRevoked && isRevoked[$0.tokenHash] == false }
        )
    }

    /// The list, with what was only seen since the last transaction.
    private func answer(_ devices: [MemberDevice], in key: SpaceKey) -> [UInt8] {
        let list = devices.map { device in
            let seen = device.numbers.compactMap { sightings.newest(nil, $0, in: key)?.seenMilliseconds }.max() ?? 0
            return MemberDevice(
                tokenHash: device.tokenHash, name: device.name, numbers: device.numbers,
                isRevoked: device.isRevoked, joinedMilliseconds: device.joinedMilliseconds,
                seenMilliseconds: max(device.seenMilliseconds, seen))
        }
        return DeviceList(devices: list).encoded
    }
}

extension StorageWriting {
    /// Sees to it that a space may take one more device: of those whose tokens open it there are
    /// ``ServerLimits/devicesPerSpace``, and a message can name ``SyncProtocol/Limits/deviceCount`` of all. A full list
    /// forgets a revoked device that was only ever named, never one that exchanged here: it could be brought back as
    /// one that may come in. Order and choice are the server's own: what devices say of times decides nothing.
    func makeRoomForDevice(in key: SpaceKey, _ limits: ServerLimits) throws {
        let devices = try devices(in: key)
        guard devices.count(where: { !$0.isRevoked }) < limits.devicesPerSpace else {
            throw Refusal(.tooManyDevices)
        }
        guard devices.count >= SyncProtocol.Limits.deviceCount else { return }
        guard let tokenHash = try oldestNamedOnly(in: key) else { throw Refusal(.tooManyDevices) }
        try removeDevice(tokenHash: tokenHash, in: key)
    }
}

extension MemberDevice {
    /// The device as a list may name it: nobody came in after now.
    fileprivate func joined(by nowMilliseconds: Int64) -> MemberDevice {
        MemberDevice(
            tokenHash: tokenHash, name: name, numbers: numbers, isRevoked: isRevoked,
            joinedMilliseconds: min(joinedMilliseconds, nowMilliseconds), seenMilliseconds: seenMilliseconds)
    }
}
