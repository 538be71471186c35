// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.Joiner;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.units.Times;

/**
 * J3, J4, J5, J7 and J9: attributes that were set differently at both ends and do not fit together.
 */
final class UnequalEnds {
  /** The unit of the acknowledgement timeout, in nanoseconds. */
  private static final long TIMEOUT_UNIT = 4096;

  private static final int LONGEST_TIMEOUT = 31;

  /** InfiniBand lets a device wait up to four times as long as the timeout says. */
  private static final int LATEST = 4;

  /** The rnr_retry that means retrying without end. */
  private static final int NO_END = 7;

  /**
   * Nanoseconds: a process that does not run for a moment fails to post receives for longer than
   * this.
   */
  private static final long SHORT = 1_000_000;

  /** RNR timers by their encoding, in units of 10 us (InfiniBand 9.7.5.2.8, table 45). */
  private static final int[] RNR_TIMERS = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  private static final int ECN_BITS = 2;

  private final JoinedHosts hosts;
  private final Sightings sightings;

  UnequalEnds(JoinedHosts hosts, Sightings sightings) {
    this.hosts = hosts;
    this.sightings = sightings;
  }

  void see(ConnectionPair pair) {
    ConnectionEnd one = pair.one();
    ConnectionEnd other = pair.other();
    psn(one, other, pair.certain());
    psn(other, one, pair.certain());
    if (!pair.certain()) {
      return;
    }
    mtu(one, other);
    service(one, other);
    seeFrom(one, other);
    seeFrom(other, one);
  }

  private void seeFrom(ConnectionEnd end, ConnectionEnd peer) {
    timeout(end, peer);
    notReady(end, peer);
    reads(end, peer);
  }

  private void found(
      JoinRule rule, Severity severity, ConnectionEnd one, ConnectionEnd other, String evidence) {
    found(rule, severity, one, other, "", evidence);
  }

  private void found(
      JoinRule rule,
      Severity severity,
      ConnectionEnd one,
      ConnectionEnd other,
      String kind,
      String evidence) {
    sightings.add(
        rule,
        severity,
        EndNames.group(one, hosts) + " and " + EndNames.group(other, hosts),
        kind,
        evidence,
        hosts.time(one.host(), one.life().connected().orElse(hosts.host(one).begin())));
  }

  /** {@code queue pair 17 of app[42] (node1)}. */
  private String at(ConnectionEnd end) {
    return "%s (%s)".formatted(EndNames.pair(end), hosts.host(end).name());
  }

  private static OptionalInt of(ConnectionEnd end, Function<QueuePairPath, OptionalInt> value) {
    return end.connection().pair().path().map(value).orElse(OptionalInt.empty());
  }

  private void mtu(ConnectionEnd one, ConnectionEnd other) {
    OptionalInt mtu = of(one, QueuePairPath::mtu);
    OptionalInt others = of(other, QueuePairPath::mtu);
    if (mtu.isPresent() && others.isPresent() && !mtu.equals(others)) {
      found(
          JoinRule.J3,
          Severity.WARNING,
          one,
          other,
          "%s and %s".formatted(mtu.getAsInt(), others.getAsInt()),
          "%s has a path MTU of %d, and its peer, %s, one of %d"
              .formatted(at(one), mtu.getAsInt(), at(other), others.getAsInt()));
    }
  }

  private void psn(ConnectionEnd sender, ConnectionEnd receiver, boolean isCertain) {
    if (sender.connection().pair().type() == QueuePairType.XRC_TGT) {
      return; // It sends no packets with such numbers.
    }
    OptionalInt sent = Joiner.psn(sender, true);
    OptionalInt awaited = Joiner.psn(receiver, false);
    if (sent.isPresent() && awaited.isPresent() && !sent.equals(awaited)) {
      int apart = (awaited.getAsInt() - sent.getAsInt()) << 8 >> 8;
      found(
          JoinRule.J4,
          isCertain ? Severity.CRITICAL : Severity.NOTICE,
          sender,
          receiver,
          "%s begins to send at another PSN than its peer, %s, awaits: that is %+d from it"
                  .formatted(at(sender), at(receiver), apart)
              + (isCertain ? "" : EndNames.UNLESS_ANOTHER));
    }
  }

