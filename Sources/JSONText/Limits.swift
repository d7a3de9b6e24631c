// The limits of this module.

/// Limits of reading JSON.
public enum JSONLimits {
    /// How many arrays and objects may stand inside each other. Reading calls itself once a level, so this bounds the
    /// stack; no format that people exchange comes near it.
    public static let nestingLevels = 128

    /// Up to how many members a repeated name is looked for by comparing each with each; beyond it a set of names is
    /// kept. Small objects are the rule, and comparing few short names is faster than hashing them.
    static let membersComparedDirectly = 12
}
