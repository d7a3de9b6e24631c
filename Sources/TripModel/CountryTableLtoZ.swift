// Countries L to Z; written by Scripts/countries from Debian's iso-codes 4.15.0-1.

extension CountryTable {
    /// The rows from L to Z, one a line: the code, the English short name, then the others.
    static let rowsLtoZ = """
        LA|Laos|ລາວ
        LB|Lebanon|لبنان|Liban
        LC|Saint Lucia|St Lucia
        LI|Liechtenstein
        LK|Sri Lanka|ශ්‍රී ලංකාව|இலங்கை|Ceylon
        LR|Liberia
        LS|Lesotho
        LT|Lithuania|Lietuva
        LU|Luxembourg|Luxemburg|Lëtzebuerg
        LV|Latvia|Latvija
        LY|Libya|ليبيا
        MA|Morocco|المغرب|Maroc
        MC|Monaco
        MD|Moldova
        ME|Montenegro|Crna Gora|Црна Гора
        MF|Saint Martin|St Martin
        MG|Madagascar
        MH|Marshall Islands
        MK|North Macedonia|Maqedonia e Veriut|Macedonia|Северна Македонија|Македонија
        ML|Mali
        MM|Myanmar|မြန်မာနိုင်ငံ|Burma
        MN|Mongolia|Монгол
        MO|Macau|Macao|澳門|澳门
        MP|Northern Mariana Islands|Saipan
        MQ|Martinique
        MR|Mauritania|موريتانيا|Mauritanie
        MS|Montserrat
        MT|Malta
        MU|Mauritius|Maurice
        MV|Maldives|ދިވެހިރާއްޖެ|Maldive Islands
        MW|Malawi
        MX|Mexico
        MY|Malaysia
        MZ|Mozambique|Moçambique
        NA|Namibia|Namibië
        NC|New Caledonia|Nouvelle-Calédonie
        NE|Niger
        NF|Norfolk Island
        NG|Nigeria|Nijeriya|Nàìjíríà
        NI|Nicaragua
        NL|Netherlands|Nederlân|Nederland|Holland
        NO|Norway|Norge|Noreg
        NP|Nepal|नेपाल
        NR|Nauru
        NU|Niue
        NZ|New Zealand|Aotearoa
        OM|Oman|عمان
        PA|Panama
        PE|Peru
        PF|French Polynesia|Polynésie française
        PG|Papua New Guinea
        PH|Philippines|Pilipinas
        PK|Pakistan|ਪਾਕਿਸਤਾਨ|پاکستان
        PL|Poland|Pòlskô|Polska
        PM|Saint Pierre and Miquelon|Saint-Pierre-et-Miquelon
        PN|Pitcairn Islands|Pitcairn
        PR|Puerto Rico
        PS|Palestine|دولة فلسطين|State of Palestine
        PT|Portugal
        PW|Palau
        PY|Paraguay|Paraguái
        QA|Qatar|قطر
        RE|Réunion|La Réunion
        RO|Romania
        RS|Serbia|Србија|Srbija
        RU|Russia|Russian Federation|Россия
        RW|Rwanda
        SA|Saudi Arabia|السّعوديّة
        SB|Solomon Islands
        SC|Seychelles
        SD|Sudan|السّودان
        SE|Sweden|Sverige
        SG|Singapore|Singapura|新加坡
        SH|Saint Helena|Ascension|Tristan da Cunha
        SI|Slovenia|Slovenija
        SJ|Svalbard and Jan Mayen|Svalbard og Jan Mayen|Svalbard
        SK|Slovakia|Slovensko
        SL|Sierra Leone
        SM|San Marino
        SN|Senegal|Senegaal
        SO|Somalia|الصّومال|Soomaaliya
        SR|Suriname
        SS|South Sudan|جنوب السّودان
        ST|São Tomé and Príncipe|São Tomé e Príncipe|Sao Tome
        SV|El Salvador
        SX|Sint Maarten|St Maarten
        SY|Syria|سوريا
        SZ|Eswatini|Swaziland
        TC|Turks and Caicos Islands
        TD|Chad|تشاد|Tchad
        TF|French Southern Territories|Terres australes françaises
        TG|Togo
        TH|Thailand|ไทย
        TJ|Tajikistan|Тоҷикистон
        TK|Tokelau
        TL|Timor-Leste|East Timor|Timor Lorosa'e
        TM|Turkmenistan
        TN|Tunisia|تونس|Tunisie
        TO|Tonga
        TR|Türkiye|Turkey
        TT|Trinidad and Tobago
        TV|Tuvalu
        TW|Taiwan|台湾|臺灣|台灣
        TZ|Tanzania
        UA|Ukraine|Ukraina|Украина|Україна
        UG|Uganda
        UM|United States Minor Outlying Islands
        US|United States|Estados Unidos|USA|United States of America|America
        UY|Uruguay
        UZ|Uzbekistan|Oʻzbekiston
        VA|Vatican City|Holy See|Vatican|Vaticano|Città del Vaticano
        VC|Saint Vincent and the Grenadines|Saint Vincent|St Vincent
        VE|Venezuela
        VG|British Virgin Islands
        VI|US Virgin Islands|U.S. Virgin Islands
        VN|Vietnam|Việt Nam
        VU|Vanuatu
        WF|Wallis and Futuna|Wallis et Futuna
        WS|Samoa
        YE|Yemen|اليمن
        YT|Mayotte
        ZA|South Africa|Suid-Afrika|Africa Borwa|Afurika Tshipembe|Mzantsi Afrika|IRiphabliki yaseNingizimu Afrika
        ZM|Zambia
        ZW|Zimbabwe
        """
}
