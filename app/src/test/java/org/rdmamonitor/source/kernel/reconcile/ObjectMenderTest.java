// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.nativelib.monitor.KnownObjects;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.RdmaResources.Listed;
import org.rdmamonitor.source.kernel.watch.Numbering;

class ObjectMenderTest {
  private static final int QP = Numbering.of(ResourceType.QP);
  private static final int CM_ID = Numbering.of(ResourceType.CM_ID);

  private final FakeObjects objects = new FakeObjects();
  private final List<Listed> listed = new ArrayList<>();
  private final Set<ResourceType> unlisted = EnumSet.noneOf(ResourceType.class);
  private final Corrections corrections = new Corrections();
  private long now;
  private final ObjectMender mender =
      new ObjectMender(
          objects,
          (ignored, visitor) -> look().forEach(visitor),
          new OneRow(),
          new CgroupNames(Optional.empty()),
          corrections,
          device -> false);

  /** What happens before the second look, the third and so on. */
  private final Deque<Runnable> looks = new ArrayDeque<>(List.of(() -> {}));

  private List<Listed> look() {
    Optional.ofNullable(looks.pollFirst()).ifPresent(Runnable::run);
    return List.copyOf(listed);
  }

  private static final class OneRow implements ObjectMender.Rows {
    @Override
    public int rowOf(long cgroup, int device) {
      return 1;
    }

    @Override
    public Scope scopeOf(int row) {
      return new Scope(7, 0);
    }
  }

  /** The kernel's tables; {@code ids} is what resolving an address gives. */
  private static final class FakeObjects implements KnownObjects {
    final List<Known> known = new ArrayList<>();
    final Map<Long, Integer> ids = new HashMap<>();

    @Override
    public void forEach(Consumer<Known> visitor) {
      known.stream().filter(k -> k.address() != 0).toList().forEach(visitor);
      known.stream().filter(k -> k.address() == 0).toList().forEach(visitor);
    }

    @Override
    public boolean resolve(long address) {
      return ids.containsKey(address);
    }

    @Override
    public @Nullable Known get(long address) {
      return known.stream()
          .filter(k -> k.address() == address)
          .map(k ->
              new Known(
                  address,
                  k.createdNanos(),
                  k.device(),
                  k.type(),
                  true,
                  ids.getOrDefault(address, 0),
                  k.row(),
                  k.size()))
          .findFirst()
          .orElse(null);
    }

    @Override
    public boolean seed(
        int device, int type, int id, int row, long cgroup, int pid, String name, long length) {
      return known.add(new Known(0, 0, device, type, true, id, row, length));
    }

    @Override
    public boolean forget(Known object) {
      return known.removeIf(k ->
          object.address() != 0
              ? k.address() == object.address() && k.createdNanos() == object.createdNanos()
              : k.address() == 0 && k.type() == object.type() && k.id() == object.id());
    }
  }

  @Test
  void objectsOfADeviceThatIsLeftOutAreNeitherComparedNorForgotten() {
    ObjectMender ofTheFirst =
        new ObjectMender(
            new WatchedObjects(objects, device -> device == 1),
            (ignored, visitor) -> look().forEach(visitor),
            new OneRow(),
            new CgroupNames(Optional.empty()),
            corrections,
            device -> false);
    created(16, QP, 0, 1); // has gone, and is not listed
    created(32, QP, 1, 2); // exists, and is not listed since it is not asked for

    assertThat(ofTheFirst.mendConfirmed(unlisted, Duration.ZERO)).isEqualTo(1);
    assertThat(objects.known).extracting(KnownObjects.Known::address).containsExactly(32L);
  }

  private void created(long address, int type, int device, int id) {
    objects.known.add(new KnownObjects.Known(address, ++now, device, type, false, 0, 1, 0));
    objects.ids.put(address, id);
  }

  private void lists(ResourceType type, int id) {
    listed.add(new Listed(type, 0, id, 0, "ib_core", 0));
  }

  private long liveByCorrection(ResourceType type) {
    Map<Scope, Counts.Builder> counts = new HashMap<>();
    corrections.apply(counts);
    return counts.getOrDefault(new Scope(7, 0), new Counts.Builder()).build().live(type);
  }

  @Test
  void anObjectOlderThanTheProbesIsTakenIn() {
    lists(ResourceType.QP, 17);
    assertThat(mender.takeIn(unlisted)).isEqualTo(1);
    assertThat(objects.known).singleElement().satisfies(k -> assertThat(k.id()).isEqualTo(17));
    assertThat(liveByCorrection(ResourceType.QP)).isEqualTo(1);
  }

  @Test
  void anObjectWhoseCreationWasSeenIsNotTakenInAgain() {
    created(0xffff1000L, QP, 0, 17);
    lists(ResourceType.QP, 17);
    assertThat(mender.takeIn(unlisted)).isZero();
    assertThat(objects.known).hasSize(1);
  }

