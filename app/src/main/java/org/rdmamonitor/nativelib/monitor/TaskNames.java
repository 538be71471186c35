// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * Names of tasks as strings. Most calls come from few tasks, so the last names are kept: finding
 * one costs a fraction of what making it costs. Safe for use by several threads, since an entry
 * never changes.
 */
final class TaskNames {
  private static final int SLOT_BITS = 6;
  private static final @Nullable Name[] RECENT = new Name[1 << SLOT_BITS];

  /** A name as the kernel keeps it, 16 bytes, and as text. */
  private record Name(long first, long second, String text) {}

  private TaskNames() {}

  /** The name at this address: up to 16 bytes, or up to a NUL. */
  static String read(long address) {
    long first = Memory.getLong(address);
    long second = Memory.getLong(address + Long.BYTES);
    int slot = (int) (((first * 31 + second) * 0x9e3779b97f4a7c15L) >>> (Long.SIZE - SLOT_BITS));
    Name name = RECENT[slot];
    if (name == null || name.first != first || name.second != second) {
      name = new Name(first, second, decode(address));
      RECENT[slot] = name;
    }
    return name.text;
  }

  private static String decode(long address) {
    byte[] bytes = new byte[RdmaMonitorAbi.RM_COMM()];
    Memory.copy(address, bytes);
    return text(bytes);
  }

  /** The same of a name in this memory. */
  static String of(MemorySegment name) {
    return text(name.toArray(ValueLayout.JAVA_BYTE));
  }

  private static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
