// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;

/**
 * What the commands are given.
 *
 * @param out standard output, for data
 * @param err standard error, for all else
 * @param root of the host's file system
 * @param library the Ethernet library's file
 */
public record EthernetTools(Writer out, PrintWriter err, Path root, Path library) {
  /** What is said when a signal ends it before all is closed. */
  static final String LATE =
      "rdma-secure: stopped before everything was freed; the kernel does the rest";
}
