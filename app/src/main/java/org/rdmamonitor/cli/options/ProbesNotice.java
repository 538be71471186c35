// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.io.PrintWriter;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.KernelOptions.Probes;

/**
 * What is not seen where calls are counted in the functions of a driver: their arguments differ
 * from kernel to kernel and are not read.
 */
public final class ProbesNotice {
  private static final String BLIND =
      "rdma-monitor: --probes mlx5 reads no arguments of calls, so that it is not seen %s%n";

  private ProbesNotice() {}

  /** For what lists connections, or records them for those who do. */
  public static void ofConnections(KernelOptions options, PrintWriter err) {
    if (options.probes() == Probes.MLX5) {
      err.printf(
          BLIND,
          "where queue pairs (but by RDMA-CM's ids) and address handles lead, nor why queue pairs"
              + " end");
    }
  }

  /** For what holds connections against policies of peers. */
  public static void ofPolicies(KernelOptions options, Settings settings, PrintWriter err) {
    if (options.probes() == Probes.MLX5 && settings.limitsPeers()) {
      err.printf(
          BLIND,
          "what stands or was connected outside of PEERS but by RDMA-CM (N1); --enforce refuses it"
              + " still");
    }
  }
}
