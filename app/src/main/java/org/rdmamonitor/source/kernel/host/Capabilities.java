// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The effective capabilities of this process (capabilities(7)).
 *
 * @param bits by number (uapi/linux/capability.h)
 */
public record Capabilities(long bits) {
  /** The capabilities that some work of this program needs. */
  public enum Capability {
    /** Keys and addresses of memory regions in netlink's lists. */
    CAP_NET_ADMIN(12),
    /** Everything that the others permit, type information of modules, run statistics. */
    CAP_SYS_ADMIN(21),
    /** Probes. */
    CAP_PERFMON(38),
    /** Maps and programs. */
    CAP_BPF(39);

    private final int number;

    Capability(int number) {
      this.number = number;
    }
  }

  /** The capabilities of this process; none if they cannot be read. */
  public static Capabilities effective() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return new Capabilities(
          lines
              .filter(line -> line.startsWith("CapEff:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
              .findFirst()
              .orElse(0));
    } catch (IOException | UncheckedIOException unreadable) {
      return new Capabilities(0);
    }
  }

  /** Whether it has this one. */
  public boolean has(Capability capability) {
    return ((bits >>> capability.number) & 1) != 0;
  }

  /**
   * Whether the process may do what this one allows; CAP_SYS_ADMIN includes those split off from
   * it.
   */
  public boolean allows(Capability capability) {
    return has(capability)
        || (capability != Capability.CAP_NET_ADMIN && has(Capability.CAP_SYS_ADMIN));
  }
}
