// What the headers of columns mean, in the languages that people name them in.

import TripModel

/// Words for columns in English, German, French, Spanish, Italian, Portuguese and Dutch, compared without case, accents
/// and punctuation.
enum ColumnWords {
    /// What a table lists.
    enum Kind: CaseIterable {
        case packing, trips
    }

    /// What a column holds.
    enum Role: CaseIterable {
        case id, name, category, quantity, weight, unit, packed, note
        case city, country, start, end, nights, zone, status
    }

    /// What a table lists by its header; nil when it names neither items nor trips.
    static func kind(ofHeader header: [String]) -> Kind? {
        let canonical = CSVWriter.columns.map { Folding.folded($0) }
        if header.prefix(canonical.count).map({ Folding.folded($0) }) == canonical { return .packing }
        let packing = roles(in: header, .packing)
        let trips = roles(in: header, .trips)
        let ofItems = packing.count { [.category, .quantity, .weight, .packed].contains($0) }
        let ofTrips = trips.count { [.city, .country, .start, .end, .nights].contains($0) }
        if trips.contains(.city), ofTrips > ofItems { return .trips }
        if packing.contains(.name), ofItems > 0 || ofTrips == 0 { return .packing }
        // Words such as "a" or "to" alone prove nothing.
        return ofTrips > 1 ? .trips : nil
    }

    /// How many columns of a header are known.
    static func knownCount(inHeader header: [String]) -> Int {
        max(roles(in: header, .packing).count, roles(in: header, .trips).count)
    }

    /// What a header says: `Gewicht (kg)` is a weight in kilograms.
    static func meaning(of header: String, _ kind: Kind) -> (role: Role?, unit: WeightUnit?) {
        var words = Folding.folded(header).split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if let role = table(kind)[words.joined(separator: " ")] { return (role, nil) }
        guard kind == .packing, let last = words.popLast() else { return (nil, nil) }
        guard let unit = WeightUnit(named: last) else {
            return words.isEmpty ? compoundWeight(last) : (nil, nil)
        }
        if let word = words.last, ["in", "en", "em"].contains(word) { words.removeLast() }
        let isWeight = words.isEmpty || table(kind)[words.joined(separator: " ")] == .weight
        return isWeight ? (.weight, unit) : (nil, nil)
    }

    /// `weightGrams`, `gewichtkg`.
    private static func compoundWeight(_ word: String) -> (role: Role?, unit: WeightUnit?) {
        for split in word.indices.dropFirst() where packingTable[String(word[..<split])] == .weight {
            if let unit = WeightUnit(named: String(word[split...])) { return (.weight, unit) }
        }
        return (nil, nil)
    }

    private static func roles(in header: [String], _ kind: Kind) -> Set<Role> {
        Set(header.compactMap { meaning(of: FormulaGuard.unguarded($0), kind).role })
    }

    // MARK: - Words

    private static func table(_ kind: Kind) -> [String: Role] {
        switch kind {
        case .packing: packingTable
        case .trips: tripTable
        }
    }

