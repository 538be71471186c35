// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.List;

/**
 * How well the source could see, and what it missed. All counts are since the source was opened.
 *
 * @param hooks every place in the kernel that the source wanted to watch
 * @param eventsSeen events read from the ring buffer
 * @param eventsLost events that the ring buffer had no room for; counts are not affected
 * @param returnsMissed calls whose return, and so errno and duration, was not seen
 * @param objectsMissed objects that the hooks could not track, or whose end they did not see
 * @param drift objects by which the hooks and the kernel's own list differ at this moment; -1 where
 *     they could not be compared
 * @param resyncs how often the counts were corrected from the kernel's own list
 * @param objectsCorrected objects added or removed by these corrections
 * @param eventsFailed events that were read and could not be taken in; counts are not affected
 * @param readerTrouble why events are not read any more; empty as long as they are
 * @param objectsLeftOut objects that exist and are not in the inventory one by one
 * @param memoryShortages how often memory ran out and something was done without
 */
public record Health(
    List<Hook> hooks,
    long eventsSeen,
    long eventsLost,
    long returnsMissed,
    long objectsMissed,
    long drift,
    long resyncs,
    long objectsCorrected,
    long eventsFailed,
    String readerTrouble,
    long objectsLeftOut,
    long memoryShortages) {

  /** Health of a source whose events are all taken in, and which left nothing out. */
  public Health(
      List<Hook> hooks,
      long eventsSeen,
      long eventsLost,
      long returnsMissed,
      long objectsMissed,
      long drift,
      long resyncs,
      long objectsCorrected) {
    this(
        hooks,
        eventsSeen,
        eventsLost,
        returnsMissed,
        objectsMissed,
        drift,
        resyncs,
        objectsCorrected,
        0,
        "",
        0,
        0);
  }

  /** The same of one whose events are read like this. */
  public Health withReader(long failed, String trouble) {
    return new Health(
        hooks,
        eventsSeen,
        eventsLost,
        returnsMissed,
        objectsMissed,
        drift,
        resyncs,
        objectsCorrected,
        failed,
        trouble,
        objectsLeftOut,
        memoryShortages);
  }

  /** The same of one that left this out. */
  public Health withLeftOut(long objects, long shortages) {
    return new Health(
        hooks,
        eventsSeen,
        eventsLost,
        returnsMissed,
        objectsMissed,
        drift,
        resyncs,
        objectsCorrected,
        eventsFailed,
        readerTrouble,
        objects,
        shortages);
  }

  /**
   * A place in the kernel that the source wants to watch.
   *
   * @param name the row it feeds: a verb ({@code QP_CREATE}), or {@code objects}
   * @param symbol the kernel function or tracepoint
   * @param state whether it is watched
   * @param reason why not, in words for a person; empty where it is attached
   */
  public record Hook(String name, String symbol, State state, String reason) {
    public enum State {
      ATTACHED,
      /** This kernel has no such function, or refused the probe. */
      UNAVAILABLE,
      /** Its module is not loaded; it will be attached when it is. */
      WAITING
    }
  }

  public Health {
    hooks = List.copyOf(hooks);
  }

  /** Whether events are still read. */
  public boolean isReading() {
    return readerTrouble.isEmpty();
  }
}
