// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.nio.file.Path;

/** The installed files of this program. */
final class Distribution {
  /** The directory with bin, lib and man; set by the launcher. */
  private static final String HOME = "rdma-monitor.home";

  private Distribution() {}

  /** The programs for the kernel. */
  static Path bpfObject() {
    return Path.of(System.getProperty(HOME, "."), "lib", "rdma_monitor.bpf.o").normalize();
  }
}
