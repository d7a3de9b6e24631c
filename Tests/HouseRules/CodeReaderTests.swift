// Code told from comments and texts.

import Testing

struct CodeReaderTests {
    @Test(
        "Comments and texts are blank, the rest stays where it is",
        arguments: [
            ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"),
            ("a /* b\nc */ d", "a     \n     d"),
            ("f(\"b\")", "f(\" \")"), ("f(\"\\\"b\")", "f(\"   \")"), ("f(\"// b\") // c", "f(\"    \")     "),
            ("\"a\\(b(\"c\"))d\" e", "\"  (b(\" \")) \" e"), ("#\"a\\(b)\"c\"# d", "#\"       \"# d"),
            ("#\"a\\#(b)\"# d", "#\"   (b)\"# d"), ("\"\"\"\na \"b\" c\n\"\"\" d", "\"\"\"\n       \n\"\"\" d"),
            ("\"\" a", "\"\" a"), ("/* open", "       "), ("\"open", "\"    "), ("#if a", "#if a"), ("\"a\\", "\"  "),
        ])
    func code(text: String, code: String) {
        #expect(CodeReader.code(of: text) == code)
        #expect(CodeReader.code(of: text).utf8.count == text.utf8.count)
    }
}
