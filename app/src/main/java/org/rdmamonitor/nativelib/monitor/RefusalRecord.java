// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import org.rdmamonitor.nativelib.generated.rm_refusal;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * By which limit a call was refused (struct rm_refusal).
 *
 * @param cgroup whose limit: of a tenant, or 0 for the host
 * @param limit the most there may be, unsigned
 * @param count what there was
 * @param rate 0 for objects, 1 for calls a second, 2 for all calls a second
 * @param type enum rm_type
 */
public record RefusalRecord(long cgroup, int limit, int count, int rate, int type) {
  /** For calls that no limit had to do with. */
  public static final RefusalRecord NONE = new RefusalRecord(0, 0, 0, 0, 0);

  static RefusalRecord read(long address) {
    return new RefusalRecord(
        Memory.getLong(address + rm_refusal.cgroup$offset()),
        Memory.getInt(address + rm_refusal.limit$offset()),
        Memory.getInt(address + rm_refusal.count$offset()),
        Memory.getInt(address + rm_refusal.rate$offset()),
        Memory.getInt(address + rm_refusal.type$offset()));
  }
}
