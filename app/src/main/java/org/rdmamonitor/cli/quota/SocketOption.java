// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.quota.client.CollectorClient;
import org.rdmamonitor.quota.server.CollectorSettings;
import picocli.CommandLine.Option;

/** The option that every command has. */
final class SocketOption {
  /** That of the library whose programs ask. */
  private static final String VARIABLE = "RDMA_INTERCEPT_COLLECTOR_SOCKET";

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description = "The collector's socket (default: /run/rdma-monitor/collector.sock).")
  private @Nullable Path socket;

  /** That of the option, else of the environment, else the usual one. */
  Path path(QuotaTools tools) {
    String set = tools.environment().getOrDefault(VARIABLE, "");
    if (socket != null) {
      return socket;
    }
    return set.isEmpty() ? CollectorSettings.SOCKET : Path.of(set);
  }

  /**
   * Asks the collector.
   *
   * @throws QuotaFailure if there is none
   */
  CollectorClient connect(QuotaTools tools) throws QuotaFailure {
    try {
      int self = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      return CollectorClient.connect(path(tools), self);
    } catch (IOException e) {
      throw QuotaFailure.of(e);
    }
  }
}
