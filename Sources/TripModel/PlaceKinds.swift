// The kinds of field that say where something is.

public import Replication

extension FieldKind {
    /// Degrees north of the equator, WGS 84.
    public static let latitude = FieldKind.real(-90...90)

    /// Degrees east of Greenwich, WGS 84.
    public static let longitude = FieldKind.real(-180...180)

    /// An ISO 3166-1 alpha-2 code, or the text as typed where it names no country we know.
    public static let country: FieldKind = {
        let text = FieldKind.text(1...Limits.countryCharacters)
        return FieldKind(
            name: "country", storage: .text, brokenRule: text.brokenRule,
            parse: { typed in Country.code(for: typed).map { .success(.text($0)) } ?? text.parse(typed) },
            format: { value in Country.name(of: text.format(value)) })
    }()
}
