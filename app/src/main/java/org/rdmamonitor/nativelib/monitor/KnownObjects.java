// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The live objects that the BPF object knows; {@link ObjectTable} is the real one. */
public interface KnownObjects {
  /**
   * A known object.
   *
   * @param address of its resource-tracking entry; 0 for one that the programs were told of
   * @param createdNanos when its creation was seen; tells it from another at the same address
   * @param type number in enum rm_type
   * @param idKnown whether {@code id} means anything yet
   * @param row in the {@link RowTable}
   * @param size bytes of a memory region, entries of a completion queue; else 0
   */
  record Known(
      long address,
      long createdNanos,
      int device,
      int type,
      boolean idKnown,
      int id,
      int row,
      long size) {}

  /**
   * Visits all known objects, those whose creation was seen before those that were told of. The
   * visitor may call all other methods but {@link #seed} and {@link #forget}.
   */
  void forEach(Consumer<Known> visitor);

  /**
   * Has the kernel read the id of an object whose creation was seen.
   *
   * @return false if no live object is at its address any more
   */
  boolean resolve(long address);

  /** The object at an address, read anew; null if there is none. */
  @Nullable Known get(long address);

  /**
   * Tells the programs of an object whose creation they did not see.
   *
   * @return false if it is known, or if there is no room for it
   */
  boolean seed(int device, int type, int id, int row, long cgroup, int pid, String name, long size);

  /**
   * Forgets an object that does not exist any more; false if the programs had done so already, also
   * where another object is at its address by now.
   */
  boolean forget(Known object);
}
