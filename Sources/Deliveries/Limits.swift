// The limits of deliveries.

/// Limits of what is handed over, and of how long that may take.
public enum Limits {
    /// Milliseconds that one hand-over may take before it counts as failed and is tried again.
    public static let handOverMilliseconds = 10_000
    /// Milliseconds that a question on a desktop stays, 2 minutes: long enough to come back to the screen, and nobody
    /// waits for a question of yesterday.
    public static let answerMilliseconds = 120_000
    /// Notifications of which a desktop remembers whom they are about, 1,000: more than anybody leaves standing. Beyond
    /// it presses on the oldest are not understood.
    static let rememberedNotifications = 1_000
    /// Calls without an answer in time of which the late answer is still waited for, 100.
    static let lateAnswers = 100
    /// Bytes of the answer of an ntfy server, 64 KiB: it repeats the message, which has 4 KiB.
    static let answerBytes = 64 * 1024
    /// Bytes of the text of an ntfy message, 4,000: servers turn one of more than 4,096 into a file.
    static let messageBytes = 4_000
    /// Bytes of the file with the address of an ntfy server and a token, 4 KiB.
    static let ntfyFileBytes = 4 * 1024
}
