// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * A process. Its pid alone might belong to another process later.
 *
 * @param start when it was started, in clock ticks since the boot (proc_pid_stat(5))
 */
public record ProcessKey(int pid, long start) implements Comparable<ProcessKey> {
  @Override
  public int compareTo(ProcessKey other) {
    int byPid = Integer.compare(pid, other.pid);
    return byPid != 0 ? byPid : Long.compare(start, other.start);
  }
}
