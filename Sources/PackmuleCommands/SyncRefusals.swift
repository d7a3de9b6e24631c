// What stands between a device and its space, as words and an exit code.

import CommandLineTool
import PackmuleKit
import SyncProtocol

extension Refusal {
    init(_ error: SyncError) {
        switch error {
        case .notInSpace:
            self.init(
                "no-space", "This device is in no space.",
                hint: "Join one with 'packmule join LINK', or make one with 'packmule claim LINK'.")
        case .isInSpace(let server):
            self.init(
                "in-space", "This device is in the space at \(server) already.",
                hint: "Leave it first with 'packmule leave'.")
        case .otherLink(.claim):
            self.init("link", error.description, hint: "Use it with 'packmule claim'.")
        case .otherLink(.invitation):
            self.init("link", error.description, hint: "Use it with 'packmule join'.")
        case .unknownLink, .wrongInvitation:
            self.init("link-gone", error.description, hint: "Another device makes a new one with 'packmule invite'.")
        case .mistypedCode: self.init("code", error.description)
        case .tooManyDevices:
            self.init(
                "too-many-devices", error.description, hint: "Use 'packmule device revoke' on another device.",
                .notAllowed)
        case .spaceExists: self.init("in-space", error.description)
        case .noSuchDevice:
            self.init("not-found", error.description, hint: "See which ones there are: packmule device list")
        case .declined: self.init("decision-needed", error.description, .decisionNeeded)
        case .asksHiding(let count):
            self.init(
                "decision-needed",
                "It seems that \(English.count(count, "record")) were deleted elsewhere while this device was away.",
                hint: "Put them into the trash here with 'packmule sync --accept-hiding'; nothing is sent before.",
                .decisionNeeded)
        case .failed(let failure): self.init(failure)
        }
    }

    init(_ failure: SyncFailure) {
        let reason = failure.reason
        let hint =
            switch reason {
            case .unreachable, .timedOut, .serverBusy, .serverFault:
                "What is to be sent is kept and goes with the next sync."
            case .diskFull: "Free some space and try again."
            case .unauthorized:
                "Leave with 'packmule leave', then join with a new invitation; what is here stays. Where the server "
                    + "was wiped, 'packmule claim' with a new link of it takes the space along."
            case .untrusted: "Ask whoever runs the server; a new invitation names the right certificate."
            case .updateNeeded: "Update Packmule here or on the server."
            default: ""
            }
        self.init(
            reason.rawValue, failure.description, hint: hint,
            [.storeFault, .diskFull].contains(reason) ? .storeUnusable : reason.needsPerson ? .notAllowed : .waiting)
    }
}
