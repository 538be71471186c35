// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.Optional;

/**
 * What one end counted of a run.
 *
 * @param size bytes of payload of each message, as in {@link Start}
 * @param bytes of payload that this end moved, up to 2^62
 * @param operations that this end completed, up to 2^62
 * @param rejected messages that were not what they had to be (when verified or sealed)
 * @param elapsedNanos from the first work request to the last completion, up to two days
 * @param latency if it was measured
 */
public record Result(
    long size,
    long bytes,
    long operations,
    long rejected,
    long elapsedNanos,
    Optional<Latency> latency)
    implements Message {
  static final int LEAST_BYTES = 37;

  private static final long MOST = 1L << 62;
  private static final Field SIZE = new Field("size", 1, Sizes.LARGEST);
  private static final Field BYTES = new Field("bytes", 0, MOST);
  private static final Field OPERATIONS = new Field("operations", 0, MOST);
  private static final Field REJECTED = new Field("rejected", 0, MOST);
  private static final Field ELAPSED = new Field("elapsed_ns", 0, 2 * 86_400_000_000_000L);

  public Result {
    SIZE.check(size);
    BYTES.check(bytes);
    OPERATIONS.check(operations);
    REJECTED.check(rejected);
    ELAPSED.check(elapsedNanos);
  }

  @Override
  public MessageType type() {
    return MessageType.RESULT;
  }

  @Override
  public void write(WireOutput out) {
    out.u32(size);
    out.u64(bytes);
    out.u64(operations);
    out.u64(rejected);
    out.u64(elapsedNanos);
    out.u8(latency.isPresent() ? 1 : 0);
    latency.ifPresent(measured -> measured.write(out));
  }

  static Result read(WireInput in) throws WireException {
    return new Result(
        in.u32(),
        in.u64(),
        in.u64(),
        in.u64(),
        in.u64(),
        in.flag("latency_present") ? Optional.of(Latency.read(in)) : Optional.empty());
  }
}
