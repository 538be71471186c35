// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanvasTest {
  @Test
  void whatDoesNotFitIsCutOff() {
    Canvas canvas = new Canvas(6, 2);
    canvas.all().put(3, 0, "abcdef", Style.TEXT);
    canvas.all().put(0, 2, "below", Style.TEXT);
    canvas.all().part(1, 1, 2, 9).put(0, 0, "xyz", Style.TEXT);

    assertThat(canvas.text()).isEqualTo("   abc\n xy\n");
  }

  @Test
  void wideLettersTakeTwoCells() {
    Canvas canvas = new Canvas(6, 1);
    int end = canvas.all().put(0, 0, "日本語x", Style.TEXT);

    assertThat(end).isEqualTo(6);
    assertThat(canvas.text()).isEqualTo("日本語\n");
    assertThat(canvas.sign(1, 0)).isEqualTo(Canvas.CONTINUED);
  }

  @Test
  void signsThatMayTakeAnyRoomAreReplaced() {
    Canvas canvas = new Canvas(8, 1);
    canvas.all().put(0, 0, "a\uD83D\uDE00e\u0301b", Style.TEXT);

    assertThat(canvas.text()).isEqualTo("a?e?b\n");
  }

  @ParameterizedTest
  @CsvSource({
    "abcdef, 6, abcdef, abcdef",
    "abcdef, 5, abcd~, ~cdef",
    "abcdef, 1, ~, ~",
    "abcdef, 0, '', ''",
    "日本語, 5, 日本~, ~本語",
    "日本語, 4, 日~, ~語",
  })
  void textIsShortened(String text, int width, String head, String end) {
    assertThat(Cells.fit(text, width, "~")).isEqualTo(head);
    assertThat(Cells.fitEnd(text, width, "~")).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "0;0;0, 3, '   '",
    "1;2;4;8, 4, .:=#",
    "1;2;4;8, 2, =#",
    "5, 3, '  #'",
    "0;0.001;1000, 3, ' .#'",
  })
  void sparklines(String values, int width, String line) {
    double[] numbers =
        Arrays.stream(values.split(";", -1)).mapToDouble(Double::parseDouble).toArray();

    assertThat(Glyphs.ASCII.sparkline(numbers, width)).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource({"0, ....", "0.0001, #...", "0.5, ##..", "0.99, ####", "1.7, ####"})
  void gauges(double part, String gauge) {
    assertThat(Glyphs.ASCII.gauge(part, 4)).isEqualTo(gauge);
  }
}
