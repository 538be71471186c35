// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.nativelib.monitor.AddressRecord;
import org.rdmamonitor.nativelib.monitor.AddressRecord.Link;
import org.rdmamonitor.nativelib.monitor.CallDetail;
import org.rdmamonitor.nativelib.monitor.EndRecord;
import org.rdmamonitor.nativelib.monitor.HandleRecord;

class QueuePairPathsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final CallDetail.Gid OWN = new CallDetail.Gid(0, 0xffff_0a4d_0001L);
  private static final CallDetail.Gid PEER = new CallDetail.Gid(0xfe80L << 48, 7);

  /** Of all attributes, those that make a connection. */
  private static final int CONNECTED =
      EndRecord.STATE | EndRecord.PORT | EndRecord.ADDRESS | EndRecord.DESTINATION_QPN;

  private Instant now = NOW;
  private long nanos = 100_000_000_000L;

  private final Moments moments =
      new Moments(
          new Clock() {
            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              throw new UnsupportedOperationException();
            }

            @Override
            public Instant instant() {
              return now;
            }
          },
          () -> nanos);

  private final QueuePairPaths paths = new QueuePairPaths(moments);

  private static EndRecord end(long since, int attributes, Link link, boolean global, boolean own) {
    AddressRecord address = address(link, global, own);
    return new EndRecord(1, 17, since, attributes, 3, 2, 18, 5, 6, 3, 14, 7, 6, 12, 1, 2, address);
  }

  private static AddressRecord address(Link link, boolean global, boolean own) {
    return new AddressRecord(link, 1, 9, 2, 3, global, own, OWN, 1, PEER, 4, 64, 106);
  }

  private QueuePairPath read(EndRecord... ends) {
    Map<QueuePairPaths.Key, QueuePairPath> read =
        paths.read(visitor -> List.of(ends).forEach(visitor));
    assertThat(read).containsOnlyKeys(new QueuePairPaths.Key(1, 17));
    return read.get(new QueuePairPaths.Key(1, 17));
  }

  @Test
  void allThatWasSetIsTold() {
    assertThat(read(end(98_000_000_000L, 0x1f_ffff, Link.ROCE_V2, true, true)))
        .isEqualTo(
            new QueuePairPath(
                Optional.of(QueuePairState.RTS),
                Optional.of(NOW.minusSeconds(2)),
                OptionalInt.of(18),
                OptionalInt.of(2),
                Optional.of(
                    new Address(
                        Transport.ROCE_V2,
                        1,
                        OptionalInt.empty(),
                        0,
                        3,
                        Optional.of(Route.of("::ffff:10.77.0.1", 1, "fe80::7", 4, 64, 106)))),
                OptionalInt.of(1024),
                OptionalInt.of(14),
                OptionalInt.of(7),
                OptionalInt.of(6),
                OptionalInt.of(12),
                OptionalInt.of(5),
                OptionalInt.of(6),
                OptionalInt.of(1),
                OptionalInt.of(2)));
  }

  @Test
  void whatWasNotSetIsNotGuessed() {
    QueuePairPath path = read(end(0, EndRecord.STATE, Link.ROCE_V1, true, true));

    assertThat(path.state()).contains(QueuePairState.RTS);
    assertThat(path.since()).isEmpty();
    assertThat(path.address()).isEmpty();
    assertThat(
            List.of(
                path.peerQpn(),
                path.port(),
                path.mtu(),
                path.timeout(),
                path.retries(),
                path.rnrRetries(),
                path.rnrTimer(),
                path.rqPsn(),
                path.sqPsn(),
                path.reads(),
                path.readsServed()))
        .containsOnly(OptionalInt.empty());
  }

  @Test
  void aPeerWithoutGidHasItsLid() {
    assertThat(read(end(1, CONNECTED, Link.IB, false, false)).address())
        .contains(new Address(Transport.IB, 1, OptionalInt.of(9), 2, 3, Optional.empty()));
  }

  @Test
  void theVersionOfRoceIsKnownByTheOwnGidOnly() {
    Address address = read(end(1, CONNECTED, Link.ROCE_V1, true, false)).address().orElseThrow();

    assertThat(address.transport()).isEqualTo(Transport.ROCE);
    assertThat(address.route().orElseThrow().ownGid()).isEmpty();
    assertThat(
            read(end(1, CONNECTED, Link.ROCE_V1, true, true)).address().orElseThrow().transport())
        .isEqualTo(Transport.ROCE_V1);
  }

  @Test
  void aMomentIsToldAlikeWhileTheClocksKeepTogether() {
    EndRecord end = end(98_000_000_000L, CONNECTED, Link.ROCE_V2, true, true);
    read(end);
    nanos += 1_000_000_000L;
    now = now.plusMillis(1100);
    assertThat(read(end).since()).contains(NOW.minusSeconds(2));

    // Somebody sets the clock.
    now = now.plus(Duration.ofHours(1));
    assertThat(read(end).since())
        .contains(NOW.plusMillis(100).plus(Duration.ofMinutes(60)).minusSeconds(2));
  }

  @Test
  void ofTwoRecordsTheNewerOneHolds() {
    EndRecord old = end(1_000_000_000L, EndRecord.STATE, Link.IB, false, false);
    EndRecord later = end(2_000_000_000L, CONNECTED, Link.ROCE_V2, true, true);

    assertThat(read(old, later)).isEqualTo(read(later, old)).isEqualTo(read(later));
  }

  @Test
  void oneThatNoCallHasChangedYetIsLeftOut() {
    assertThat(paths.read(visitor -> visitor.accept(end(0, 0, Link.UNKNOWN, false, false))))
        .isEmpty();
  }

  @Test
  void anAddressHandleHasItsMakerAndItsAddress() {
    HandleRecord made =
        new HandleRecord(
            5, 98_000_000_000L, 3000, 1, 7, 42, "app", address(Link.ROCE_V2, true, true));
    HandleRecord ofKernel =
        new HandleRecord(9, 0, 0, 2, 1, 0, "ib_ipoib", address(Link.IB, false, false));

    assertThat(
            new AddressHandles(moments).read(visitor -> List.of(made, ofKernel).forEach(visitor)))
        .containsExactly(
            new AddressHandle(
                5,
                1,
                7,
                42,
                "app",
                3000,
                NOW.minusSeconds(2),
                new Address(
                    Transport.ROCE_V2,
                    1,
                    OptionalInt.empty(),
                    0,
                    3,
                    Optional.of(Route.of("::ffff:10.77.0.1", 1, "fe80::7", 4, 64, 106)))),
            new AddressHandle(
                9,
                2,
                1,
                0,
                "ib_ipoib",
                0,
                NOW.minusSeconds(100),
                new Address(Transport.IB, 1, OptionalInt.of(9), 2, 3, Optional.empty())));
  }
}
