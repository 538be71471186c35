// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/**
 * How work requests are posted. Each end may have its own tuning.
 *
 * @param batch work requests that are posted at once, from 1; at most a quarter of the depth is
 *     used
 * @param batchBytes of data that a batch has at most, unless it is one message, from 1: many large
 *     messages at once only make a burst
 * @param moderation one in this many work requests is signalled, from 1; at most half of the depth
 *     is used
 * @param inline up to how many bytes SEND and WRITE carry their data themselves, from 0; at most
 *     what the queue pairs can is used
 * @param emptyPolls polls without a completion before the processor is yielded to others, from 1
 */
public record Tuning(int batch, int batchBytes, int moderation, int inline, int emptyPolls) {
  /**
   * What is best in general: batches of 8 up to 32 KiB, one completion for 100, 220 bytes inline.
   */
  public static final Tuning DEFAULT = new Tuning(8, 32 << 10, 100, 220, 1_000);

  /** The same tuning with batches of this many requests, however large. */
  public Tuning withBatch(int other) {
    return new Tuning(other, Integer.MAX_VALUE, moderation, inline, emptyPolls);
  }

  /** The same tuning with one in this many requests signalled. */
  public Tuning withModeration(int other) {
    return new Tuning(batch, batchBytes, other, inline, emptyPolls);
  }

  /** The same tuning with inline data up to this many bytes. */
  public Tuning withInline(int other) {
    return new Tuning(batch, batchBytes, moderation, other, emptyPolls);
  }

  /** Checks the ranges. */
  public Tuning {
    if (batch < 1 || batchBytes < 1 || moderation < 1 || inline < 0 || emptyPolls < 1) {
      throw new IllegalArgumentException(
          "batch %d of %d bytes, moderation %d, inline %d, empty polls %d"
              .formatted(batch, batchBytes, moderation, inline, emptyPolls));
    }
  }
}
