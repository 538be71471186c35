// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Instant;
import java.util.Optional;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Finding;

/** Something that becomes a log record. Immutable. */
public sealed interface Observation {
  /** When it happened. */
  Instant time();

  /** Whether it is dropped before others if there is little room. */
  default boolean isMinor() {
    return false;
  }

  /**
   * A call that has finished, or was refused.
   *
   * @param device its name
   * @param cgroup in which it was made
   */
  record Call(ControlCall call, String device, Cgroup cgroup) implements Observation {
    @Override
    public Instant time() {
      return call.time();
    }

    @Override
    public boolean isMinor() {
      return call.refusal().isEmpty();
    }
  }

  /**
   * An asynchronous event.
   *
   * @param device its name
   * @param cgroup of the owner; empty where there is none
   */
  record Async(AsyncEvent event, String device, Optional<Cgroup> cgroup) implements Observation {
    @Override
    public Instant time() {
      return event.time();
    }

    @Override
    public boolean isMinor() {
      return !event.isTrouble();
    }
  }

  /**
   * Calls, or asynchronous events, of which only the number is known.
   *
   * @param time at the latest
   */
  record LostCalls(Instant time, long calls) implements Observation {}

  /**
   * A limit that began, or ceased, to be exceeded.
   *
   * @param cgroup whose limit it is; empty for one of the host
   */
  record BreachChange(Instant time, boolean begun, Optional<Cgroup> cgroup, Breach breach)
      implements Observation {}

  /** A finding of which there is news. */
  record FindingChange(Instant time, News news, Finding finding) implements Observation {
    /** What there is to tell. */
    public enum News {
      FOUND,
      /** It is more severe than before. */
      WORSE,
      /** It has not been seen for a while. */
      FADED
    }
  }
}
