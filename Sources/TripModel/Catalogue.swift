// The entities of this program, by number.

public import Replication

extension Catalogue {
    /// Everything that a Packmule store holds; what is numbered from 251 on stays on its device.
    public static let packmule = Catalogue(
        [
            Trip.schema.description,
            PackingCategory.schema.description,
            PackingItem.schema.description,
            Place.schema.description,
            Setting.schema.description,
            Reminder.schema.description,
            ReminderOccurrence.schema.description,
            Ring.schema.description,
            ReminderMark.schema.description,
            ZoneStay.schema.description,
            Permission.schema.description,
        ],
        builtIns: PackingCategory.builtIn.map(BuiltIn.init))
}

extension Catalogue.BuiltIn {
    /// A record with all its values.
    fileprivate init<Record: Entity>(_ record: Record) {
        let fields = zip(Record.schema.description.fields, Record.schema.read(record))
        self.init(
            entity: Record.schema.description.number, record: record.id,
            values: fields.map { Change.Field($0.number, $1) })
    }
}