  @Test
  void anObjectWhoseEndWasMissedIsForgottenOnceConfirmed() {
    created(0xffff1000L, QP, 0, 17);
    objects.ids.clear();
    assertThat(mender.mendConfirmed(unlisted, Duration.ZERO)).isEqualTo(1);
    assertThat(objects.known).isEmpty();
    assertThat(liveByCorrection(ResourceType.QP)).isEqualTo(-1);
  }

  @Test
  void anAddressThatCameToHoldAnotherObjectIsCountedOnceUnderItsNewId() {
    objects.known.add(new KnownObjects.Known(0xffff1000L, ++now, 0, QP, true, 17, 1, 0));
    lists(ResourceType.QP, 18);
    assertThat(mender.mendConfirmed(unlisted, Duration.ZERO)).isEqualTo(2);
    assertThat(objects.known).singleElement().satisfies(k -> assertThat(k.id()).isEqualTo(18));
    assertThat(liveByCorrection(ResourceType.QP)).isZero();
  }

  @Test
  void anObjectThatIsKnownButNotListedIsNotForgottenAtTheStart() {
    created(0xffff1000L, QP, 0, 17);
    assertThat(mender.takeIn(unlisted)).isZero();
    assertThat(objects.known).hasSize(1);
  }

  @Test
  void anObjectAtAnAddressThatAnotherHadIsNotTakenForIt() {
    created(0xffff1000L, QP, 0, 17);
    objects.ids.clear();
    looks.add(() -> {
      objects.known.clear();
      created(0xffff1000L, QP, 0, 18);
    });
    assertThat(mender.mendConfirmed(unlisted, Duration.ZERO)).isZero();
    assertThat(objects.known).hasSize(1);
  }

  @Test
  void anObjectThatWasTakenInAndIsGoneIsForgottenAlsoIfAnotherHasItsId() {
    lists(ResourceType.QP, 17);
    mender.takeIn(unlisted);
    created(0xffff1000L, QP, 0, 17);
    assertThat(mender.mendConfirmed(unlisted, Duration.ZERO)).isEqualTo(1);
    assertThat(objects.known).singleElement().satisfies(k -> assertThat(k.address()).isNotZero());
    assertThat(liveByCorrection(ResourceType.QP)).isZero();
  }

  @Test
  void countsAreMadeThoseOfTheKnownObjects() {
    created(0xffff1000L, QP, 0, 17);
    created(0xffff2000L, QP, 0, 18);
    assertThat(mender.recount(HashMap::new)).hasValue(2);
    assertThat(liveByCorrection(ResourceType.QP)).isEqualTo(2);
    assertThat(mender.recount(HashMap::new)).hasValue(0);
  }

  @Test
  void countsThatMoveAreNotJudged() {
    assertThat(
            mender.recount(() -> {
              now++;
              Map<Scope, Counts.Builder> counts = new HashMap<>();
              counts.put(new Scope(7, 0), new Counts.Builder().live(ResourceType.QP, now));
              return counts;
            }))
        .isEmpty();
    assertThat(liveByCorrection(ResourceType.QP)).isZero();
  }

  @Test
  void whereTheDeviceIsUnknownTypeAndIdDecide() {
    created(0xffff2000L, CM_ID, -1, 3);
    lists(ResourceType.CM_ID, 3);
    assertThat(mender.takeIn(unlisted)).isZero();
  }

  @Test
  void whatTheKernelCannotListIsLeftToOthers() {
    unlisted.add(ResourceType.QP);
    created(0xffff1000L, QP, 0, 17);
    assertThat(mender.mendConfirmed(unlisted, Duration.ZERO)).isZero();
    assertThat(objects.known).hasSize(1);
  }

  @Test
  void anObjectOfAKernelConsumerBelongsToTheKernel() {
    Listed object = new Listed(ResourceType.PD, 0, 0, 0, "ib_core", 0);
    assertThat(ObjectMender.owner(object, new CgroupNames(Optional.empty())))
        .isEqualTo(Cgroup.KERNEL_ID);
  }

  @Test
  void anObjectOfAProcessThatIsGoneBelongsToTheRest() {
    Listed object = new Listed(ResourceType.PD, 0, 1, Integer.MAX_VALUE, "", 0);
    assertThat(ObjectMender.owner(object, new CgroupNames(Optional.empty())))
        .isEqualTo(Cgroup.OVERFLOW_ID);
  }

  @Test
  void whatIsTooMuchAtOnceIsMendedInParts() {
    ObjectMender small =
        new ObjectMender(
            objects,
            (ignored, visitor) -> look().forEach(visitor),
            new OneRow(),
            new CgroupNames(Optional.empty()),
            corrections,
            device -> false,
            10);
    for (int id = 0; id < 500; id++) {
      lists(ResourceType.QP, id);
      lists(ResourceType.CM_ID, id);
    }
    assertThat(small.takeIn(unlisted)).isEqualTo(1000);
    objects.known.removeIf(known -> known.id() % 50 == 0);
    created(0xffff1000L, QP, 0, 5000);
    assertThat(small.mendConfirmed(unlisted, Duration.ZERO)).isEqualTo(21);
    assertThat(objects.known).hasSize(1000);
    assertThat(small.mendConfirmed(unlisted, Duration.ZERO)).isZero();
  }
}
