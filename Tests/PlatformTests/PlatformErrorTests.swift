// What a person reads when the system refuses.

import Platform
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct PlatformErrorTests {
    @Test(
        "Every failure is one clear sentence, and says what to do where something can be done",
        arguments: [
            (ENOENT, "Cannot write /a/b: there is no such file or folder."),
            (EACCES, "Cannot write /a/b: permission denied. Check who owns it and its permissions."),
            (EPERM, "Cannot write /a/b: permission denied. Check who owns it and its permissions."),
            (ENOSPC, "Cannot write /a/b: the disk is full. Free some space and try again."),
            (EDQUOT, "Cannot write /a/b: the disk is full. Free some space and try again."),
            (EROFS, "Cannot write /a/b: it lies on a disk that can only be read."),
            (EISDIR, "Cannot write /a/b: it is a folder."),
            (ENOTDIR, "Cannot write /a/b: a part of the path is a file, not a folder."),
            (EEXIST, "Cannot write /a/b: something stands there already."),
            (EIO, "Cannot write /a/b: the disk reports an error."),
            (ENODEV, "Cannot write /a/b: No such device (error 19)."),
        ])
    func systemFailures(code: Int32, sentence: String) {
        let error = PlatformError(SystemFailure(operation: .write, path: "/a/b", code: code))
        #expect(String(describing: error) == sentence)
    }

    @Test(
        "Limits that were met say what to do",
        arguments: [
            (.tooLarge(path: "/a", limitBytes: 5), "Cannot read /a: it has more than 5 bytes."),
            (.argumentIsNotText(position: 2), "Argument 2 is not valid UTF-8 text."),
            (
                .placeUnknown(variable: "XDG_DATA_HOME"),
                "It is not known where your files belong. Set HOME or XDG_DATA_HOME to an absolute path."
            ),
        ] as [(PlatformError, String)])
    func limits(error: PlatformError, sentence: String) {
        #expect(String(describing: error) == sentence)
    }
}
