// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/**
 * What a queue pair is made of.
 *
 * @param send where its send work requests complete
 * @param receive where its receives complete; may be the same
 * @param maxSend send work requests that may be posted and not completed, from 1
 * @param maxReceive the same of receives, from 0
 * @param maxSegments scatter-gather entries of a work request, from 1
 * @param maxInline bytes that a send work request carries itself, from 0
 * @param signalAll whether each send work request completes visibly, whatever its flags
 */
public record QueuePairOptions(
    Transport transport,
    CompletionQueue send,
    CompletionQueue receive,
    int maxSend,
    int maxReceive,
    int maxSegments,
    int maxInline,
    boolean signalAll) {
  /** Checks the ranges. */
  public QueuePairOptions {
    Ranges.check("number of send work requests", maxSend, 1, Integer.MAX_VALUE);
    Ranges.check("number of receives", maxReceive, 0, Integer.MAX_VALUE);
    Ranges.check("number of segments", maxSegments, 1, Integer.MAX_VALUE);
    Ranges.check("number of inline bytes", maxInline, 0, Integer.MAX_VALUE);
  }

  /** With one segment and no inline data, all completing on one queue, signalled by flag. */
  public static QueuePairOptions of(Transport transport, CompletionQueue queue, int depth) {
    return new QueuePairOptions(transport, queue, queue, depth, depth, 1, 0, false);
  }

  /** The same with this much inline data. */
  public QueuePairOptions withInline(int bytes) {
    return new QueuePairOptions(
        transport, send, receive, maxSend, maxReceive, maxSegments, bytes, signalAll);
  }
}
