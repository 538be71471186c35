// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.ArrayList;
import java.util.List;

/** What a memory region or queue pair lets peers do: bits of {@code enum ib_access_flags}. */
public final class AccessFlags {
  public static final int LOCAL_WRITE = 1;
  public static final int REMOTE_WRITE = 1 << 1;
  public static final int REMOTE_READ = 1 << 2;
  public static final int REMOTE_ATOMIC = 1 << 3;
  public static final int MW_BIND = 1 << 4;
  public static final int ZERO_BASED = 1 << 5;
  public static final int ON_DEMAND = 1 << 6;
  public static final int REMOTE = REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

  private static final List<String> NAMES =
      List.of(
          "LOCAL_WRITE",
          "REMOTE_WRITE",
          "REMOTE_READ",
          "REMOTE_ATOMIC",
          "MW_BIND",
          "ZERO_BASED",
          "ON_DEMAND");

  private AccessFlags() {}

  /** The names of the flags that are set, in the order of their bits. */
  public static List<String> names(int flags) {
    List<String> names = new ArrayList<>();
    for (int bit = 0; bit < NAMES.size(); bit++) {
      if ((flags & 1 << bit) != 0) {
        names.add(NAMES.get(bit));
      }
    }
    return List.copyOf(names);
  }
}
