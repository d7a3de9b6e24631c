// How every call to the system is made: again when a signal interrupted it, and with its failure as a value.

#if canImport(Glibc)
import Glibc
#endif

/// Makes a call that answers -1 on failure. A path with a zero byte in it, which C would silently cut, is refused.
@discardableResult
func systemCall<Result: FixedWidthInteger & SignedInteger>(
    _ operation: SystemOperation, _ path: String, _ call: () -> Result
) throws(PlatformError) -> Result {
    guard !path.utf8.contains(0) else {
        throw PlatformError(SystemFailure(operation: operation, path: path, code: EINVAL))
    }
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw .last(operation, path) }
    }
}
