// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.monitor.KnownObjects;

/**
 * The objects of a table without those of devices that are left out: netlink is not asked for the
 * latter, and they must not look as if they had gone. As safe for use by several threads as the
 * table.
 */
public final class WatchedObjects implements KnownObjects {
  private final KnownObjects all;
  private final IntPredicate isLeftOut;

  /**
   * A part of a table.
   *
   * @param isLeftOut of the index of a device
   */
  public WatchedObjects(KnownObjects all, IntPredicate isLeftOut) {
    this.all = all;
    this.isLeftOut = isLeftOut;
  }

  @Override
  public void forEach(Consumer<Known> visitor) {
    all.forEach(known -> {
      if (!isLeftOut.test(known.device())) {
        visitor.accept(known);
      }
    });
  }

  @Override
  public boolean resolve(long address) {
    return all.resolve(address);
  }

  @Override
  public @Nullable Known get(long address) {
    return all.get(address);
  }

  @Override
  public boolean seed(
      int device, int type, int id, int row, long cgroup, int pid, String name, long size) {
    return all.seed(device, type, id, row, cgroup, pid, name, size);
  }

  @Override
  public boolean forget(Known object) {
    return all.forget(object);
  }
}
