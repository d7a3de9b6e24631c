// What a secret shows of itself.

import Cryptography
import Testing

struct SecretTests {
    @Test("A secret prints as redacted, alone and inside another value, however it is printed")
    func redacted() {
        struct Holder {
            let secret = Secret([0xAB, 0xCD])
        }
        #expect("\(Secret([1, 2, 3]))" == "redacted")
        #expect(String(reflecting: Secret([1, 2, 3])) == "redacted")
        #expect("\(Holder())".contains("redacted"))
        var dumped = ""
        dump(Holder(), to: &dumped)
        #expect(dumped.contains("redacted"))
        for text in ["\(Holder())", dumped] {
            #expect(!text.contains("171") && !text.contains("205"))
        }
    }

    @Test("Secrets are equal by their bytes")
    func equality() {
        #expect(Secret([1, 2]) == Secret([1, 2]))
        #expect(Secret([1, 2]) != Secret([1, 3]))
        #expect(Secret([1, 2]) != Secret([1]))
    }
}
