// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.source.kernel.watch.ShortPause;

/**
 * Keeps the counts equal to what the kernel itself lists. At every reading netlink's summary is
 * compared with the counts. If they differ while nothing is in flight, the objects are listed and
 * the difference is corrected object by object.
 */
public final class Reconciler {
  /** The most summaries that are compared at one reading. */
  private static final int ATTEMPTS = 3;

  /**
   * After this many readings in a row at which the host was never quiet, objects are listed anyway.
   * This is not done often: on a preemptible kernel calls can go unseen meanwhile.
   */
  static final int BUSY_READINGS = 60;

  /**
   * If listing the objects takes longer than this, it is given at most one part in SHARE of the
   * time.
   */
  private static final Duration LONG_CORRECTION = Duration.ofMillis(500);

  private static final int SHARE = 5;

  /** Corrects the objects about which counts and netlink disagree. */
  interface Mender {
    /**
     * Enters objects that are listed and not known; adds types that cannot be listed to the set.
     */
    int takeIn(Set<ResourceType> unlisted);

    /** Corrects the differences that still exist after a pause; returns how many. */
    int mendConfirmed(Set<ResourceType> unlisted, Duration pause);

    /**
     * Sets the counts of each cgroup and device to the known objects.
     *
     * @return by how many objects they were wrong; empty if they changed meanwhile
     */
    OptionalLong recount(Supplier<Map<Scope, Counts.Builder>> counted);
  }

  private final Mender mender;
  private final Supplier<Map<Device, Map<ResourceType, Long>>> listed;
  private final Supplier<Map<Scope, Counts.Builder>> counted;
  private final Corrections corrections;
  private final IntPredicate isHidden;
  private final Set<ResourceType> unlisted = EnumSet.noneOf(ResourceType.class);

  /**
   * Whether all objects have been looked at, at a quiet moment, since the last event that may have
   * left an object with the wrong owner, which the summary does not show.
   */
  private boolean proven = true;

  private long correctedAt;
  private long correctionTook;
  private long drift;
  private long correctionCount;
  private long correctedObjects;
  private int busyReadings;

  /**
   * A reconciler of one watch.
   *
   * @param listed netlink's summary: how many objects of each type each device has
   * @param counted the counts of the BPF programs, without corrections
   * @param isHidden of the index of a device that netlink does not report, though it may exist: it
   *     is not compared
   */
  public Reconciler(
      Mender mender,
      Supplier<Map<Device, Map<ResourceType, Long>>> listed,
      Supplier<Map<Scope, Counts.Builder>> counted,
      Corrections corrections,
      IntPredicate isHidden) {
    this.mender = mender;
    this.listed = listed;
    this.counted = counted;
    this.corrections = corrections;
    this.isHidden = isHidden;
  }

  /** By how many objects counts and netlink differ; -1 if the host was not quiet. */
  public long drift() {
    return drift;
  }

  /** How often the counts were corrected because of a difference. */
  public long correctionCount() {
    return correctionCount;
  }

  /** How many objects these corrections have added to and removed from the counts. */
  public long correctedObjects() {
    return correctedObjects;
  }

  /** Enters what exists already. To be called once, when the probes are attached. */
  public void seed() {
    Map<Scope, Counts> before = build(counted.get());
    mender.takeIn(unlisted);
    proven = before.equals(build(counted.get()));
    check();
    correctionCount = 0;
    correctedObjects = 0;
  }

  /** After a moment, enters what did not exist yet when {@link #seed()} looked. */
  public void seedAgain() {
    ShortPause.take();
    correctedObjects += mender.takeIn(unlisted);
  }

  /** Compares, and corrects if a difference is not just a matter of timing. */
  public void check() {
    Comparison first = compare();
    for (int i = 1; i < ATTEMPTS && !first.agrees(); i++) {
      ShortPause.take();
      Comparison next = compare();
      if (next.quiet && first.quiet && next.differences.equals(first.differences)) {
        mend(next);
        first = compare();
        break;
      }
      first = next;
    }
    busyReadings = first.quiet ? 0 : busyReadings + 1;
    if (busyReadings >= BUSY_READINGS && isTurn()) {
      busyReadings = 0;
      correct();
    }
    if (first.quiet && !proven) {
      prove();
      first = compare();
    }
    drift = first.quiet ? first.size() : -1;
  }

