// Yes, no and the state of a trip as people write them in tables.

import TripModel

/// Words for values in English, German, French, Spanish, Italian, Portuguese and Dutch.
enum ValueWords {
    /// Yes or no; nothing at all is no. Nil for any other word.
    static func flag(_ text: String) -> Bool? {
        let word = Folding.folded(text)
        if yes.contains(word) { return true }
        return no.contains(word) ? false : nil
    }

    /// The state of a trip; nil for an unknown word.
    static func status(_ text: String) -> Trip.Status? {
        let word = Folding.folded(text)
        if cancelled.contains(word) { return .cancelled }
        return planned.contains(word) ? .planned : nil
    }

    private static let yes = words(
        """
        x|[x]|✓|✔|✔\u{FE0F}|☑|☑\u{FE0F}|☒|✅|1|true|yes|y|on|done|packed|ok|ja|j|wahr|gepackt|eingepackt|erledigt
        oui|vrai|fait|emballe|si|s|verdadero|hecho|empacado|vero|fatto|imballato|sim|verdadeiro|feito|embalado
        waar|gepakt|ingepakt|klaar
        """)
    private static let no = words(
        """
        |[ ]|[]|☐|✗|✘|❌|0|false|no|n|off|open|-|–|—|nein|falsch|offen|non|faux|falso|nao|nee|onwaar
        not packed|unpacked|todo|to pack|to do
        """)
    private static let planned = words(
        """
        |planned|confirmed|active|booked|open|geplant|bestatigt|gebucht|prevu|confirme|planifie|planeado|planificado
        confirmado|previsto|pianificato|confermato|planejado|gepland|bevestigd
        """)
    private static let cancelled = words(
        """
        cancelled|canceled|abgesagt|storniert|annule|annulee|cancelado|cancelada|anulado|annullato|cancellato
        geannuleerd|afgezegd
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(omittingEmptySubsequences: false) { $0 == "|" || $0 == "\n" }.map { Folding.folded(String($0)) })
    }
}
