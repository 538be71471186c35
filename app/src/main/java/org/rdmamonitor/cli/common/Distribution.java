// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.nio.file.Path;

/** The installed files of this program. */
public final class Distribution {
  /** The directory with bin, lib and man; set by the launcher. */
  private static final String HOME = "rdma-monitor.home";

  private Distribution() {}

  /** The programs for the kernel. */
  public static Path bpfObject() {
    return library("rdma_monitor.bpf.o");
  }

  /** The library through which verbs are called. */
  public static Path verbsLibrary() {
    return library("librdmamonitor_verbs.so");
  }

  /** The library of Ethernet frames. */
  public static Path ethernetLibrary() {
    return library("librdmamonitor_ethernet.so");
  }

  private static Path library(String file) {
    return Path.of(System.getProperty(HOME, "."), "lib", file).normalize();
  }
}
