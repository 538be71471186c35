// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shapes of tests, by the names that they have in the literature. */
public enum Family {
  COWW("CoWW", "two writes of a thread reach memory out of order", "x1", "Wx1 Wx2"),
  COWR("CoWR", "a read does not see the thread's own write", "", "Wx1 Rx0"),
  CORW("CoRW", "a read sees a later write of its thread", "", "Rx1 Wx1"),
  MP("MP", "message passing", "", "Wx1 Wy1", "Ry1 Rx0"),
  SB("SB", "store buffering", "", "Wx1 Ry0", "Wy1 Rx0"),
  LB("LB", "load buffering", "", "Rx1 Wy1", "Ry1 Wx1"),
  S(
      "S",
      "a write that comes after a message is overwritten from before it",
      "x2",
      "Wx2 Wy1",
      "Ry1 Wx1"),
  R("R", "a write loses, and its thread reads what is older", "y2", "Wx1 Wy1", "Wy2 Rx0"),
  W2("2+2W", "two threads write both, and the first writes win", "x1 y1", "Wx1 Wy2", "Wy1 Wx2"),
  CORR("CoRR", "two reads of a thread see a write, and then not", "", "Wx1", "Rx1 Rx0"),
  WRC(
      "WRC",
      "a write is known to one thread, and not to one that hears of it",
      "",
      "Wx1",
      "Rx1 Wy1",
      "Ry1 Rx0"),
  RWC(
      "RWC",
      "a write is known to one thread, and not to another one",
      "",
      "Wx1",
      "Rx1 Ry0",
      "Wy1 Rx0"),
  ISA2("ISA2", "message passing by way of a third thread", "", "Wx1 Wy1", "Ry1 Wz1", "Rz1 Rx0"),
  IRIW(
      "IRIW",
      "two readers see two writes in different orders",
      "",
      "Wx1",
      "Wy1",
      "Rx1 Ry0",
      "Ry1 Rx0");

  private final String title;
  private final String meaning;
  private final String finals;
  private final String threads;

  Family(String title, String meaning, String finals, String... threads) {
    this.title = title;
    this.meaning = meaning;
    this.finals = finals;
    this.threads = String.join("|", threads);
  }

  /** Its name. */
  public String title() {
    return title;
  }

  /** What its outcome shows, in a clause. */
  public String meaning() {
    return meaning;
  }

  /** How many threads it has. */
  public int size() {
    return threads().size();
  }

  List<List<GeneratedAccess>> threads() {
    return Arrays.stream(threads.split("\\|", -1)).map(GeneratedAccess::of).toList();
  }

  /** The values that variables must have at the end. */
  Map<String, Long> finals() {
    Map<String, Long> values = new TreeMap<>();
    for (String last : finals.isEmpty() ? new String[0] : finals.split(" ", -1)) {
      values.put(last.substring(0, 1), Long.parseLong(last.substring(1)));
    }
    return values;
  }

  List<String> variables() {
    return threads().stream()
        .flatMap(List::stream)
        .map(GeneratedAccess::variable)
        .distinct()
        .sorted()
        .toList();
  }
}
