// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;

class SnapshotTest {
  private static final Device RXE0 = new Device(0, "rxe0");
  private static final Device RXE1 = new Device(1, "rxe1");
  private static final Health HEALTH = Health.NONE;

  private static Sample sample(double seconds, Map<Scope, Counts> counts) {
    return sample(seconds, counts, Map.of());
  }

  private static Sample sample(
      double seconds, Map<Scope, Counts> counts, Map<Verb, Map<Integer, Long>> errors) {
    return Samples.of(
        Instant.EPOCH,
        (long) (seconds * 1e9),
        List.of(RXE0, RXE1),
        List.of(new Cgroup(7, "/a"), new Cgroup(8, "/b")),
        counts,
        errors,
        HEALTH);
  }

  private static Counts registrations(long registered, long deregistered) {
    return new Counts.Builder()
        .calls(Verb.MR_REG, registered, 0)
        .calls(Verb.MR_DEREG, deregistered, 0)
        .objects(ResourceType.MR, registered, deregistered)
        .build();
  }

  @Test
  void ratesAreGrossWhileTheLiveCountStaysFlat() {
    Snapshot snapshot =
        Snapshot.between(
            sample(1, Map.of(new Scope(7, 0), registrations(100, 90))),
            sample(3, Map.of(new Scope(7, 0), registrations(1100, 1090))));
    assertThat(snapshot.interval()).isEqualTo(Duration.ofSeconds(2));
    assertThat(snapshot.host().rate(Verb.MR_REG)).isEqualTo(500);
    assertThat(snapshot.host().rate(Verb.MR_DEREG)).isEqualTo(500);
    assertThat(snapshot.host().total().live(ResourceType.MR)).isEqualTo(10);
    assertThat(snapshot.host().delta().live(ResourceType.MR)).isZero();
  }

  @Test
  void theFirstSnapshotHasTotalsAndNoActivity() {
    Snapshot snapshot = Snapshot.first(sample(5, Map.of(new Scope(7, 0), registrations(3, 1))));
    assertThat(snapshot.host().total().live(ResourceType.MR)).isEqualTo(2);
    assertThat(snapshot.host().delta()).isEqualTo(Counts.ZERO);
    assertThat(snapshot.host().rate(Verb.MR_REG)).isZero();
  }

  @Test
  void devicesAndCgroupsAddUpToTheHost() {
    Snapshot snapshot =
        Snapshot.first(
            sample(
                0,
                Map.of(
                    new Scope(7, 0), registrations(5, 0),
                    new Scope(7, 1), registrations(3, 0),
                    new Scope(8, 1), registrations(2, 0))));
    assertThat(snapshot.host().total().live(ResourceType.MR)).isEqualTo(10);
    assertThat(snapshot.devices())
        .extracting(d -> d.device().name() + d.activity().total().live(ResourceType.MR))
        .containsExactly("rxe05", "rxe15");
    assertThat(snapshot.cgroups())
        .extracting(c -> c.cgroup().path() + c.activity().total().live(ResourceType.MR))
        .containsExactly("/a8", "/b2");
    CgroupActivity first = snapshot.cgroups().getFirst();
    assertThat(first.devices()).extracting(DeviceActivity::device).containsExactly(RXE0, RXE1);
  }

  @Test
  void aDeviceWithoutObjectsIsListed() {
    Snapshot snapshot = Snapshot.first(sample(0, Map.of()));
    assertThat(snapshot.devices()).extracting(DeviceActivity::device).containsExactly(RXE0, RXE1);
    assertThat(snapshot.host().total()).isEqualTo(Counts.ZERO);
  }

  @Test
  void callsOfADeviceThatCouldNotBeToldComeLast() {
    Snapshot snapshot =
        Snapshot.first(sample(0, Map.of(new Scope(7, Device.UNKNOWN_INDEX), registrations(1, 0))));
    assertThat(snapshot.devices()).extracting(d -> d.device().name()).endsWith("-");
  }

  @Test
  void aCgroupThatIsNewSinceTheLastReadingCountsFromZero() {
    Snapshot snapshot =
        Snapshot.between(
            sample(0, Map.of()), sample(1, Map.of(new Scope(8, 0), registrations(4, 0))));
    assertThat(snapshot.cgroups().getFirst().activity().rate(Verb.MR_REG)).isEqualTo(4);
  }

  @Test
  void errorsAreThoseOfTheInterval() {
    Snapshot snapshot =
        Snapshot.between(
            sample(0, Map.of(), Map.of(Verb.MR_REG, Map.of(12, 5L, 22, 1L))),
            sample(1, Map.of(), Map.of(Verb.MR_REG, Map.of(12, 7L, 22, 1L))));
    assertThat(snapshot.errors()).isEqualTo(Map.of(Verb.MR_REG, Map.of(12, 2L)));
  }

  @Test
  void aRowThatWasGivenBackIsNoActivityOfTheRest() {
    Scope rest = new Scope(Cgroup.OVERFLOW_ID, 0);
    Snapshot snapshot =
        Snapshot.between(
            sample(1, Map.of(new Scope(7, 0), registrations(400_000, 400_000))),
            sample(
                2,
                Map.of(
                    rest,
                    registrations(400_010, 400_010),
                    new Scope(8, 0),
                    registrations(20, 10))));

    assertThat(snapshot.cgroups())
        .filteredOn(cgroup -> cgroup.cgroup().id() == Cgroup.OVERFLOW_ID)
        .singleElement()
        .satisfies(cgroup -> {
          assertThat(cgroup.activity().rate(Verb.MR_DEREG)).isEqualTo(10);
          assertThat(cgroup.devices().getFirst().activity().rate(Verb.MR_DEREG)).isEqualTo(10);
        });
    assertThat(snapshot.host().rate(Verb.MR_DEREG)).isEqualTo(20);
  }

  /** However the source has them. */
  @Test
  void cgroupsAreInTheOrderOfTheirPathsAndDevicesOfTheirIndices() {
    Map<Scope, Counts> counts = new LinkedHashMap<>();
    for (long cgroup : new long[] {9, 8, 7, 6, 5}) {
      for (int device : new int[] {Device.UNKNOWN_INDEX, 1, 4, 0}) {
        counts.put(new Scope(cgroup, device), registrations(1, 0));
      }
    }
    Snapshot snapshot =
        Snapshot.first(
            Samples.of(
                Instant.EPOCH,
                0,
                List.of(RXE1, RXE0),
                List.of(new Cgroup(9, "/a"), new Cgroup(8, "/c"), new Cgroup(7, "/b")),
                counts,
                Map.of(),
                HEALTH));

    assertThat(snapshot.cgroups())
        .as("those whose path is not known by their id")
        .extracting(cgroup -> cgroup.cgroup().id())
        .containsExactly(5L, 6L, 9L, 7L, 8L);
    assertThat(snapshot.devices())
        .extracting(device -> device.device().index())
        .containsExactly(0, 1, 4, Device.UNKNOWN_INDEX);
    assertThat(snapshot.cgroups())
        .allSatisfy(cgroup ->
            assertThat(cgroup.devices())
                .extracting(device -> device.device().index())
                .containsExactly(0, 1, 4, Device.UNKNOWN_INDEX));
  }

  @Test
  void aDeviceIsNamedAsItsSampleNamesIt() {
    Snapshot snapshot = Snapshot.first(sample(0, Map.of()));

    assertThat(snapshot.device(1)).isEqualTo("rxe1");
    assertThat(snapshot.device(7)).isEqualTo(Device.unnamed(7).label()).doesNotContain("rxe");
  }
}
