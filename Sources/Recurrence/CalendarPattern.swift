// Which dates and clock readings fit.

/// Components that a date and clock reading must have. One that is left out and smaller than the largest given one is
/// its least value (a month alone is its first day at midnight); a larger one may be anything. Where weekdays or weeks
/// say the day, month and day may be anything, and a week alone is its first day. With minute or second alone it
/// follows real time: it comes in every hour or minute that passes, whatever the clocks do. Without any component it
/// never comes.
public struct CalendarPattern: Hashable, Sendable {
    /// 1…9999.
    public var year: Int?
    /// 1…12.
    public var month: Int?
    /// 1…31; what becomes of a day that its month does not have is said by ``MissingDayPolicy``.
    public var day: Int?
    /// ISO: 1 Monday … 7 Sunday. Empty for any day.
    public var weekdays: Set<Int>
    /// Which of the weekdays in its month: 1…5 from the start, -1 the last.
    public var nth: Int?
    /// The week of ISO 8601, 1…53.
    public var isoWeek: Int?
    /// Weeks of the month begin on Monday; the first is the one with at least four days in the month.
    public var weekOfMonth: Int?
    /// 0…23.
    public var hour: Int?
    /// 0…59.
    public var minute: Int?
    /// 0…59.
    public var second: Int?

    /// See the properties of the same names.
    public init(
        year: Int? = nil, month: Int? = nil, day: Int? = nil, weekdays: Set<Int> = [], nth: Int? = nil,
        isoWeek: Int? = nil, weekOfMonth: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
    ) {
        (self.year, self.month, self.day, self.weekdays, self.nth) = (year, month, day, weekdays, nth)
        (self.isoWeek, self.weekOfMonth, self.hour, self.minute) = (isoWeek, weekOfMonth, hour, minute)
        self.second = second
    }
}
