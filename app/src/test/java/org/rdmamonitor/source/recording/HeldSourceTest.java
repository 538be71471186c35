// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.source.Source;

class HeldSourceTest {
  private static final Duration DAYS = Duration.ofDays(6);
  private static final Duration LATER = Duration.ofSeconds(10);

  private final Sample recorded = Scenes.talking();
  private Instant now = recorded.time().plus(DAYS);
  private Sample told = recorded;
  private boolean hasEnded;
  private int read;

  private final HeldSource source = new HeldSource(new Recorded(), () -> now, () -> 7);

  @Test
  void whatHappenedBeforeAReadingIsAsLongAgoAsItWas() {
    Sample held = source.read();

    assertThat(held.time()).isEqualTo(now);
    assertThat(held.nanos()).isEqualTo(7);
    assertThat(held.calls())
        .extracting(ControlCall::time)
        .isEqualTo(recorded.calls().stream().map(call -> call.time().plus(DAYS)).toList());
    assertThat(held.inventory().time()).isEqualTo(recorded.inventory().time().plus(DAYS));
    assertThat(held.inventory().handles())
        .extracting(AddressHandle::since)
        .isEqualTo(
            recorded.inventory().handles().stream()
                .map(handle -> handle.since().plus(DAYS))
                .toList());
    assertThat(waiting(held)).isEqualTo(waiting(recorded)).isPositive();
  }

  @Test
  void whenTheRecordingHasEndedItsObjectsGrowOlder() {
    Sample first = source.read();
    hasEnded = true;
    now = now.plus(LATER);

    Sample held = source.read();

    assertThat(read).isEqualTo(1);
    assertThat(held.time()).isEqualTo(now);
    assertThat(held.calls()).isEmpty();
    assertThat(held.inventory()).isEqualTo(first.inventory());
    assertThat(waiting(held)).isEqualTo(waiting(recorded).plus(LATER));
  }

  @Test
  void furtherReadingsGoByTheFirst() {
    source.read();
    now = now.plus(LATER);

    Sample held = source.read();

    assertThat(read).isEqualTo(2);
    assertThat(held.time()).isEqualTo(now);
    assertThat(held.calls().getFirst().time())
        .isEqualTo(recorded.calls().getFirst().time().plus(DAYS));
  }

  @Test
  void timesThatNoClockShowsAreLeft() {
    told = recorded.at(Instant.MIN, 0);

    assertThat(source.read().calls()).isEqualTo(recorded.calls());
  }

  /** For how long the queue pair that is in INIT has been there. */
  private static Duration waiting(Sample sample) {
    Instant since =
        sample.inventory().objects().stream()
            .filter(object -> object.id() == 19)
            .map(object -> ((QueuePair) object.detail()).path().flatMap(QueuePairPath::since))
            .flatMap(Optional::stream)
            .findFirst()
            .orElseThrow();
    return Duration.between(since, sample.time());
  }

  private final class Recorded implements Source {
    @Override
    public Sample read() {
      read++;
      return told;
    }

    @Override
    public Next next() {
      return hasEnded ? Next.NEVER : Next.NOW;
    }

    @Override
    public void close() {}
  }
}
