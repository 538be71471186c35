// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.fleet.prometheus.ResponseParser.Point;

class ResponseParserTest {
  private final List<Map<String, String>> labels = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();

  @Test
  void seriesAreReadAndWhatIsNotKnownIsPassedOver() throws IOException {
    List<String> warnings =
        series(
            """
            {"status":"success","isPartial":false,"data":{"resultType":"vector","stats":{"a":[1]},
             "result":[{"metric":{"a":"b","c":"d"},"histogram":[1,{}],"value":[1748779200.5,"-1.5e+06"]},
                       {"metric":{},"value":[3,"NaN"]}]},"warnings":["w"],"infos":["i"]}\
            """);

    assertThat(warnings).containsExactly("w");
    assertThat(labels).containsExactly(Map.of("a", "b", "c", "d"), Map.of());
    assertThat(points).first().isEqualTo(new Point(1748779200.5, -1.5e6));
    assertThat(points.getLast().value()).isNaN();
  }

  @Test
  void longNamesAreCut() throws IOException {
    series(
        """
        {"status":"success","data":{"result":[{"metric":{"a":"%s"},"value":[1,"+Inf"]}]}}\
        """
            .formatted("x".repeat(5000)));

    assertThat(labels.getFirst().get("a")).isEqualTo("x".repeat(256) + "...");
  }

  @Test
  void anErrorIsTold() {
    assertThatExceptionOfType(PrometheusException.class)
        .isThrownBy(() ->
            series(
                "{\"status\":\"error\",\"errorType\":\"x\",\"error\":\"no\\u001b[2J\",\"data\":null}"))
        .withMessage("no\\x1b[2J");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html>",
        "[]",
        "{\"status\":\"success\",\"data\":{\"result\":7}}",
        "{\"status\":\"success\",\"data\":{\"result\":[[]]}}",
        "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"a\":1}}]}}",
        "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1,2]}]}}",
        "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1,\"0x1p3\"]}]}}",
        "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1,\"1\",2]}]}}",
        "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1,\"1\"]}",
        "{\"status\":\"well\"}",
        "{\"status\":\"success\",\"data\":{\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]}}",
      })
  void whatIsNoAnswerIsRefused(String text) {
    assertThatExceptionOfType(PrometheusException.class).isThrownBy(() -> series(text));
  }

  @Test
  void moreThanTheBoundIsNotRead() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return ' ';
          }
        };

    assertThatExceptionOfType(PrometheusException.class)
        .isThrownBy(() -> ResponseParser.series(new BoundedBody(endless, 1 << 20), (l, p) -> true))
        .withMessage("an answer is larger than 1 MiB");
  }

  private List<String> series(String text) throws PrometheusException {
    return ResponseParser.series(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        (l, p) -> {
          labels.add(l);
          points.addAll(p);
          return true;
        });
  }
}
