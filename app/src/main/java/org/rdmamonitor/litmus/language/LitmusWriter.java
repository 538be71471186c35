// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes tests as files that {@link LitmusParser} reads. */
public final class LitmusWriter {
  private LitmusWriter() {}

  /** The text of a file, which ends with a newline. */
  public static String text(LitmusTest test) {
    StringBuilder text = new StringBuilder("RDMA " + test.name() + "\n");
    if (!test.comment().isEmpty()) {
      text.append('"').append(test.comment()).append("\"\n");
    }
    new TreeMap<>(test.information())
        .forEach((key, value) -> text.append(key + "=" + value + "\n"));
    text.append("{\n");
    test.locations().forEach(location -> text.append(" " + location(location) + "\n"));
    text.append("}\n");
    program(text, test.threads());
    if (!test.shown().isEmpty()) {
      text.append(
          test.shown().stream()
              .map(Operand::toString)
              .collect(Collectors.joining("; ", "locations [", ";]\n")));
    }
    return text.append(condition(test)).append('\n').toString();
  }

  /** {@code exists (z=1)}, as in files and in reports. */
  public static String condition(LitmusTest test) {
    return test.quantifier().keyword() + " (" + test.condition() + ")";
  }

  private static String location(Location location) {
    return location.name()
        + "@"
        + location.node()
        + (location.value() == 0 ? "" : " = " + location.value())
        + ";";
  }

  private static void program(StringBuilder text, List<ThreadCode> threads) {
    List<List<String>> columns = threads.stream().map(LitmusWriter::column).toList();
    int rows = columns.stream().mapToInt(List::size).max().orElse(0);
    List<Integer> widths =
        columns.stream()
            .map(column -> column.stream().mapToInt(String::length).max().orElse(0))
            .toList();
    for (int row = 0; row < rows; row++) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        String cell = row < columns.get(i).size() ? columns.get(i).get(row) : "";
        cells.add(cell + " ".repeat(widths.get(i) - cell.length()));
      }
      text.append(" ").append(String.join(" | ", cells)).append(" ;\n");
    }
  }

  private static List<String> column(ThreadCode thread) {
    List<String> cells = new ArrayList<>();
    cells.add(thread.toString());
    thread.instructions().forEach(instruction -> cells.add(instruction.toString()));
    return cells;
  }
}
