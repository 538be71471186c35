// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.Usage;

class UsageJsonTest {
  @Test
  void whatIsWrittenIsRead() {
    Usage usage =
        new Usage(
            QuotaLimits.of(
                List.of(
                    Limit.parse("qp=5").orElseThrow(),
                    Limit.parse("/a \"b\":mr-bytes=unlimited").orElseThrow())),
            Holdings.amounts(1, 2, 3, 4).plus(Amounts.of(Resource.CQ_ENTRIES, 5)),
            12,
            Holdings.amounts(0, 1, 0, 0),
            List.of(new Usage.OfCgroup("/a \"b\"", Amounts.ONE_QP, Holdings.ONE_CQ, 13)),
            List.of(
                new Usage.OfProcess(
                    new ProcessKey(7, 99),
                    1000,
                    "a\nb",
                    "/",
                    Amounts.region(Long.MAX_VALUE),
                    Amounts.NONE)),
            10,
            11);

    String line = UsageJson.write(usage);
    Usage read = UsageJson.read(line);

    assertThat(line).doesNotContain("\n").startsWith("{\"schema\":1,\"type\":\"quota\",");
    assertThat(line).contains("{\"qp\":1,\"cq\":2,\"mr\":3,\"mr_bytes\":4,\"cq_entries\":5}");
    assertThat(UsageJson.write(read)).isEqualTo(line);
    assertThat(read.processes()).isEqualTo(usage.processes());
    assertThat(read.cgroups()).isEqualTo(usage.cgroups());
    assertThat(read.limits().all()).isEqualTo(usage.limits().all());
    assertThat(read.calls()).isEqualTo(12);
    assertThat(read.refused()).isEqualTo(11);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Error: Unknown request", "{", "{}", "[1]", "{\"type\":\"quota\"}"})
  void otherAnswersAreNotUsage(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> UsageJson.read(line));
  }
}
