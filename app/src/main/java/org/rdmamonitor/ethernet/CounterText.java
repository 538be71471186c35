// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.nativelib.ethernet.LoopCounts;
import org.rdmamonitor.nativelib.ethernet.PortCount;

/**
 * The counts of a port as text for a monitor: one line for the format's version, one for each fact,
 * one for the port, one for each queue, and a last line that shows the text to be whole. Counts
 * that are 0 are left out. In names, each byte other than {@code A-Za-z0-9._:-} is written as
 * {@code %} and two hexadecimal digits, so they contain neither spaces nor line ends.
 */
final class CounterText {
  private static final String FORMAT = "rdma-ethernet counters 1\n";
  private static final String END = "end\n";

  private CounterText() {}

  static String of(
      CounterFile.Subject of,
      Instant time,
      List<LoopCounts> loops,
      List<Map<PortCount, Long>> queues,
      Map<PortCount, Long> port) {
    StringBuilder text = new StringBuilder(FORMAT);
    fact(text, "time", time.toString());
    fact(text, "interface", of.name());
    fact(text, "host_interface", of.hostInterface());
    fact(text, "device", of.device());
    fact(text, "mode", of.mode().label());
    fact(text, "mac", of.mac().toString());
    counts(text, "port", port, loops.stream().reduce(LoopCounts::plus).orElseThrow());
    for (int i = 0; i < queues.size(); i++) {
      counts(text, "queue " + i, queues.get(i), loops.get(i));
    }
    return text.append(END).toString();
  }

  private static void fact(StringBuilder to, String key, String value) {
    to.append(key).append(' ').append(encoded(value)).append('\n');
  }

  private static void counts(
      StringBuilder to, String of, Map<PortCount, Long> counts, LoopCounts loop) {
    List<String> words = new ArrayList<>(List.of(of));
    for (PortCount count : PortCount.values()) {
      add(words, count.key(), counts.getOrDefault(count, 0L));
    }
    add(words, "to_tap", loop.relayedIn());
    add(words, "from_tap", loop.relayedOut());
    add(words, "tap_dropped", loop.tapDropped());
    to.append(String.join(" ", words)).append('\n');
  }

  private static void add(List<String> words, String key, long value) {
    if (value != 0) {
      words.add(key);
      words.add(Long.toString(value));
    }
  }

  private static String encoded(String name) {
    StringBuilder text = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) Byte.toUnsignedInt(b);
      boolean isPlain =
          (c >= 'A' && c <= 'Z')
              || (c >= 'a' && c <= 'z')
              || (c >= '0' && c <= '9')
              || "._:-".indexOf(c) >= 0;
      text.append(isPlain ? Character.toString(c) : "%%%02x".formatted((int) c));
    }
    return text.toString();
  }
}
