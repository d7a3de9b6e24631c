// Catalogues of other versions of the program.

import Replication
import TripModel

extension Catalogue {
    /// A version whose cities have at most ten characters.
    static let withShortCities = Catalogue(
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

    /// A version that does not know these fields of a trip yet, nor settings.
    static func older(withoutTripFields numbers: Set<FieldNumber>) -> Catalogue {
        Catalogue(
            packmule.entities.filter { $0.number != Setting.schema.description.number }.map { entity in
                guard entity.number == Trip.schema.description.number else { return entity }
                return entity.with(fields: entity.fields.filter { !numbers.contains($0.number) })
            }, builtIns: packmule.builtIns)
    }
}

extension EntitySchema {
    fileprivate func with(fields: [FieldSchema]) -> EntitySchema {
        EntitySchema(number: number, name: name, plural: plural, parent: parent, isLocal: isLocal, fields: fields)
    }
}
