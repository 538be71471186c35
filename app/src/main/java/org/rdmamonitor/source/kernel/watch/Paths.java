// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.rdmamonitor.model.QueuePairPath;
import org.rdmamonitor.model.QueuePairPath.Address;
import org.rdmamonitor.model.QueuePairPath.Route;
import org.rdmamonitor.model.QueuePairPath.Transport;
import org.rdmamonitor.model.QueuePairState;
import org.rdmamonitor.nativelib.monitor.EndRecord;
import org.rdmamonitor.source.kernel.host.Gids;

/**
 * What the BPF programs keep of queue pairs' connections, in the words of the model. For one thread
 * at a time.
 */
public final class Paths {
  /** By how much the two clocks may drift apart before they are compared again. */
  private static final Duration DRIFT = Duration.ofSeconds(1);

  private static final int SMALLEST_MTU = 128; // times 2 to the power of enum ib_mtu
  private static final int LARGEST_MTU_NUMBER = 5;

  private final Clock clock;
  private final LongSupplier nanos;

  /**
   * The time of the monotonic clock's zero. It is kept, so that one moment is told in the same way
   * at each reading.
   */
  private Instant zero;

  /**
   * A converter.
   *
   * @param nanos CLOCK_MONOTONIC
   */
  public Paths(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.zero = zero();
  }

  /** A queue pair: the index of its device, and its number in the kernel's resource tracking. */
  public record Key(int device, int id) {}

  /**
   * Reads all. Of two records of one queue pair, which there are if an end was missed, the newer.
   */
  public Map<Key, QueuePairPath> read(Consumer<Consumer<EndRecord>> ends) {
    Instant now = zero();
    if (Duration.between(zero, now).abs().compareTo(DRIFT) > 0) {
      zero = now;
    }
    Map<Key, EndRecord> newest = new HashMap<>();
    ends.accept(end ->
        newest.merge(
            new Key(end.device(), end.id()),
            end,
            (one, other) -> one.sinceNanos() > other.sinceNanos() ? one : other));
    Map<Key, QueuePairPath> paths = new HashMap<>();
    newest.forEach((key, end) -> {
      // None of the calls that were seen has succeeded so far.
      if (end.attributes() != 0) {
        paths.put(key, path(end));
      }
    });
    return paths;
  }

  private Instant zero() {
    return clock.instant().minusNanos(nanos.getAsLong());
  }

  private QueuePairPath path(EndRecord end) {
    return new QueuePairPath(
        end.has(EndRecord.STATE) ? QueuePairState.of(end.state()) : Optional.empty(),
        end.sinceNanos() == 0 ? Optional.empty() : Optional.of(zero.plusNanos(end.sinceNanos())),
        number(end, EndRecord.DESTINATION_QPN, end.destinationQpn()),
        number(end, EndRecord.PORT, end.port()),
        end.has(EndRecord.ADDRESS) ? Optional.of(address(end.address())) : Optional.empty(),
        number(end, EndRecord.PATH_MTU, mtu(end.pathMtu())),
        number(end, EndRecord.TIMEOUT, end.timeout()),
        number(end, EndRecord.RETRY_COUNT, end.retryCount()),
        number(end, EndRecord.RNR_RETRY, end.rnrRetry()),
        number(end, EndRecord.MIN_RNR_TIMER, end.minRnrTimer()),
        number(end, EndRecord.RQ_PSN, end.rqPsn()),
        number(end, EndRecord.SQ_PSN, end.sqPsn()),
        number(end, EndRecord.MAX_READS, end.maxReads()),
        number(end, EndRecord.MAX_READS_SERVED, end.maxReadsServed()));
  }

  private static OptionalInt number(EndRecord end, int attribute, int value) {
    return end.has(attribute) ? OptionalInt.of(value) : OptionalInt.empty();
  }

  /** In bytes; 0 for a number that stands for none. */
  private static int mtu(int number) {
    return number >= 1 && number <= LARGEST_MTU_NUMBER ? SMALLEST_MTU << number : 0;
  }

  private static Address address(EndRecord.Address address) {
    boolean hasLids = address.link() == EndRecord.Link.IB || address.link() == EndRecord.Link.OPA;
    return new Address(
        transport(address),
        address.port(),
        hasLids ? OptionalInt.of(address.lid()) : OptionalInt.empty(),
        hasLids ? address.pathBits() : 0,
        address.serviceLevel(),
        address.isGlobal() ? Optional.of(route(address)) : Optional.empty());
  }

  private static Transport transport(EndRecord.Address address) {
    return switch (address.link()) {
      case UNKNOWN -> Transport.UNKNOWN;
      case IB -> Transport.IB;
      case OPA -> Transport.OPA;
      case ROCE_V1 -> address.isOwnGidKnown() ? Transport.ROCE_V1 : Transport.ROCE;
      case ROCE_V2 -> Transport.ROCE_V2;
    };
  }

  private static Route route(EndRecord.Address address) {
    return new Route(
        address.isOwnGidKnown() ? Gids.text(address.ownGid().high(), address.ownGid().low()) : "",
        address.gidIndex(),
        Gids.text(address.peerGid().high(), address.peerGid().low()),
        address.flowLabel(),
        address.hopLimit(),
        address.trafficClass());
  }
}
