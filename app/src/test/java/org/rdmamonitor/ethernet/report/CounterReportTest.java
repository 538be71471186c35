// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;

class CounterReportTest {
  private static final CounterReport REPORT =
      new CounterReport(
          "eth0",
          12,
          List.of(loop(7, 5, 0), loop(1, 0, 2)),
          List.of(
              Map.of(PortCount.RECEIVED, 9L, PortCount.SENT, 5L, PortCount.TOO_LONG, 2L),
              Map.of(PortCount.RECEIVED, 3L)),
          Map.of(
              PortCount.RECEIVED,
              12L,
              PortCount.SENT,
              5L,
              PortCount.TOO_LONG,
              2L,
              PortCount.RING_FULL,
              4L));

  private static LoopCounts loop(long in, long out, long dropped) {
    return new LoopCounts(1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, in, out, dropped);
  }

  @Test
  void eachQueueHasALineAndAllOfThemOne() {
    assertThat(CounterReport.heading() + REPORT.text())
        .isEqualTo(
            """
              SECONDS QUEUE     RECEIVED         SENT   TO THE TAP FROM THE TAP  DROPPED
                   12     0            9            5            7            5  2 too_long
                   12     1            3            0            1            0  2 tap_dropped
                   12   all           12            5            8            5  4 ring_full, 2 too_long, 2 tap_dropped
            """);
  }

  @Test
  void allOfItIsALineOfJson() {
    assertThat(REPORT.json())
        .startsWith(
            """
            {"schema":1,"type":"ethernet_counters","interface":"eth0","seconds":12.0,"queues":[\
            {"queue":0,"to_tap":7,"from_tap":5,"tap_dropped":0,"received":9,"received_bytes":0,\
            "sent":5,\
            """)
        .contains("{\"queue\":1,\"to_tap\":1,\"from_tap\":0,\"tap_dropped\":2,\"received\":3,")
        .contains("\"port\":{\"received\":12,\"received_bytes\":0,\"sent\":5,\"sent_bytes\":0,")
        .contains("\"ring_full\":4,")
        .endsWith("}}\n");
  }
}
