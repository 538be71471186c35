// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Printable;

/**
 * Checks whether the collector runs, and which of the programs that have a device open have {@code
 * librdma_intercept} loaded. Reads /proc only, and asks neither the collector nor any program.
 */
public final class IsolationChecks {
  private static final String LIBRARY = "/librdma_intercept.so";
  private static final String COLLECTOR = "isolation.collector";
  private static final String PROGRAMS = "isolation.programs";

  /** The flags of a listening socket in /proc/net/unix: __SO_ACCEPTCON. */
  private static final String LISTENS = "00010000";

  private static final int FLAGS = 3;
  private static final int PATH = 7;

  /** How many programs are named; the others are counted. */
  private static final int NAMED = 5;

  private final HostFiles host;
  private final String socket;

  /**
   * The checks.
   *
   * @param socket of the collector, an absolute path
   */
  public IsolationChecks(HostFiles host, String socket) {
    this.host = host;
    this.socket = socket;
  }

  /** A process that has a device open. */
  private record Program(String pid, String name, boolean isCounted) {
    String label() {
      return pid + " (" + name + ")";
    }
  }

  public List<Check> all() {
    boolean listens = collectorListens();
    return List.of(collector(listens), preload(), programs(listens));
  }

  private Check collector(boolean listens) {
    if (listens) {
      return Check.ok(COLLECTOR, "the collector listens at " + socket);
    }
    return host.exists(socket)
        ? Check.warning(
            COLLECTOR,
            socket
                + " is there, but nothing in this network namespace listens: programs that require"
                + " the collector can create nothing",
            "Start it (rdma-monitor quota serve), which takes the socket over; quota show tells"
                + " whether it answers.")
        : Check.note(
            COLLECTOR,
            "no collector runs: there is no quota of all programs together",
            "rdma-monitor quota serve, if programs are to share what there is.");
  }

  private boolean collectorListens() {
    return host.text("/proc/net/unix")
        .orElse("")
        .lines()
        .map(line -> line.strip().split("\\s+", PATH + 1))
        .anyMatch(words ->
            words.length > PATH && words[FLAGS].equals(LISTENS) && words[PATH].equals(socket));
  }

  private Check preload() {
    boolean isForAll =
        host.text("/etc/ld.so.preload").orElse("").lines().anyMatch(line -> line.contains(LIBRARY));
    return isForAll
        ? Check.ok(
            "isolation.preload",
            "/etc/ld.so.preload loads librdma_intercept into every program that starts")
        : Check.ok(
            "isolation.preload",
            "librdma_intercept is for programs that are started with LD_PRELOAD");
  }

  private Check programs(boolean listens) {
    List<Program> all = programsWithDevices();
    List<Program> others = all.stream().filter(program -> !program.isCounted()).toList();
    int counted = all.size() - others.size();
    String finding =
        "%d of %d programs that have a device open have librdma_intercept loaded"
            .formatted(counted, all.size());
    if (all.isEmpty()) {
      return Check.ok(PROGRAMS, "no program that can be looked at from here has a device open");
    }
    if (others.isEmpty() || !(listens || counted > 0)) {
      return Check.ok(PROGRAMS, finding);
    }
    String names =
        others.stream().limit(NAMED).map(Program::label).collect(Collectors.joining(", "));
    int more = others.size() - NAMED;
    return Check.warning(
        PROGRAMS,
        finding + "; not: " + names + (more > 0 ? " and %d more".formatted(more) : ""),
        "Nothing counts or limits what those create but the kernel (rdma.max, or rdma-monitor"
            + " --enforce); start them with LD_PRELOAD.");
  }

  private List<Program> programsWithDevices() {
    List<Program> result = new ArrayList<>();
    for (String pid : host.names("/proc")) {
      if (Character.isDigit(pid.charAt(0)) && hasDevice(pid)) {
        result.add(
            new Program(
                pid,
                Printable.of(host.text("/proc/" + pid + "/comm").orElse("?")),
                host.text("/proc/" + pid + "/maps").orElse("").contains(LIBRARY)));
      }
    }
    return result;
  }

  private boolean hasDevice(String pid) {
    String directory = "/proc/" + pid + "/fd";
    return host.names(directory).stream()
        .anyMatch(fd -> target(directory + "/" + fd).startsWith("/dev/infiniband/uverbs"));
  }

  private String target(String link) {
    try {
      return Files.readSymbolicLink(host.path(link)).toString();
    } catch (IOException | UnsupportedOperationException gone) {
      return "";
    }
  }
}
