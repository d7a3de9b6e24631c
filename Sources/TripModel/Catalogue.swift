// The entities of this program, by number.

public import Replication

extension Catalogue {
    /// Everything that a Packmule store holds and replicates. The numbers 6 and 7 are kept for reminders and their
    /// occurrences.
    public static let packmule = Catalogue([
        Trip.schema.description,
        PackingCategory.schema.description,
        PackingItem.schema.description,
        Place.schema.description,
        Setting.schema.description,
    ])
}
