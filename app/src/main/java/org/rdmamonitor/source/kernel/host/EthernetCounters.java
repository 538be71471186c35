// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.model.ethernet.EthernetInterface;

/**
 * Parses the text in which {@code rdma-secure ethernet create} reports its counters, which
 * rdma-ethernet(1) describes. Unknown keys are ignored, so that a later version may add some.
 */
final class EthernetCounters {
  private static final String FORMAT = "rdma-ethernet counters 1";
  private static final String END = "end";

  /** As many as a port can have. */
  static final int MOST_QUEUES = 16;

  /** IFNAMSIZ of the kernel, without the byte that ends a name. */
  private static final int INTERFACE_BYTES = 15;

  /** The same by IB_DEVICE_NAME_MAX. */
  private static final int DEVICE_BYTES = 63;

  private static final Pattern MODE = Pattern.compile("[a-z]{1,16}");
  private static final Pattern MAC = Pattern.compile("(?:[0-9a-f]{2}:){5}[0-9a-f]{2}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern ENCODED = Pattern.compile("(?:[A-Za-z0-9._:-]|%[0-9a-f]{2})*");

  private final Map<String, String> facts = new HashMap<>();
  private final List<Map<EthernetCount, Long>> queues = new ArrayList<>();
  private Map<EthernetCount, Long> port = Map.of();

  /** What is wrong with a text, as the end of a sentence. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    Malformed(String what) {
      super(what);
    }
  }

  private EthernetCounters() {}

  /**
   * Parses a text.
   *
   * @throws Malformed if it is not of this form, or incomplete
   */
  static EthernetInterface read(byte[] bytes, EthernetInterface.Owner process) throws Malformed {
    // A valid text is all ASCII; other characters match nothing.
    List<String> lines = new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
    if (lines.isEmpty() || !lines.getFirst().equals(FORMAT)) {
      throw new Malformed("does not begin with '%s'".formatted(FORMAT));
    }
    if (!lines.getLast().equals(END)) {
      throw new Malformed("is cut off: its last line is not '%s'".formatted(END));
    }
    EthernetCounters counters = new EthernetCounters();
    for (int i = 1; i < lines.size() - 1; i++) {
      if (!counters.take(lines.get(i))) {
        throw new Malformed("is wrong in line %d".formatted(i + 1));
      }
    }
    return counters.made(process);
  }

  private boolean take(String line) {
    String[] words = line.split(" ", -1);
    if (words[0].equals("port")) {
      Optional<Map<EthernetCount, Long>> counts = counts(words, 1);
      port = counts.orElse(Map.of());
      return counts.isPresent();
    }
    if (words[0].equals("queue")) {
      boolean isNext =
          queues.size() < MOST_QUEUES
              && words.length > 1
              && words[1].equals(Integer.toString(queues.size()));
      Optional<Map<EthernetCount, Long>> counts = isNext ? counts(words, 2) : Optional.empty();
      counts.ifPresent(queues::add);
      return counts.isPresent();
    }
    return words.length == 2
        && ENCODED.matcher(words[1]).matches()
        && facts.put(words[0], words[1]) == null;
  }

  private static Optional<Map<EthernetCount, Long>> counts(String[] words, int from) {
    Map<EthernetCount, Long> counts = new EnumMap<>(EthernetCount.class);
    if ((words.length - from) % 2 != 0) {
      return Optional.empty();
    }
    for (int i = from; i < words.length; i += 2) {
      if (!NUMBER.matcher(words[i + 1]).matches()) {
        return Optional.empty();
      }
      long value = Long.parseLong(words[i + 1]);
      EthernetCount.of(words[i]).ifPresent(count -> counts.put(count, value));
    }
    return Optional.of(counts);
  }

  private EthernetInterface made(EthernetInterface.Owner process) throws Malformed {
    String host = name("host_interface", INTERFACE_BYTES);
    if (host.isEmpty()) {
      throw new Malformed("names no host_interface");
    }
    return new EthernetInterface(
        name("interface", INTERFACE_BYTES),
        host,
        name("device", DEVICE_BYTES),
        matching("mode", MODE),
        matching("mac", MAC),
        process,
        time(),
        queues,
        port);
  }

  private Instant time() throws Malformed {
    try {
      return Instant.parse(facts.getOrDefault("time", ""));
    } catch (DateTimeException e) {
      throw new Malformed("has no time");
    }
  }

  private String matching(String key, Pattern pattern) throws Malformed {
    String value = facts.getOrDefault(key, "");
    if (!pattern.matcher(value).matches()) {
      throw new Malformed("has no %s".formatted(key));
    }
    return value;
  }

  /** A name as the kernel would allow it. */
  private String name(String key, int most) throws Malformed {
    byte[] bytes = decoded(facts.getOrDefault(key, ""));
    try {
      String name = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (bytes.length <= most && name.indexOf('/') < 0 && name.indexOf('\0') < 0) {
        return name;
      }
    } catch (CharacterCodingException e) {
      throw new Malformed("has a %s that is no text".formatted(key));
    }
    throw new Malformed(
        "has a %s that cannot be one: of more than %d bytes, or with a / or NUL"
            .formatted(key, most));
  }

  private static byte[] decoded(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher sign = Pattern.compile("%([0-9a-f]{2})|(.)").matcher(text);
    while (sign.find()) {
      bytes.write(
          sign.group(1) == null ? sign.group(2).charAt(0) : Integer.parseInt(sign.group(1), 16));
    }
    return bytes.toByteArray();
  }
}
