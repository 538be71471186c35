// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

/**
 * What a loop has done. Frames are stamped ones unless it says otherwise.
 *
 * @param began nanoseconds of CLOCK_MONOTONIC; 0 before it has begun
 * @param ended when the last frame was sent or the loop returned; 0 while it goes on
 * @param received frames received, each counted once
 * @param strange frames without a stamp, or with another's
 * @param changed payloads that are not what was sent
 * @param duplicates frames that had been received before
 * @param reordered frames received after a later one of their flow
 * @param late the same, but so much later that it is no longer known whether they had been received
 *     before
 * @param answered frames that were sent back
 * @param relayedIn frames of any kind to the tap device
 * @param relayedOut frames of any kind from it
 * @param tapDropped frames that the tap device did not take
 */
public record LoopCounts(
    long began,
    long ended,
    long sent,
    long received,
    long sentBytes,
    long receivedBytes,
    long strange,
    long changed,
    long duplicates,
    long reordered,
    long late,
    long answered,
    long relayedIn,
    long relayedOut,
    long tapDropped) {
  /** The sum of two loops, from the beginning of the first to the end of the last. */
  public LoopCounts plus(LoopCounts other) {
    return new LoopCounts(
        began == 0 ? other.began : other.began == 0 ? began : Math.min(began, other.began),
        Math.max(ended, other.ended),
        sent + other.sent,
        received + other.received,
        sentBytes + other.sentBytes,
        receivedBytes + other.receivedBytes,
        strange + other.strange,
        changed + other.changed,
        duplicates + other.duplicates,
        reordered + other.reordered,
        late + other.late,
        answered + other.answered,
        relayedIn + other.relayedIn,
        relayedOut + other.relayedOut,
        tapDropped + other.tapDropped);
  }
}
