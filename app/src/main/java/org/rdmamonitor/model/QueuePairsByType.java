// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * How many queue pairs of each type an {@link Inventory} lists one by one, by owner and by device.
 * Types without queue pairs are left out.
 *
 * @param byScope of a cgroup on a device
 * @param byDevice of a device, by its index
 * @param byCgroup of a cgroup, by its id
 * @param leftOut queue pairs whose type the inventory does not tell
 */
public record QueuePairsByType(
    Map<Scope, Map<QueuePairType, Long>> byScope,
    Map<Integer, Map<QueuePairType, Long>> byDevice,
    Map<Long, Map<QueuePairType, Long>> byCgroup,
    long leftOut) {

  /** Counts the queue pairs of an inventory. */
  public static QueuePairsByType of(Inventory inventory) {
    Map<Scope, Map<QueuePairType, Long>> byScope = new HashMap<>();
    for (LiveObject object : inventory.objects()) {
      if (object.detail() instanceof QueuePair pair) {
        byScope
            .computeIfAbsent(new Scope(object.cgroup(), object.device()), scope -> none())
            .merge(pair.type(), 1L, Long::sum);
      }
    }
    long leftOut = inventory.leftOutCount(ResourceType.QP);
    return new QueuePairsByType(
        byScope, sums(byScope, Scope::device), sums(byScope, Scope::cgroup), leftOut);
  }

  private static <K> Map<K, Map<QueuePairType, Long>> sums(
      Map<Scope, Map<QueuePairType, Long>> byScope, Function<Scope, K> key) {
    Map<K, Map<QueuePairType, Long>> result = new HashMap<>();
    byScope.forEach(
        (scope, counts) -> add(result.computeIfAbsent(key.apply(scope), k -> none()), counts));
    return result;
  }

  private static Map<QueuePairType, Long> none() {
    return new EnumMap<>(QueuePairType.class);
  }

  private static void add(Map<QueuePairType, Long> sum, Map<QueuePairType, Long> more) {
    more.forEach((type, count) -> sum.merge(type, count, Long::sum));
  }

  /** The numbers for the host. */
  public Map<QueuePairType, Long> ofHost() {
    Map<QueuePairType, Long> sum = none();
    byDevice.values().forEach(counts -> add(sum, counts));
    return sum;
  }

  /** The numbers for a device. */
  public Map<QueuePairType, Long> ofDevice(int index) {
    return byDevice.getOrDefault(index, Map.of());
  }

  /** The numbers for a cgroup. */
  public Map<QueuePairType, Long> ofCgroup(long id) {
    return byCgroup.getOrDefault(id, Map.of());
  }

  /** {@code RC 3, RAW_PACKET 1}; empty where there are none. */
  public static String text(Map<QueuePairType, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
