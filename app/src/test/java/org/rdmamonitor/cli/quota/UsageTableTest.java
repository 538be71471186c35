// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;

class UsageTableTest {
  private static Limit limit(String text) {
    return Limit.parse(text).orElseThrow();
  }

  private static final Amounts IN_STEP =
      Holdings.amounts(7, 0, 2, 1 << 20).plus(Amounts.queue(255));

  private static Usage.OfProcess process(int pid, Amounts granted, Amounts uncovered) {
    return new Usage.OfProcess(
        new ProcessKey(pid, 1), 1000, "a\tpp", "/job/step", granted, uncovered);
  }

  @Test
  void limitsAndHoldersStandInColumns() {
    Usage usage =
        new Usage(
            QuotaLimits.of(
                List.of(
                    limit("qp=100"),
                    limit("*:mr-bytes=2G"),
                    limit("/job:qp=10"),
                    limit("/job:calls=50"),
                    limit("process:qp=5"),
                    limit("cq-entries=512"))),
            IN_STEP,
            21,
            Holdings.amounts(2, 0, 0, 0),
            List.of(
                new Usage.OfCgroup("/job", Amounts.NONE, IN_STEP, 20),
                new Usage.OfCgroup("/job/step", IN_STEP, IN_STEP, 20)),
            List.of(
                process(10, Amounts.ONE_QP, Amounts.NONE),
                process(
                    11, IN_STEP.minus(Amounts.of(Resource.QP, 3)), Holdings.amounts(2, 0, 0, 0))),
            9,
            4);

    assertThat(UsageTable.of(usage, Resource.QP))
        .isEqualTo(
            """
            USED/LIMIT            QP  CQ  MR  MEMORY  CQ ENTRIES  CALLS/S
            host               7/100   1   2      1M     255/512       21
            /job/step              7   1   2   1M/2G         255       20
            /job                7/10   1   2    0/2G         255    20/50
            each other cgroup                    /2G
            each process          /5

            PID  USER  NAME     CGROUP     QP  CQ  MR  MEMORY  CQ ENTRIES  NOT GRANTED
            11   1000  a\\x09pp  /job/step   6   1   2      1M         255         2 QP
            10   1000  a\\x09pp  /job/step   1   0   0       0           0            -

            Requests: 9 granted, 4 refused
            """);
  }
}