    private static let packingTable = table([
        (.id, "id|uuid"),
        (
            .name,
            """
            name|item|item name|items|title|thing|article|product|gear|what|object|to pack|pack item|label
            gegenstand|artikel|bezeichnung|sache|ding|titel|was|produkt
            nom|article|objet|designation|intitule|libelle|produit|quoi
            nombre|articulo|objeto|elemento|cosa|producto
            nome|articolo|oggetto|voce|elemento|prodotto
            artigo|item nome|objecto|produto
            naam|voorwerp|ding|wat|spullen
            """
        ),
        (
            .category,
            """
            category|categories|group|type|section|kategorie|gruppe|rubrik|bereich|art|categorie|groupe|rubrique|type
            categoria|grupo|tipo|seccion|gruppo|sezione|seccao|secao|groep|soort
            """
        ),
        (
            .quantity,
            """
            quantity|qty|quant|count|amount|number|pieces|pcs|how many|no|menge|anzahl|stuck|stuckzahl|stk|anz
            quantite|qte|nombre|nb|combien|cantidad|cant|unidades|numero|quantita|qta|pezzi|quantidade|qtd|qtde
            aantal|hoeveelheid|stuks
            """
        ),
        (
            .weight,
            """
            weight|item weight|unit weight|weight each|mass|gewicht|einzelgewicht|masse|gewicht pro stuck
            poids|poids unitaire|peso|peso unitario|massa|gewicht per stuk
            """
        ),
        (
            .unit,
            "unit|units|weight unit|uom|einheit|gewichtseinheit|unite|unite de poids|unidad|unita|"
                + "unita di misura|unidade|eenheid"
        ),
        (
            .packed,
            """
            packed|done|checked|is packed|in bag|ready|status|gepackt|eingepackt|erledigt|fertig|abgehakt
            emballe|fait|pret|coche|dans le sac|empacado|empaquetado|hecho|listo|preparado|imballato|fatto|pronto
            preso|in valigia|embalado|feito|na mala|ingepakt|gepakt|klaar
            """
        ),
        (.note, noteWords),
    ])

    private static let tripTable = table([
        (.id, "id|uuid"),
        (
            .name,
            """
            name|title|trip|trip name|journey|travel|reise|titel|bezeichnung|reisename|voyage|nom|titre|sejour
            viaje|nombre|titulo|viaggio|nome|titolo|viagem|reis|naam
            """
        ),
        (
            .city,
            """
            city|town|place|destination|location|where|to|stadt|ort|ziel|reiseziel|zielort|wohin|ville|lieu|ou
            ciudad|lugar|destino|donde|citta|luogo|destinazione|meta|cidade|local|stad|plaats|bestemming
            """
        ),
        (.country, "country|land|staat|pays|pais|paese|nazione|country code|landcode"),
        (
            .start,
            """
            start|start date|from|first day|begin|departure|departure date|arrival|begins|startdate
            beginn|anfang|von|startdatum|abreise|abfahrt|anreise|hinreise|erster tag|debut|date de debut|depart|du
            date de depart|inicio|fecha de inicio|salida|desde|comienzo|inizio|data inizio|data di inizio|partenza
            dal|da|data de inicio|partida|ida|de|begindatum|vertrek|van|start datum
            """
        ),
        (
            .end,
            """
            end|end date|until|till|last day|return|return date|finish|ends|enddate
            ende|enddatum|bis|ruckreise|ruckkehr|letzter tag|heimreise|fin|date de fin|retour|au|date de retour
            fecha de fin|vuelta|regreso|hasta|final|fine|data fine|data di fine|ritorno|al|a
            data de fim|fim|regresso|volta|ate|einddatum|eind|einde|terug|terugreis|tot
            """
        ),
        (
            .nights,
            "nights|number of nights|nachte|ubernachtungen|anzahl nachte|nuits|nuitees|noches|notti|noites|nachten|"
                + "overnachtingen"
        ),
        (
            .zone,
            "zone|time zone|timezone|tz|zeitzone|fuseau|fuseau horaire|zona horaria|fuso|fuso orario|"
                + "fuso horario|tijdzone"
        ),
        (.status, "status|state|zustand|statut|etat|estado|stato"),
        (.note, noteWords),
    ])

    private static let noteWords = """
        note|notes|comment|comments|remark|remarks|description|desc|details|memo|info
        notiz|notizen|bemerkung|bemerkungen|anmerkung|kommentar|beschreibung|hinweis
        remarque|remarques|commentaire|notas|nota|comentario|comentarios|observaciones|descripcion
        commento|commenti|osservazioni|descrizione|annotazioni|observacoes|observacao|descricao
        opmerking|opmerkingen|notitie|notities|omschrijving|beschrijving
        """

    private static func table(_ words: [(Role, String)]) -> [String: Role] {
        let pairs = words.flatMap { role, text in
            text.split { $0 == "|" || $0 == "\n" }.map { (String($0), role) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