  /**
   * Compares only the DSCP of the traffic class, whose other bits are for congestion marks; if that
   * does not differ, on RoCE the service level.
   */
  private void service(ConnectionEnd one, ConnectionEnd other) {
    Optional<Address> there = one.connection().address().filter(UnequalEnds::isKnown);
    Optional<Address> back = other.connection().address().filter(UnequalEnds::isKnown);
    if (there.isEmpty() || back.isEmpty()) {
      return;
    }
    OptionalInt classThere = trafficClass(there.get());
    OptionalInt classBack = trafficClass(back.get());
    if (classThere.isPresent()
        && classBack.isPresent()
        && classThere.getAsInt() >> ECN_BITS != classBack.getAsInt() >> ECN_BITS) {
      different(one, other, "traffic class", classThere.getAsInt(), classBack.getAsInt());
    } else if (isRoce(there.get()) && there.get().serviceLevel() != back.get().serviceLevel()) {
      different(one, other, "service level", there.get().serviceLevel(), back.get().serviceLevel());
    }
  }

  private void different(ConnectionEnd one, ConnectionEnd other, String what, int there, int back) {
    found(
        JoinRule.J7,
        Severity.WARNING,
        one,
        other,
        "%s %d and %d".formatted(what, there, back),
        "%s sends with %s %d, and its peer, %s, with %d"
            .formatted(at(one), what, there, at(other), back));
  }

  private static OptionalInt trafficClass(Address address) {
    return address.route().map(Route::trafficClass).orElse(OptionalInt.empty());
  }

  private static boolean isKnown(Address address) {
    return address.transport() != Transport.UNKNOWN;
  }

  private static boolean isRoce(Address address) {
    return switch (address.transport()) {
      case ROCE, ROCE_V1, ROCE_V2 -> true;
      case UNKNOWN, IB, OPA -> false;
    };
  }

  /** Whether the end waits for acknowledgements of its peer. */
  private static boolean isRequester(ConnectionEnd end) {
    QueuePairType type = end.connection().pair().type();
    return type == QueuePairType.RC || type == QueuePairType.XRC_INI;
  }

  /** How many nanoseconds one wait for an acknowledgement takes; 0 if it has no end. */
  private static long timeout(int encoded) {
    return encoded <= 0 || encoded > LONGEST_TIMEOUT ? 0 : TIMEOUT_UNIT << encoded;
  }

  private void timeout(ConnectionEnd end, ConnectionEnd peer) {
    OptionalInt own = of(end, QueuePairPath::timeout);
    OptionalInt others = of(peer, QueuePairPath::timeout);
    OptionalInt retries = of(end, QueuePairPath::retries);
    if (!isRequester(end) || !isRequester(peer) || own.isEmpty() || others.isEmpty()) {
      return;
    }
    long wait = timeout(own.getAsInt());
    long peersWait = timeout(others.getAsInt());
    if (wait == 0 || retries.isEmpty()) {
      return;
    }
    long patience = wait * (Math.clamp(retries.getAsInt(), 0, NO_END) + 1);
    if (peersWait != 0 && patience * LATEST >= peersWait) {
      return;
    }
    String evidence =
        "%s gives up %s after the first packet that is not acknowledged (timeout %d, retries %d),"
                .formatted(at(end), Times.text(patience), own.getAsInt(), retries.getAsInt())
            + (peersWait == 0
                ? " and its peer, %s, never (timeout 0)".formatted(at(peer))
                : " before its peer, %s, has waited for one once: %s (timeout %d)"
                    .formatted(at(peer), Times.text(peersWait), others.getAsInt()));
    found(JoinRule.J5, Severity.WARNING, end, peer, "timeout", evidence);
  }

  private void notReady(ConnectionEnd end, ConnectionEnd peer) {
    OptionalInt retries = of(end, QueuePairPath::rnrRetries);
    OptionalInt timer = of(peer, QueuePairPath::rnrTimer);
    if (!isRequester(end) || retries.isEmpty() || timer.isEmpty()) {
      return;
    }
    int times = retries.getAsInt();
    long delay = RNR_TIMERS[timer.getAsInt() & LONGEST_TIMEOUT] * 10_000L;
    if (times >= 0 && times < NO_END && times * delay < SHORT) {
      found(
          JoinRule.J5,
          Severity.NOTICE,
          end,
          peer,
          "rnr",
          "%s asks a peer that is not ready %d times more, and %s has it wait %s in between"
              .formatted(at(end), times, at(peer), Times.text(delay)));
    }
  }

  private void reads(ConnectionEnd end, ConnectionEnd peer) {
    OptionalInt asked = of(end, QueuePairPath::reads);
    OptionalInt served = of(peer, QueuePairPath::readsServed);
    if (isRequester(end)
        && asked.isPresent()
        && served.isPresent()
        && asked.getAsInt() > served.getAsInt()) {
      found(
          JoinRule.J9,
          Severity.NOTICE,
          end,
          peer,
          "%s may have %d reads under way, and its peer, %s, serves %d"
              .formatted(at(end), asked.getAsInt(), at(peer), served.getAsInt()));
    }
  }
}
