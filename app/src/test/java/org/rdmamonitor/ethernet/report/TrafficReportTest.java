// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.ethernet.LatencyFigures;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;

class TrafficReportTest {
  private static final LatencyFigures NONE = new LatencyFigures(0, 0, 0, 0, 0, 0, 0, 0);
  private static final LatencyFigures SOME =
      new LatencyFigures(99, 1_000, 2_500.5, 2_000, 3_000, 9_000, 10_000, 12_345_678);
  private static final LoopCounts COUNTS =
      new LoopCounts(
          1_000_000_000, 3_000_000_000L, 100, 97, 6_000, 5_820, 5, 1, 2, 3, 0, 7, 8, 9, 10);

  private static TrafficReport report(boolean returns, LatencyFigures latency) {
    return new TrafficReport(
        "send",
        "eth0",
        returns,
        COUNTS,
        latency,
        Map.of(PortCount.SENT, 100L, PortCount.RING_FULL, 3L, PortCount.DOWN, 1L),
        List.of());
  }

  @Test
  void whatWasSentIsToldWithItsLossesAndTimes() {
    assertThat(report(true, SOME).sentText())
        .isEqualTo(
            """
                    SENT     RETURNED       LOST  DUPLICATE  REORDERED    CHANGED     FRAMES/S     MBIT/S
                     100           97          3          2          3          1           50        0.0

                  MIN us      MEAN us     p50 us     p90 us     p99 us   p99.9 us     MAX us
                     1.0          2.5        2.0        3.0        9.0       10.0    12345.7

                       3 dropped: nobody took them from the ring in time
                       1 times that the interface was found down
            """);
  }

  @Test
  void nothingIsLostThatWasNotToComeBack() {
    TrafficReport report = report(false, NONE);

    assertThat(report.lost()).isZero();
    assertThat(report.sentText().lines().toList().get(1))
        .isEqualTo(
            "         100            -          -          2          3          1           50    "
                + "    0.0");
    assertThat(report.json()).doesNotContain("\"lost\"").doesNotContain("latency_ns");
  }

  @Test
  void whatCameAndWhatWasCarriedIsTold() {
    assertThat(report(false, NONE).receivedText())
        .startsWith(
            """
                RECEIVED     ANSWERED  DUPLICATE  REORDERED    CHANGED     OTHERS
                      97            7          2          3          1          5
            """);
    assertThat(report(false, NONE).carriedText())
        .startsWith(
            """
              TO THE TAP FROM THE TAP  TAP DROPPED
                       8            9           10
            """);
    assertThat(report(false, NONE).answeredText())
        .startsWith(
            """
                RECEIVED     ANSWERED
                       0          100
            """);
  }

  @Test
  void queuesAreToldOneByOne() {
    TrafficReport report =
        new TrafficReport(
            "reflect",
            "eth0",
            false,
            COUNTS,
            NONE,
            Map.of(PortCount.RECEIVED, 5L),
            List.of(Map.of(PortCount.RECEIVED, 2L), Map.of(PortCount.RECEIVED, 3L)));

    assertThat(report.json())
        .contains("\"queues\":[{\"queue\":0,\"received\":2,")
        .contains("{\"queue\":1,\"received\":3,");
  }

  @Test
  void allOfItIsALineOfJson() {
    assertThat(report(true, SOME).json())
        .isEqualTo(
            """
            {"schema":1,"type":"ethernet_send","interface":"eth0","seconds":2.0,"sent":100,\
            "sent_bytes":6000,"received":97,"received_bytes":5820,"lost":3,"duplicates":2,\
            "reordered":3,"late":0,"changed":1,"others":5,"answered":7,"to_tap":8,"from_tap":9,\
            "tap_dropped":10,"latency_ns":{"count":99,"min":1000,"mean":2500.5,"p50":2000,\
            "p90":3000,"p99":9000,"p99_9":10000,"max":12345678},"port":{"received":0,\
            "received_bytes":0,"sent":100,"sent_bytes":0,"ring_full":3,"too_short":0,\
            "too_long":0,"cut_off":0,"not_ours":0,"send_full":0,"send_refused":0,"down":1}}
            """);
  }
}
