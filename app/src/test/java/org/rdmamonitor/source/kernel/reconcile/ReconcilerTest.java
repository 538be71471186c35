// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;

class ReconcilerTest {
  private static final Device RXE0 = new Device(0, "rxe0");
  private static final int HIDDEN = 1;

  /** What the BPF programs count, and netlink lists, of QPs on rxe0; a mender moves the first. */
  private long counted;

  private long listed;
  private long countedOfHidden;
  private final Deque<Long> countedNext = new ArrayDeque<>();
  private final Corrections corrections = new Corrections();
  private final FakeMender mender = new FakeMender();
  private final Reconciler reconciler =
      new Reconciler(mender, this::summary, this::counts, corrections, device -> device == HIDDEN);

  private final class FakeMender implements Reconciler.Mender {
    int mends;
    int recounts;
    Set<ResourceType> unlistable = Set.of();

    @Override
    public int takeIn(Set<ResourceType> unlisted) {
      unlisted.addAll(unlistable);
      return mendConfirmed(unlisted, Duration.ZERO);
    }

    @Override
    public int mendConfirmed(Set<ResourceType> unlisted, Duration pause) {
      if (unlisted.contains(ResourceType.QP)) {
        return 0;
      }
      mends++;
      int mended = (int) Math.abs(listed - counted);
      counted = listed;
      return mended;
    }

    @Override
    public OptionalLong recount(Supplier<Map<Scope, Counts.Builder>> counted) {
      recounts++;
      return OptionalLong.of(0);
    }
  }

  private Map<Device, Map<ResourceType, Long>> summary() {
    return Map.of(RXE0, Map.of(ResourceType.QP, listed));
  }

  private Map<Scope, Counts.Builder> counts() {
    if (!countedNext.isEmpty()) {
      counted = countedNext.removeFirst();
    }
    Map<Scope, Counts.Builder> result = new HashMap<>();
    result.put(new Scope(7, RXE0.index()), new Counts.Builder().live(ResourceType.QP, counted));
    result.put(new Scope(7, HIDDEN), new Counts.Builder().live(ResourceType.QP, countedOfHidden));
    return result;
  }

  @Test
  void countsThatAgreeAreLeftAlone() {
    counted = 3;
    listed = 3;
    reconciler.check();
    assertThat(mender.mends).isZero();
    assertThat(reconciler.drift()).isZero();
  }

  @Test
  void aDeviceThatNetlinkDoesNotTellOfIsNotCompared() {
    counted = 3;
    listed = 3;
    countedOfHidden = 9;
    reconciler.check();
    assertThat(mender.mends).isZero();
    assertThat(reconciler.drift()).isZero();
  }

  @Test
  void aLastingDifferenceIsMendedAndReported() {
    counted = 3;
    listed = 5;
    reconciler.check();
    assertThat(counted).isEqualTo(5);
    assertThat(reconciler.drift()).isZero();
    assertThat(reconciler.correctionCount()).isEqualTo(1);
    assertThat(reconciler.correctedObjects()).isEqualTo(2);
  }

  @Test
  void whatExistsAtTheStartIsTakenInWithoutBeingACorrection() {
    counted = 0;
    listed = 4;
    reconciler.seed();
    assertThat(counted).isEqualTo(4);
    assertThat(reconciler.correctionCount()).isZero();
    assertThat(reconciler.correctedObjects()).isZero();
  }

  @Test
  void eachObjectIsLookedAtAfterADifferenceAndThenNoMore() {
    reconciler.seed();
    reconciler.check();
    assertThat(mender.recounts).isZero();
    listed = 5;
    reconciler.check();
    reconciler.check();
    reconciler.check();
    assertThat(mender.recounts).isEqualTo(1);
    assertThat(reconciler.correctedObjects()).isEqualTo(5);
  }

  @Test
  void eachObjectIsLookedAtWhereCountsMovedAtTheStart() {
    countedNext.addAll(List.of(3L, 4L));
    listed = 4;
    reconciler.seed();
    assertThat(mender.recounts).isEqualTo(1);
  }

  @Test
  void countsInMotionAreNotJudged() {
    listed = 100;
    countedNext.addAll(List.of(1L, 2L, 3L, 4L, 5L, 6L));
    reconciler.check();
    assertThat(mender.mends).isZero();
    assertThat(reconciler.drift()).isEqualTo(-1);
  }

  @Test
  void aHostThatIsNeverQuietIsCheckedObjectByObjectEverySoOften() {
    listed = 100;
    for (int reading = 0; reading < Reconciler.BUSY_READINGS; reading++) {
      for (long n = 0; n < 6; n++) {
        countedNext.add(n);
      }
      reconciler.check();
    }
    assertThat(mender.mends).isEqualTo(1);
  }

  @Test
  void aDifferenceThatPassesIsAMatterOfTiming() {
    listed = 4;
    countedNext.addAll(List.of(3L, 3L, 4L, 4L));
    reconciler.check();
    assertThat(mender.mends).isZero();
    assertThat(reconciler.drift()).isZero();
  }

  @Test
  void aTypeThatCannotBeListedIsCorrectedByNumber() {
    mender.unlistable = Set.of(ResourceType.QP);
    counted = 1;
    listed = 3;
    reconciler.seed();
    reconciler.check();
    Map<Scope, Counts.Builder> counts = counts();
    corrections.apply(counts);
    Counts rest =
        counts.getOrDefault(new Scope(Cgroup.OVERFLOW_ID, 0), new Counts.Builder()).build();
    assertThat(rest.live(ResourceType.QP)).isEqualTo(2);
    assertThat(reconciler.drift()).isZero();
  }
}