  /**
   * Looks for objects that were not seen being made, and enters them.
   *
   * @return whether it looked: it does not if that would take too much of the time
   */
  public boolean lookForUnseen() {
    if (!isTurn()) {
      return false;
    }
    correct();
    return true;
  }

  /** Looks at each object, which takes longer than comparing the summary. */
  private void prove() {
    if (!isTurn()) {
      return;
    }
    int mended = correct();
    OptionalLong wrong = mender.recount(counted);
    if (wrong.orElse(0) > 0) {
      correctionCount++;
      correctedObjects += wrong.getAsLong();
    }
    proven = mended == 0 && wrong.isPresent();
  }

  private void mend(Comparison comparison) {
    if (comparison.differences.keySet().stream().anyMatch(k -> !unlisted.contains(k.type))
        && isTurn()) {
      correct();
      proven = false;
    }
    compare()
        .differences
        .forEach((key, count) -> {
          if (unlisted.contains(key.type)) {
            corrections.addUnattributed(key.device, key.type, count);
          }
        });
  }

  /** Not so often that it would take most of the time when there are very many objects. */
  private boolean isTurn() {
    return correctionTook < LONG_CORRECTION.toNanos()
        || System.nanoTime() - correctedAt >= correctionTook * SHARE;
  }

  private int correct() {
    long begun = System.nanoTime();
    int mended = mender.mendConfirmed(unlisted, ShortPause.LENGTH);
    correctedAt = System.nanoTime();
    correctionTook = correctedAt - begun;
    if (mended > 0) {
      correctionCount++;
      correctedObjects += mended;
      proven = false;
    }
    return mended;
  }

  /**
   * What a number of objects is about: a type on a device, or on all devices if the device is not
   * known.
   */
  private record Key(int device, ResourceType type) {}

  /**
   * The result of a comparison.
   *
   * @param quiet whether the counts did not change while netlink was asked
   * @param differences netlink's numbers minus the counts, where they differ
   */
  private record Comparison(boolean quiet, Map<Key, Long> differences) {
    boolean agrees() {
      return quiet && differences.isEmpty();
    }

    long size() {
      return differences.values().stream().mapToLong(Math::abs).sum();
    }
  }

  private Comparison compare() {
    Map<Key, Long> before = live();
    Map<Device, Map<ResourceType, Long>> summary = listed.get();
    Map<Key, Long> after = live();
    Map<Key, Long> differences = new HashMap<>(after);
    differences.replaceAll((key, count) -> -count);
    summary.forEach((device, counts) ->
        counts.forEach(
            (type, n) -> differences.merge(new Key(device.index(), type), n, Long::sum)));
    foldUnknownDevice(differences);
    differences.values().removeIf(n -> n == 0);
    return new Comparison(before.equals(after), differences);
  }

  /** A type for which the programs could not tell the device is compared for the whole host. */
  private static void foldUnknownDevice(Map<Key, Long> differences) {
    for (ResourceType type : ResourceType.values()) {
      Key unknown = new Key(Device.UNKNOWN_INDEX, type);
      if (differences.getOrDefault(unknown, 0L) != 0) {
        long sum = 0;
        for (Key key : List.copyOf(differences.keySet())) {
          if (key.type == type) {
            sum += differences.getOrDefault(key, 0L);
            differences.remove(key);
          }
        }
        differences.put(unknown, sum);
      }
    }
  }

  private Map<Key, Long> live() {
    Map<Scope, Counts.Builder> counts = counted.get();
    corrections.apply(counts);
    counts.keySet().removeIf(scope -> isHidden.test(scope.device()));
    Map<Key, Long> result = new HashMap<>();
    build(counts)
        .forEach((scope, c) -> {
          for (ResourceType type : ResourceType.values()) {
            if (c.live(type) != 0) {
              result.merge(new Key(scope.device(), type), c.live(type), Long::sum);
            }
          }
        });
    result.values().removeIf(n -> n == 0);
    return result;
  }

  private static Map<Scope, Counts> build(Map<Scope, Counts.Builder> counts) {
    Map<Scope, Counts> result = new HashMap<>();
    counts.forEach((scope, builder) -> result.put(scope, builder.build()));
    return result;
  }
}
