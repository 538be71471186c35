// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.quota.QuotaLimits;

/**
 * How a collector serves.
 *
 * @param socket where it listens
 * @param group who may connect; anybody if it is empty
 * @param leases the file that keeps leases for the next collector
 * @param limitsFile the file that limits are saved to
 * @param limits those that apply at first
 * @param perUser connections of one user, from 1
 * @param connections of all users, from 1
 * @param idle for how long a connection may be silent
 * @param administrators users who may change limits
 * @param reconcile how often the kernel's objects are counted
 * @param inFlight for how long after a grant its object may not have been made yet
 */
public record CollectorSettings(
    Path socket,
    Optional<String> group,
    Path leases,
    Path limitsFile,
    QuotaLimits limits,
    int perUser,
    int connections,
    Duration idle,
    Set<Integer> administrators,
    Duration reconcile,
    Duration inFlight) {
  /** Where clients look for the collector. */
  public static final Path SOCKET = Path.of("/run/rdma-monitor/collector.sock");

  /** Where limits are saved that last beyond a reboot. */
  public static final Path LIMITS_FILE = Path.of("/var/lib/rdma-monitor/limits.txt");

  public static final int PER_USER = 1024;
  public static final int CONNECTIONS = 4096;
  public static final Duration IDLE = Duration.ofMinutes(1);
  public static final Duration RECONCILE = Duration.ofSeconds(5);
  public static final Duration IN_FLIGHT = Duration.ofSeconds(30);
  public static final int ROOT = 0;

  public CollectorSettings {
    administrators = Set.copyOf(administrators);
  }

  /** The file of leases that belongs to a socket: {@code collector.leases}, beside it. */
  public static Path leasesOf(Path socket) {
    String name = String.valueOf(socket.getFileName());
    return socket.resolveSibling(name.replaceFirst("\\.sock$", "") + ".leases");
  }
}
