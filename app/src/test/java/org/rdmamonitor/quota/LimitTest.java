// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.limits.Rule;

class LimitTest {
  @ParameterizedTest
  @CsvSource({
    "qp=1000, qp=1000",
    "'*:mr-bytes=8G', *:mr-bytes=8589934592",
    "mr-bytes=1k, mr-bytes=1024",
    "/:cq=0, /:cq=0",
    "'/a b/c=d:e:qp = 5', /a b/c=d:e:qp=5",
    "/x:mr=unlimited, /x:mr=unlimited",
    "qp=none, qp=0",
    "*:mr-bytes=none, *:mr-bytes=0",
    "QP_COUNT=7, qp=7",
    "*:CQ_COUNT=7, *:cq=7",
    "/a b:MR_COUNT=unlimited, /a b:mr=unlimited",
    "process:MR_BYTES=8G, process:mr-bytes=8589934592",
    "/x:CALLS=none, /x:calls=0",
  })
  void isReadAndWritten(String text, String written) {
    Limit limit = Limit.parse(text).orElseThrow();

    assertThat(limit.text()).isEqualTo(written);
    assertThat(Limit.parse(written)).contains(limit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "=",
        "qp",
        "qp=",
        "qp=-1",
        "qp=1K",
        "qq=1",
        "a:qp=1",
        "/a/:qp=1",
        "//:qp=1",
        "::qp=1",
        "mr-bytes=9223372036854775807",
        "mr-bytes=99999999T",
        "qp=1 2",
        "*:=1",
        "qp=٣",
        "process:calls=1",
        "process:CALLS=1",
        "qp_count=1",
        "PD_COUNT=1",
        "QP_COUNT=1K",
        "qp=None",
        "calls=1K",
        "mr-bytes=64MG",
        "mr-bytes=1KMGT",
        "mr-bytes=64MB",
        "mr-bytes=64GiB",
        "mr-bytes=8388608T"
      })
  void anythingElseIsNoLimit(String text) {
    assertThat(Limit.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mr-bytes=64MG   | mr-bytes=8G, a whole number and behind it nothing or one of K, M, G, T",
        "/a:mr-bytes=1TB | /a:mr-bytes=8G, a whole number and behind it nothing or one of K, M, G,"
            + " T",
        "qp=1K           | qp=1000",
        "qq=1            | qp=1000",
        "qp              | qp=1000",
      })
  void whatWouldBeRightIsTold(String text, String right) {
    assertThat(Limit.parse(text)).isEmpty();
    assertThat(Limit.example(text)).isEqualTo(right);
  }

  @Test
  void laterOnesReplaceEarlierOnes() {
    QuotaLimits limits =
        QuotaLimits.NONE
            .with(java.util.List.of(Limit.parse("qp=1").orElseThrow()))
            .with(java.util.List.of(Limit.parse("qp=2").orElseThrow()));

    assertThat(limits.all()).extracting(Limit::text).containsExactly("qp=2");
  }

  /** What the collector limits has the names that it has in the monitor's config.txt too. */
  @Test
  void everyResourceHasTheNameOfARule() {
    assertThat(Rule.every().stream().map(Rule::name).map(Resource::of).flatMap(Optional::stream))
        .containsExactlyInAnyOrder(Resource.values());
  }
}
