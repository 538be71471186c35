// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

/**
 * How work requests are posted. Each end may have its own.
 *
 * @param batch work requests that are posted at once, from 1; at most a quarter of the depth is
 *     taken
 * @param batchBytes of data that a batch has at most, unless it is one message, from 1: many large
 *     messages at once only make a burst
 * @param moderation one of so many work requests completes visibly, from 1; at most half of the
 *     depth is taken
 * @param inline bytes up to which SEND and WRITE carry their data themselves, from 0; at most what
 *     the queue pairs can is taken
 * @param emptyPolls polls without a completion before the processor is offered to others, from 1
 */
public record Tuning(int batch, int batchBytes, int moderation, int inline, int emptyPolls) {
  /**
   * What is best in general: batches of 8 up to 32 KiB, one completion for 100, 220 bytes inline.
   */
  public static final Tuning DEFAULT = new Tuning(8, 32 << 10, 100, 220, 1_000);

  /** With batches of so many, however large. */
  public Tuning withBatch(int other) {
    return new Tuning(other, Integer.MAX_VALUE, moderation, inline, emptyPolls);
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
