// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.generated.rm_config;

/** What the BPF object is told before it is loaded (struct rm_config). */
public final class MonitorConfig {
  /** A process id that no process has. */
  public static final int NOBODY = 0;

  private MonitorConfig() {}

  /** That of this process. */
  public static int ownPid() {
    return Math.toIntExact(ProcessHandle.current().pid());
  }

  /**
   * Writes the configuration.
   *
   * @param enforcement enum rm_enforcement
   * @param exempt the id of the process that is never refused
   * @param confirms whether the programs see it when a driver has destroyed a memory region
   * @param verbsAreModule whether ib_uverbs is a module, and not part of the kernel's image
   */
  public static void set(
      BpfObject bpf,
      int shardMask,
      boolean twoCopies,
      boolean trustStructs,
      int enforcement,
      int exempt,
      boolean confirms,
      boolean verbsAreModule) {
    MemorySegment config = bpf.map(".rodata").initialValue();
    rm_config.shard_mask(config, shardMask);
    rm_config.two_copies(config, (byte) (twoCopies ? 1 : 0));
    rm_config.trust_structs(config, (byte) (trustStructs ? 1 : 0));
    rm_config.enforcement(config, (byte) enforcement);
    rm_config.confirms(config, (byte) (confirms ? 1 : 0));
    rm_config.own_pid(config, exempt);
    rm_config.verbs_are_module(config, (byte) (verbsAreModule ? 1 : 0));
  }
}
