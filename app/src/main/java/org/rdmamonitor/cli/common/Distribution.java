// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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

  /**
   * Where librdma_intercept is: in an archive beside the rest, and installed by a package where the
   * dynamic linker looks. Those that exist; several names may be one file's.
   */
  public static List<Path> interceptLibraries() {
    String file = "librdma_intercept.so";
    String processor = "amd64".equals(System.getProperty("os.arch")) ? "x86_64" : "aarch64";
    return Stream.of(
            library(file).toAbsolutePath(),
            Path.of("/usr/lib", processor + "-linux-gnu", file),
            Path.of("/usr/lib64", file))
        .filter(Files::isReadable)
        .toList();
  }

  private static Path library(String file) {
    return Path.of(System.getProperty(HOME, "."), "lib", file).normalize();
  }
}
