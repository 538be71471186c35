// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the kernel itself counted, by process.
 *
 * @param begun {@link System#nanoTime} when the counting began: objects made later may be missing
 * @param objects of each process that has any; not of kernel consumers
 */
public record KernelReading(long begun, Map<Owner, Amounts> objects) {
  /** A process that owns objects. */
  public record Owner(ProcessKey process, int uid, String comm, String cgroup) {
    Tenant tenant() {
      return new Tenant(process, uid, comm, cgroup);
    }
  }

  public KernelReading {
    objects = Map.copyOf(objects);
  }

  /** Those who own objects. */
  Map<ProcessKey, Owner> owners() {
    return objects.keySet().stream().collect(Collectors.toMap(Owner::process, Function.identity()));
  }

  /** The same reading without processes that no longer exist. */
  public KernelReading of(Predicate<ProcessKey> exists) {
    return new KernelReading(
        begun,
        objects.entrySet().stream()
            .filter(entry -> exists.test(entry.getKey().process()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}
