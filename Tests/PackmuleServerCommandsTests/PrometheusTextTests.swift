// Tests of the text that Prometheus reads.

import Testing

@testable import PackmuleServerCommands

@Suite("Prometheus text")
struct PrometheusTextTests {
    @Test("A family has its help, its type, and its samples with labels")
    func family() {
        var text = PrometheusText()
        text.family(
            "packmule_requests_total", .counter, "Requests.",
            [
                (labels: [("route", "/v1/exchange"), ("status", "200")], value: 3),
                (labels: [("route", "a\"b\\c\nd"), ("status", "404")], value: 0.5),
            ])
        text.family("packmule_watchers", .gauge, "Watchers.", 12_000_000)
        #expect(
            text.text == #"""
                # HELP packmule_requests_total Requests.
                # TYPE packmule_requests_total counter
                packmule_requests_total{route="/v1/exchange",status="200"} 3
                packmule_requests_total{route="a\"b\\c\nd",status="404"} 0.5
                # HELP packmule_watchers Watchers.
                # TYPE packmule_watchers gauge
                packmule_watchers 12000000

                """#)
    }

    @Test("The buckets of a histogram add up, and what is beyond the last is in +Inf only")
    func histogram() {
        var histogram = Histogram(bounds: [1, 2.5])
        for value in [0.5, 1, 1.5, 2.5, 10] { histogram.add(value) }
        var text = PrometheusText()
        text.family("packmule_group_requests", "Requests a group.", histogram)
        #expect(
            text.text == """
                # HELP packmule_group_requests Requests a group.
                # TYPE packmule_group_requests histogram
                packmule_group_requests_bucket{le="1"} 2
                packmule_group_requests_bucket{le="2.5"} 4
                packmule_group_requests_bucket{le="+Inf"} 5
                packmule_group_requests_sum 15.5
                packmule_group_requests_count 5

                """)
    }

    @Test("A counter beyond a million million keeps every digit")
    func largeNumbers() {
        var text = PrometheusText()
        text.family("a", .counter, "b", 9_007_199_254_740_991)
        #expect(text.text.hasSuffix("a 9007199254740991\n"))
    }
}
