// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Resource;

/**
 * Leases as lines of text, each with a checksum in front. Of a process and a cgroup the last line
 * counts; if its amounts are 0, there is no lease any more.
 */
final class LeaseLines {
  private static final String FORMAT = "rdma-monitor leases 2 ";

  /** Without entries of completion queues. */
  private static final String FIRST_FORMAT = "rdma-monitor leases 1 ";

  private static final int CHECKSUM_DIGITS = 8;
  private static final List<Resource> COUNTS = Resource.HELD;
  private static final List<Resource> FIRST_COUNTS =
      List.of(Resource.QP, Resource.CQ, Resource.MR, Resource.MR_BYTES);

  /** Before the counts: pid, start and user. */
  private static final int FIELDS = 3;

  private LeaseLines() {}

  /**
   * The contents of a file.
   *
   * @param complaint about lines that cannot be read; not about the last one, which a collector
   *     that was killed may not have finished, and whose request it did not answer
   */
  record Content(List<Lease> leases, Optional<String> complaint) {}

  static String header(String boot) {
    return checked(FORMAT + boot);
  }

  static String line(Lease lease) {
    Amounts amounts = lease.amounts();
    ProcessKey process = lease.process();
    String counts =
        COUNTS.stream()
            .map(resource -> Long.toString(amounts.of(resource)))
            .collect(Collectors.joining(" "));
    String payload =
        process.pid()
            + " "
            + process.start()
            + " "
            + lease.uid()
            + " "
            + counts
            + " "
            + lease.cgroup();
    return checked(payload);
  }

  private static String checked(String payload) {
    return checksum(payload) + " " + payload + "\n";
  }

  private static String checksum(String payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  static Content read(byte[] bytes, String boot) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    lines.removeLast(); // what comes after the last end of a line
    if (lines.isEmpty()) {
      return new Content(
          List.of(), Optional.of("1: the file is empty, and so no lease is taken over"));
    }
    Optional<String> header = payload(lines.removeFirst());
    boolean isFirst = header.isPresent() && header.get().startsWith(FIRST_FORMAT);
    if (header.isEmpty() || !(isFirst || header.get().startsWith(FORMAT))) {
      return new Content(
          List.of(), Optional.of("1: this is no file of leases, and so none is taken over"));
    }
    return header.get().equals((isFirst ? FIRST_FORMAT : FORMAT) + boot)
        ? leases(lines, isFirst ? FIRST_COUNTS : COUNTS)
        : new Content(List.of(), Optional.empty()); // no process of another boot exists any more
  }

  private static Content leases(List<String> lines, List<Resource> counts) {
    Map<List<Object>, Lease> leases = new LinkedHashMap<>();
    List<Integer> broken = new ArrayList<>();
    int number = 1; // of the header
    for (String line : lines) {
      number++;
      Optional<Lease> lease = payload(line).flatMap(payload -> lease(payload, counts));
      if (lease.isEmpty()) {
        broken.add(number);
        continue;
      }
      List<Object> holder = List.of(lease.get().process(), lease.get().cgroup());
      if (lease.get().amounts().isNone()) {
        leases.remove(holder);
      } else {
        leases.put(holder, lease.get());
      }
    }
    return new Content(
        List.copyOf(leases.values()),
        broken.isEmpty()
            ? Optional.empty()
            : Optional.of(
                "%d: this line is damaged, and %d more; leases may be missing"
                    .formatted(broken.getFirst(), broken.size() - 1)));
  }

  private static Optional<String> payload(String line) {
    if (line.length() <= CHECKSUM_DIGITS + 1) {
      return Optional.empty();
    }
    String payload = line.substring(CHECKSUM_DIGITS + 1);
    return line.startsWith(checksum(payload) + " ") ? Optional.of(payload) : Optional.empty();
  }

  private static Optional<Lease> lease(String payload, List<Resource> counts) {
    int cgroup = FIELDS + counts.size();
    String[] fields = payload.split(" ", cgroup + 1);
    if (fields.length <= cgroup) {
      return Optional.empty();
    }
    try {
      Amounts amounts = Amounts.NONE;
      for (int i = 0; i < counts.size(); i++) {
        amounts = amounts.plus(Amounts.of(counts.get(i), Long.parseLong(fields[FIELDS + i])));
      }
      return Optional.of(
          new Lease(
              new ProcessKey(Integer.parseInt(fields[0]), Long.parseLong(fields[1])),
              Integer.parseInt(fields[2]),
              fields[cgroup],
              amounts));
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }
}
