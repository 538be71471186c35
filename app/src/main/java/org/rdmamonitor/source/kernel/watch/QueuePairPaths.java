// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.nativelib.monitor.EndRecord;

/**
 * What the BPF programs keep of queue pairs' connections, converted to the model. For one thread at
 * a time.
 */
public final class QueuePairPaths {
  private static final int SMALLEST_MTU = 128; // times 2 to the power of enum ib_mtu
  private static final int LARGEST_MTU_NUMBER = 5;

  private final Moments moments;

  /** A converter. */
  public QueuePairPaths(Moments moments) {
    this.moments = moments;
  }

  /** A queue pair: the index of its device, and its number in the kernel's resource tracking. */
  public record Key(int device, int id) {}

  /**
   * Reads all. If there are two records of one queue pair, because an end was missed, the newer one
   * counts.
   */
  public Map<Key, QueuePairPath> read(Consumer<Consumer<EndRecord>> ends) {
    moments.compareClocks();
    Map<Key, EndRecord> newest = new HashMap<>();
    ends.accept(end ->
        newest.merge(
            new Key(end.device(), end.id()),
            end,
            (one, other) -> one.sinceNanos() > other.sinceNanos() ? one : other));
    Map<Key, QueuePairPath> paths = new HashMap<>();
    newest.forEach((key, end) -> {
      // If there are none, no call that was seen has succeeded so far.
      if (end.attributes() != 0) {
        paths.put(key, path(end));
      }
    });
    return paths;
  }

  private QueuePairPath path(EndRecord end) {
    return new QueuePairPath(
        end.has(EndRecord.STATE) ? QueuePairState.of(end.state()) : Optional.empty(),
        end.sinceNanos() == 0 ? Optional.empty() : Optional.of(moments.at(end.sinceNanos())),
        number(end, EndRecord.DESTINATION_QPN, end.destinationQpn()),
        number(end, EndRecord.PORT, end.port()),
        end.has(EndRecord.ADDRESS)
            ? Optional.of(PeerAddresses.of(end.address()))
            : Optional.empty(),
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

  /** In bytes; 0 if the number stands for no MTU. */
  private static int mtu(int number) {
    return number >= 1 && number <= LARGEST_MTU_NUMBER ? SMALLEST_MTU << number : 0;
  }
}
