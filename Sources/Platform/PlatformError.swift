// What can go wrong between the program and the system, grouped by what a person can do about it.

#if canImport(Glibc)
import Glibc
#endif

/// A failure of the system, or a limit of ours that was met at its edge.
public enum PlatformError: Error, Equatable, Sendable {
    /// There is no such file or folder.
    case notFound(SystemFailure)
    /// The permissions, or the owner, stand against it.
    case notAllowed(SystemFailure)
    /// The disk, or the person's share of it, is full.
    case noSpace(SystemFailure)
    /// The file lies on a disk that can only be read.
    case readOnly(SystemFailure)
    /// Something else stands in that place: a file where a folder is wanted, or the other way round.
    case inTheWay(SystemFailure)
    /// Anything else, with the words of the system.
    case failed(SystemFailure)
    /// The file or stream has more bytes than the caller takes.
    case tooLarge(path: String, limitBytes: Int)
    /// The argument at this position of the command line (1 is the first after the program's name) is not UTF-8.
    case argumentIsNotText(position: Int)
    /// Neither HOME nor this variable gives an absolute path.
    case placeUnknown(variable: String)
}

/// A system call that answered with an error number.
public struct SystemFailure: Equatable, Sendable {
    /// What was tried.
    public let operation: SystemOperation
    /// On what, as the caller named it; empty when it has no name.
    public let path: String
    /// The error number of the system (errno).
    public let code: Int32

    /// A failure with its error number.
    public init(operation: SystemOperation, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}

/// What was tried, in words that stand after "Cannot".
public enum SystemOperation: String, Sendable {
    /// Opening for reading, and reading.
    case read
    /// Opening for writing, writing, flushing, moving into place.
    case write
    /// Making a folder.
    case createFolder = "create the folder"
    /// Removing.
    case remove
    /// Asking for size, owner, permissions, free space, or the real path.
    case examine
    /// Changing owner or permissions.
    case change = "change the permissions of"
    /// Taking a lock.
    case lock
    /// Being told about changes.
    case watch
    /// Waiting for connections of the network.
    case listen = "listen on"
    /// Starting a program.
    case start
    /// Asking the system about itself.
    case askSystem = "ask the system for"
}

extension PlatformError {
    /// Groups an error number.
    package init(_ failure: SystemFailure) {
        self =
            switch failure.code {
            case ENOENT: .notFound(failure)
            case EACCES, EPERM: .notAllowed(failure)
            case ENOSPC, EDQUOT: .noSpace(failure)
            case EROFS: .readOnly(failure)
            case EEXIST, EISDIR, ENOTDIR, ENOTEMPTY: .inTheWay(failure)
            default: .failed(failure)
            }
    }

    /// The failure of the call that was made last, by errno.
    static func last(_ operation: SystemOperation, _ path: String) -> PlatformError {
        PlatformError(SystemFailure(operation: operation, path: path, code: errno))
    }
}

extension PlatformError: CustomStringConvertible {
    /// One sentence: what, where, why; and a second one where something can be done about it.
    public var description: String {
        switch self {
        case .notFound(let failure): "\(failure): there is no such file or folder."
        case .notAllowed(let failure): "\(failure): permission denied. Check who owns it and its permissions."
        case .noSpace(let failure): "\(failure): the disk is full. Free some space and try again."
        case .readOnly(let failure): "\(failure): it lies on a disk that can only be read."
        case .inTheWay(let failure): "\(failure): \(failure.reason)."
        case .failed(let failure): "\(failure): \(failure.reason)."
        case .tooLarge(let path, let limitBytes): "Cannot read \(path): it has more than \(limitBytes) bytes."
        case .argumentIsNotText(let position): "Argument \(position) is not valid UTF-8 text."
        case .placeUnknown(let variable):
            "It is not known where your files belong. Set HOME or \(variable) to an absolute path."
        }
    }
}

extension SystemFailure: CustomStringConvertible {
    /// The beginning of a sentence: "Cannot write /a/b".
    public var description: String {
        path.isEmpty ? "Cannot \(operation.rawValue)" : "Cannot \(operation.rawValue) \(path)"
    }

    /// Why, in plain words.
    var reason: String {
        switch code {
        case EEXIST: "something stands there already"
        case EISDIR: "it is a folder"
        case ENOTDIR: "a part of the path is a file, not a folder"
        case ENOTEMPTY: "the folder is not empty"
        case EINVAL: "the system does not accept that name"
        case ENAMETOOLONG: "the name is too long"
        case ELOOP: "too many symbolic links lead to each other"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk reports an error"
        case EBUSY: "it is in use"
        case EFBIG: "the file would be too large for the disk"
        default: "\(String(cString: strerror(code))) (error \(code))"
        }
    }
}
