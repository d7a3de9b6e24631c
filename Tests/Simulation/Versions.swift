// Catalogues of other versions of the program.

import PackmuleKit
import ReplicaStore
package import Replication
import TripModel

extension Catalogue {
    /// A version whose cities have at most ten characters.
    package static let withShortCities = Catalogue(
        packmule.entities.map { entity in
            guard entity.number == Trip.schema.description.number else { return entity }
            return entity.with(
                fields: entity.fields.map { field in
                    guard field.number == TripField.city else { return field }
                    return FieldSchema(
                        number: field.number, name: field.name, kind: .text(1...10), help: field.help,
                        isRequired: field.isRequired, isSearched: field.isSearched)
                })
        }, builtIns: packmule.builtIns)

    /// The first version, in which trips had but a city; there were no settings.
    package static let first = Catalogue(
        [FirstTrip.schema.description] + packmule.entities.filter { 2...4 ~= $0.number }, builtIns: packmule.builtIns)
}

/// A trip as the first version had it.
package struct FirstTrip: Entity {
    package let id: RecordID
    package var city = ""

    package init(id: RecordID) { self.id = id }

    package static let schema = Schema<FirstTrip>(
        1, "trip", plural: "trips",
        fields: [Field(2, "city", \.city, .text(1...120), "The city it goes to", isRequired: true)])
}

extension Replica {
    /// Makes or changes a trip as the first version does.
    package func writeAsFirst(_ trip: RecordID, city: String) throws {
        try device.edit("trip edit") { edit in
            if try edit.record(FirstTrip.self, trip) != nil {
                try edit.update(FirstTrip.self, trip) { $0.city = city }
            } else {
                var record = FirstTrip(id: trip)
                record.city = city
                try edit.create(record)
            }
        }
    }
}

extension EntitySchema {
    fileprivate func with(fields: [FieldSchema]) -> EntitySchema {
        EntitySchema(number: number, name: name, plural: plural, parent: parent, isLocal: isLocal, fields: fields)
    }
}
