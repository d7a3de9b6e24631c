// A place in the forms in which people pass it on.

/// Text and addresses of a place; nothing is sent by making them.
public enum PlaceSharing {
    /// Name, address, coordinates and map link, one a line, as far as the place has them.
    public static func text(for place: Place) -> String {
        let lines = [place.name, place.address, coordinates(of: place), mapLink(for: place)]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }

    /// `60.3975, 5.3245`; nil without coordinates.
    public static func coordinates(of place: Place) -> String? {
        Coordinates(of: place).map { "\($0.latitude), \($0.longitude)" }
    }

    /// `geo:60.3975,5.3245` (RFC 5870 section 3.3), nil without coordinates. At a pole the longitude is written as 0
    /// (section 3.4.2).
    public static func geoURI(for place: Place) -> String? {
        Coordinates(of: place).map { coordinates in
            let isPole = coordinates.latitude == "90" || coordinates.latitude == "-90"
            return "geo:\(coordinates.latitude),\(isPole ? "0" : coordinates.longitude)"
        }
    }

    /// A page of openstreetmap.org with a marker on the place; nil without coordinates.
    public static func mapLink(for place: Place) -> String? {
        Coordinates(of: place).map {
            "https://www.openstreetmap.org/?mlat=\($0.latitude)&mlon=\($0.longitude)"
        }
    }
}

/// Latitude and longitude as texts that every reader of coordinates understands.
private struct Coordinates {
    let latitude: String
    let longitude: String

    init?(of place: Place) {
        guard let latitude = place.latitude, let longitude = place.longitude,
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        self.latitude = Self.decimal(latitude)
        self.longitude = Self.decimal(longitude)
    }

    /// At most seven decimals, about a centimetre, never an exponent and never `-0`.
    ///
    /// - Parameter degrees: within ±180.
    private static func decimal(_ degrees: Double) -> String {
        let scaled = degrees * 10_000_000
        let units = Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        let sign = units < 0 ? "-" : ""
        guard fraction > 0 else { return sign + String(whole) }
        var digits = String(String(10_000_000 + fraction).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
