// Countries A to K; written by Scripts/countries from Debian's iso-codes 4.15.0-1.

extension CountryTable {
    /// The rows from A to K, one a line: the code, the English short name, then the others.
    static let rowsAtoK = """
        AD|Andorra
        AE|United Arab Emirates|الإمارات العربيّة المتحدّة|UAE|Emirates
        AF|Afghanistan|افغانستان
        AG|Antigua and Barbuda
        AI|Anguilla
        AL|Albania|Shqipëri
        AM|Armenia|Հայաստան
        AO|Angola
        AQ|Antarctica
        AR|Argentina
        AS|American Samoa
        AT|Austria|Österreich
        AU|Australia
        AW|Aruba
        AX|Åland Islands|Åland
        AZ|Azerbaijan|Azərbaycan
        BA|Bosnia and Herzegovina|Bosna i Hercegovina|Bosnia|Босна и Херцеговина
        BB|Barbados
        BD|Bangladesh|বাংলাদেশ
        BE|Belgium|Belgien|Belgique|België|Beldjike
        BF|Burkina Faso
        BG|Bulgaria|България
        BH|Bahrain|البحرين
        BI|Burundi
        BJ|Benin
        BL|Saint Barthélemy|Saint-Barthélemy|St Barts
        BM|Bermuda
        BN|Brunei|Brunei Darussalam
        BO|Bolivia
        BQ|Caribbean Netherlands|Bonaire
        BR|Brazil|Brasil
        BS|Bahamas
        BT|Bhutan|འབྲུག།
        BV|Bouvet Island
        BW|Botswana
        BY|Belarus|Беларусь
        BZ|Belize
        CA|Canada|ᑲᓇᑕ
        CC|Cocos Islands|Keeling Islands
        CD|DR Congo|République démocratique du Congo|Congo-Kinshasa|Democratic Republic of the Congo|DRC
        CF|Central African Republic|République centrafricaine
        CG|Republic of the Congo|Congo|République du Congo|Congo-Brazzaville
        CH|Switzerland|Schweiz|Suisse|Svizzera
        CI|Côte d'Ivoire|Ivory Coast
        CK|Cook Islands
        CL|Chile
        CM|Cameroon|Cameroun
        CN|China|جۇڭگو|中国|中國
        CO|Colombia
        CR|Costa Rica
        CU|Cuba
        CV|Cape Verde|Cabo Verde
        CW|Curaçao
        CX|Christmas Island
        CY|Cyprus|Κύπρος|Kıbrıs|Kypros
        CZ|Czechia|Česko|Czech Republic
        DE|Germany|Deutschland|Dútslân
        DJ|Djibouti|جيبوتي|Jabuuti
        DK|Denmark|Danmark
        DM|Dominica
        DO|Dominican Republic|República Dominicana
        DZ|Algeria|الجزائر|Algérie|Dzayer
        EC|Ecuador
        EE|Estonia|Eesti
        EG|Egypt|مصر|Misr
        EH|Western Sahara|الصّحراء الغربيّة
        ER|Eritrea|ኤርትራ
        ES|Spain|España|Espanya|Espainia
        ET|Ethiopia|ኢትዮጵያ|Itoobiya
        FI|Finland|Suomi
        FJ|Fiji
        FK|Falkland Islands|Malvinas
        FM|Micronesia|Federated States of Micronesia
        FO|Faroe Islands|Færøerne|Føroyar|Faroes|Faeroe Islands
        FR|France|Frañs|França|Frantzia|Francia
        GA|Gabon
        GB|United Kingdom|Y Deyrnas Unedig|Reeriaght Unnaneysit|Ruwvaneth Unys|UK|Great Britain|Britain|England|Scotland
        GB|Wales|Northern Ireland|Alba|Cymru
        GD|Grenada
        GE|Georgia|საქართველო|Sakartvelo
        GF|French Guiana|Guyane française
        GG|Guernsey
        GH|Ghana
        GI|Gibraltar
        GL|Greenland|Grønland|Kalaallit Nunaat
        GM|Gambia
        GN|Guinea|Guinée
        GP|Guadeloupe
        GQ|Equatorial Guinea|Guinea Ecuatorial
        GR|Greece|Ελλάδα|Hellas|Ellada
        GS|South Georgia and the South Sandwich Islands
        GT|Guatemala
        GU|Guam
        GW|Guinea-Bissau|Guiné-Bissáu
        GY|Guyana
        HK|Hong Kong|香港
        HM|Heard Island and McDonald Islands
        HN|Honduras
        HR|Croatia|Hrvatska
        HT|Haiti|Ayiti
        HU|Hungary|Magyarország
        ID|Indonesia
        IE|Ireland|Éire|Republic of Ireland
        IL|Israel|إسرائيل|ישראל
        IM|Isle of Man
        IN|India|الهند|ভাৰত|ভারত|ભારત|भारत|ಭಾರತ|ഇന്ത്യ|ଭାରତ|ਭਾਰਤ|ڀارت|இந்தியா|భారతదేశము|بھارت|Bharat
        IO|British Indian Ocean Territory
        IQ|Iraq|العراق|عێراق
        IR|Iran|ایران|Persia
        IS|Iceland|Ísland
        IT|Italy|Italien|Italie|Italia
        JE|Jersey
        JM|Jamaica
        JO|Jordan|الأردن
        JP|Japan|日本|Nippon|Nihon
        KE|Kenya|Kiiniya
        KG|Kyrgyzstan|Кыргызстан|Киргизия
        KH|Cambodia|កម្ពុជា|Kampuchea
        KI|Kiribati
        KM|Comoros|جزر القمر|Comores
        KN|Saint Kitts and Nevis|St Kitts and Nevis
        KP|North Korea|조선민주주의인민공화국|DPRK|조선
        KR|South Korea|대한민국|Korea|Republic of Korea|한국
        KW|Kuwait|الكويت
        KY|Cayman Islands
        KZ|Kazakhstan|Қазақстан|Казахстан
        """
}
