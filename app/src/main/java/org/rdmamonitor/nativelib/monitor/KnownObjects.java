// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The live objects that the BPF programs know; {@link ObjectTable} is the implementation. */
public interface KnownObjects {
  /**
   * A known object.
   *
   * @param address of its resource-tracking entry; 0 for an object that this side entered
   * @param createdNanos when its creation was seen; distinguishes it from another at the same
   *     address
   * @param type number in enum rm_type
   * @param idKnown whether {@code id} is valid already
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
   * Visits all known objects; those whose creation was seen come before those that were entered.
   * The visitor may call all other methods except {@link #seed} and {@link #forget}.
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
   * Enters an object whose creation the programs did not see.
   *
   * @return false if it is known, or if there is no room for it
   */
  boolean seed(int device, int type, int id, int row, long cgroup, int pid, String name, long size);

  /**
   * Removes an object that does not exist any more; false if the programs have removed it already,
   * even if another object is at its address by now.
   */
  boolean forget(Known object);
}
