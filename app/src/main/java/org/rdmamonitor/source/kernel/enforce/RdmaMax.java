// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.posix.RawNames;

/**
 * The kernel's own limit of a cgroup, {@code rdma.max}, as a backstop behind quotas. It is coarse,
 * since it counts all types of objects together and each device by itself, but nothing gets around
 * it. At the end the limit from before is restored. What an administrator has set, before or
 * meanwhile, is left alone. Not safe for use by several threads.
 */
public final class RdmaMax implements AutoCloseable {
  private static final String FILE = "rdma.max";
  private static final String OBJECTS = "hca_object=";
  private static final String UNLIMITED = "max";

  private final Optional<Path> root;

  /** What was written, by the file and the device. */
  private final Map<DeviceLimitFile, String> written = new HashMap<>();

  private record DeviceLimitFile(Path file, String device) {}

  /**
   * Works on cgroups below the mount point of the unified hierarchy; on none if that is not
   * mounted.
   */
  public RdmaMax(Optional<Path> root) {
    this.root = root;
  }

  /**
   * The sum of what a quota allows of all types; empty unless it limits every type that all
   * programs use.
   */
  static OptionalLong objects(Limits quota) {
    long sum = 0;
    for (ResourceType type :
        new ResourceType[] {
          ResourceType.QP, ResourceType.CQ, ResourceType.PD, ResourceType.MR, ResourceType.SRQ
        }) {
      OptionalLong limit = quota.of(new Rule.Count(type));
      if (limit.isPresent()) {
        sum += Math.min(limit.getAsLong(), Integer.MAX_VALUE);
      } else if (type != ResourceType.SRQ) {
        return OptionalLong.empty();
      }
    }
    return sum < Integer.MAX_VALUE ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  /** Puts other quotas, by the path of a cgroup, in force in place of the former ones. */
  void follow(Map<String, Limits> quotas) {
    Map<Path, String> wanted = new HashMap<>();
    quotas.forEach((cgroup, quota) ->
        objects(quota)
            .ifPresent(
                most -> file(cgroup).ifPresent(file -> wanted.put(file, Long.toString(most)))));
    written
        .entrySet()
        .removeIf(entry -> {
          DeviceLimitFile place = entry.getKey();
          String limit = wanted.getOrDefault(place.file, UNLIMITED);
          if (limit.equals(entry.getValue())) {
            return false;
          }
          if (!holds(place, entry.getValue())) {
            return true;
          }
          if (write(place, limit)) {
            entry.setValue(limit);
          }
          return limit.equals(UNLIMITED);
        });
  }

  private Optional<Path> file(String cgroup) {
    return root.map(top -> RawNames.below(top, RawNames.bytes(cgroup)).resolve(FILE));
  }

  /**
   * Limits a cgroup on these devices, if its quota implies such a limit and nobody else has set
   * one.
   */
  void limit(String cgroup, Limits quota, Iterable<String> devices) {
    OptionalLong objects = objects(quota);
    if (root.isEmpty() || objects.isEmpty()) {
      return;
    }
    Path file = file(cgroup).orElseThrow();
    Optional<List<String>> lines = lines(file);
    if (lines.isEmpty()) {
      return;
    }
    for (String device : devices) {
      DeviceLimitFile place = new DeviceLimitFile(file, device);
      if (isUnlimited(lines.get(), device)) {
        String limit = Long.toString(objects.getAsLong());
        if (write(place, limit)) {
          written.put(place, limit);
        }
      }
    }
  }

  /** What the file says, a line a device; empty if there is none. */
  private static Optional<List<String>> lines(Path file) {
    try {
      return Optional.of(Files.readAllLines(file));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  /** Whether the file sets no limit of objects for the device, or has no line for it. */
  private static boolean isUnlimited(List<String> lines, String device) {
    return lines.stream()
        .filter(line -> line.startsWith(device + " "))
        .allMatch(line -> line.endsWith(OBJECTS + UNLIMITED));
  }

  private static boolean write(DeviceLimitFile place, String limit) {
    try {
      Files.writeString(place.file, "%s %s%s\n".formatted(place.device, OBJECTS, limit));
      return true;
    } catch (IOException refused) {
      // The cgroup or the device has gone.
      return false;
    }
  }

  /** Whether the limit of objects in the file is this one, as the kernel writes it. */
  private static boolean holds(DeviceLimitFile place, String limit) {
    return lines(place.file).stream()
        .flatMap(List::stream)
        .map(line -> List.of(line.split("\\s+")))
        .anyMatch(
            words -> words.getFirst().equals(place.device) && words.contains(OBJECTS + limit));
  }

  /** Restores what was there; what somebody else has set meanwhile stays. */
  @Override
  public void close() {
    written.forEach((place, limit) -> {
      if (holds(place, limit)) {
        write(place, UNLIMITED);
      }
    });
    written.clear();
  }
}
