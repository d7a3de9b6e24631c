// What this module bounds, and why (docs/design, model: Entities).

/// The limits of the module. Lengths count characters as people see them; the byte ceiling of a text is four times
/// that.
public enum Limits {
    /// Characters of a city or of a trip's own title: one line of any screen.
    public static let titleCharacters = 120
    /// Characters of a country that is no ISO code.
    public static let countryCharacters = 120
    /// Nights of one trip: ten years.
    public static let nights = 3650
    /// Characters of a note: a page of text, so that one field stays far below what one change may hold.
    public static let noteCharacters = 4000
    /// Characters of a category's label, which is also a heading.
    public static let labelCharacters = 60
    /// Characters of an item's name; imported lists have whole sentences there.
    public static let itemNameCharacters = 500
    /// Pieces of one item.
    public static let quantity = 999
    /// Grams of one piece: beyond what anybody carries, and far from where a sum could overflow.
    public static let weightGrams = 200_000
    /// Characters of a place's name, address or category.
    public static let placeNameCharacters = 200
    /// Characters of what a reminder says: a sentence, as a notification shows it.
    public static let reminderTitleCharacters = 500
    /// Characters of a trigger's line; the longest that this version writes has about 120.
    public static let triggerCharacters = 500
    /// Characters of an occurrence's key; the longest that this version writes has 25.
    public static let occurrenceKeyCharacters = 60
    /// Characters of the name of a sound or of a thread.
    public static let soundCharacters = 200
    /// The greatest number shown at a program.
    public static let badge = 99_999
    /// Seconds of grace: a year.
    public static let graceSeconds = 31_622_400
    /// Characters of a setting's key or value.
    public static let settingCharacters = 200
    /// Hours of a widget's timeline: a month, beyond which entries would only be thrown away unread.
    public static let timelineHours = 744
}
