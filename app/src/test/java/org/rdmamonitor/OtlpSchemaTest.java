// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the tests' receiver of log records would notice what is wrong. */
class OtlpSchemaTest {
  private static final String RIGHT =
      """
      {"resourceLogs":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"a"}}]},
      "scopeLogs":[{"scope":{"name":"s"},"logRecords":[{"timeUnixNano":"1","observedTimeUnixNano":"2",
      "severityNumber":9,"body":{"stringValue":"b"},"eventName":"e","traceId":
      "5b8efff798038103d269b633813fc60c","attributes":[{"key":"n","value":{"intValue":"-7"}},
      {"key":"l","value":{"arrayValue":{"values":[{"stringValue":"x"}]}}}]}]}]}]}
      """;

  @Test
  void whatIsRightIsRead() {
    assertThat(OtlpSchema.records(RIGHT.getBytes(StandardCharsets.UTF_8)))
        .singleElement()
        .satisfies(record -> {
          assertThat(record.attributes()).containsEntry("n", -7L).containsKey("l");
          assertThat(record.resource()).containsEntry("host.name", "a");
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"timeUnixNano\":\"1\"    | \"timeUnixNano\":1                    | timeUnixNano",
        "\"timeUnixNano\":\"1\"    | \"timeUnixNano\":\"-1\"               | timeUnixNano",
        "timeUnixNano              | time_unix_nano                        | time_unix_nano",
        "\"severityNumber\":9      | \"severityNumber\":\"INFO\"           | severityNumber",
        "\"severityNumber\":9      | \"severityNumber\":25                 | severityNumber",
        "\"severityNumber\":9      | \"severityNumber\":9,\"color\":\"r\"  | color",
        "\"intValue\":\"-7\"       | \"intValue\":-7                       | intValue",
        "\"intValue\":\"-7\"       | \"intValue\":\"-7\",\"boolValue\":true | value",
        "\"intValue\":\"-7\"       | \"longValue\":\"-7\"                  | longValue",
        "5b8efff798038103d2        | not hex, but base64                   | traceId",
        "\"key\":\"l\"             | \"key\":\"n\"                         | n",
        "\"key\":\"l\"             | \"key\":\"rq-psn\"                    | rq-psn",
        "\"scope\":{\"name\":\"s\"}, | ``                                  | scope",
      })
  void whatIsWrongIsTold(String right, String wrong, String where) {
    String request = RIGHT.replace(right, wrong);

    assertThat(request).isNotEqualTo(RIGHT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OtlpSchema.records(request.getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining(where);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"severityNumber\":9      | \"severityNumber\":9,\"color\":\"r\"",
        "\"severityNumber\":9      | \"severityNumber\":\"INFO\"",
        "\"intValue\":\"-7\"       | \"longValue\":\"-7\"",
        "\"timeUnixNano\":\"1\"    | \"timeUnixNano\":\"-1\"",
      })
  void theProtocolsOwnDefinitionsSayTheSame(String right, String wrong) {
    assertThat(OtlpSchema.defined(RIGHT.getBytes(StandardCharsets.UTF_8)).getResourceLogsCount())
        .isOne();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> OtlpSchema.defined(RIGHT.replace(right, wrong).getBytes(StandardCharsets.UTF_8)));
  }
}
