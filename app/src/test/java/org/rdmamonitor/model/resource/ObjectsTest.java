// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;

/** What is told of objects, and of inventories of them. */
class ObjectsTest {
  private static final OptionalInt NONE = OptionalInt.empty();

  private static LiveObject object(ResourceType type, LiveObject.Detail detail) {
    return new LiveObject(type, 1, 7, 42, "app", 100, detail);
  }

  @Test
  void aSizeIsThatOfARegionOrOfACompletionQueue() {
    LiveObject.Region region = new LiveObject.Region(4096, NONE, NONE, Optional.empty(), NONE);

    assertThat(object(ResourceType.MR, region).size()).isEqualTo(4096);
    assertThat(object(ResourceType.PD, LiveObject.None.NONE).size()).isZero();
    assertThat(object(ResourceType.QP, Scenes.connected(QueuePairState.RTS, 17, 18)).size())
        .isZero();
  }

  @Test
  void anInventoryThatIsMadeLaterHasLaterTimesUnlessThereIsNone() {
    Inventory inventory = Scenes.connections().inventory();
    Duration hour = Duration.ofHours(1);

    assertThat(Inventory.NONE.later(hour)).isEqualTo(Inventory.NONE);
    Inventory later = inventory.later(hour);
    assertThat(later.time()).isEqualTo(inventory.time().plus(hour));
    assertThat(later.later(hour.negated())).isEqualTo(inventory);
    assertThat(times(later)).isNotEmpty();
    assertThat(times(later))
        .containsExactlyElementsOf(times(inventory).stream().map(time -> time.plus(hour)).toList());
  }

  private static List<Instant> times(Inventory inventory) {
    return inventory.objects().stream()
        .map(LiveObject::detail)
        .filter(LiveObject.QueuePair.class::isInstance)
        .map(LiveObject.QueuePair.class::cast)
        .flatMap(pair -> pair.path().stream())
        .flatMap(path -> path.since().stream())
        .toList();
  }

  @Test
  void whatIsNotListedIsCountedByType() {
    Inventory inventory =
        new Inventory(
            Scenes.START,
            List.of(),
            List.of(),
            List.of(
                new Inventory.Rest(1, ResourceType.QP, 5, 0),
                new Inventory.Rest(2, ResourceType.QP, 7, 0),
                new Inventory.Rest(2, ResourceType.MR, 30, 4096)));

    assertThat(inventory.leftOutCount()).isEqualTo(42);
    assertThat(inventory.leftOutCount(ResourceType.QP)).isEqualTo(12);
    assertThat(inventory.hasAll(ResourceType.QP)).isFalse();
    assertThat(inventory.hasAll(ResourceType.CQ)).isTrue();
    assertThat(Inventory.NONE.hasAll(ResourceType.QP)).isTrue();
  }

  @Test
  void accessFlagsHaveNamesInTheOrderOfTheirBits() {
    assertThat(AccessFlags.names(0)).isEmpty();
    assertThat(AccessFlags.names(1 | 1 << 3 | 1 << 6))
        .containsExactly("LOCAL_WRITE", "REMOTE_ATOMIC", "ON_DEMAND");
    assertThat(AccessFlags.names(AccessFlags.REMOTE))
        .containsExactly("REMOTE_WRITE", "REMOTE_READ", "REMOTE_ATOMIC");
    assertThat(AccessFlags.names(1 << 7)).as("one that has no name").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "lid:7, 7",
    "lid:4294967295, -1",
    "lid:4294967296, ",
    "lid:, ",
    "lid:-1, ",
    "7, ",
    "fe80::1, ",
  })
  void aLidInTextIsOneOf32Bits(String text, Integer lid) {
    assertThat(PeerAddress.lidOf(text))
        .isEqualTo(lid == null ? OptionalInt.empty() : OptionalInt.of(lid));
    if (lid != null) {
      assertThat(PeerAddress.lidText(lid)).isEqualTo(text);
    }
  }

  @Test
  void sizesAreThoseOfTheirTypes() {
    assertThat(Size.of(ResourceType.MR)).hasValue(Size.MR_BYTES);
    assertThat(Size.of(ResourceType.CQ)).hasValue(Size.CQ_ENTRIES);
    assertThat(Size.of(ResourceType.QP)).isEmpty();
    assertThat(Size.MR_BYTES.words(8192)).isEqualTo("8.0 KiB");
    assertThat(Size.CQ_ENTRIES.words(8192)).isEqualTo("8192 entries");
    assertThat(Size.MR_BYTES.key()).isEqualTo("mr_bytes");
    assertThat(Size.MR_BYTES.objects()).isEqualTo("memory regions");
  }
}
