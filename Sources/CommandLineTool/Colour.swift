// Whether and how text is coloured.

/// A look that text may have. Colour never carries meaning alone.
public enum TextStyle: Sendable, CaseIterable {
    case plain, bold, dim, red, green, yellow, blue

    /// The parameter of "select graphic rendition" (ECMA-48 section 8.3.117).
    fileprivate var parameter: String {
        switch self {
        case .plain: ""
        case .bold: "1"
        case .dim: "2"
        case .red: "31"
        case .green: "32"
        case .yellow: "33"
        case .blue: "34"
        }
    }
}

/// Whether output is coloured.
public enum Colour: Sendable {
    case off, on

    /// Decides for one stream. In this order: NO_COLOR (no-color.org) turns colour off; CLICOLOR_FORCE and FORCE_COLOR
    /// turn it on, and off when they are 0; TERM=dumb and CLICOLOR=0 turn it off; a terminal has colour. An empty
    /// variable counts as none.
    public static func decide(isTerminal: Bool, environment: [String: String]) -> Colour {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if value("NO_COLOR") != nil { return .off }
        let forces = [value("CLICOLOR_FORCE"), value("FORCE_COLOR")].compactMap { $0 }
        if forces.contains(where: { $0 != "0" }) { return .on }
        if !forces.isEmpty || value("TERM") == "dumb" || value("CLICOLOR") == "0" { return .off }
        return isTerminal ? .on : .off
    }

    /// The text in this style, or the bare text when colour is off. The text must be safe already (`SafeText`).
    public func paint(_ text: String, _ style: TextStyle) -> String {
        guard self == .on, style != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(style.parameter)m\(text)\u{1B}[0m"
    }
}
