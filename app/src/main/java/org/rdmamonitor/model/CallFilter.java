// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.CgroupName;

/**
 * Which calls and asynchronous events are wanted: those that meet every condition that is set. An
 * event has no result and no duration, so it never meets a condition on errors or durations.
 *
 * @param verbs calls of any of them; none for all, unless {@code events} has some
 * @param events events that any of them accepts; none for all, unless {@code verbs} has some
 * @param pid the process that made the call, or has the object
 * @param cgroup the path of a cgroup: calls made in it or below it, and events of objects there; or
 *     a name, see {@link CgroupName#isMeant}
 * @param device the name of the device
 * @param errno which results; a positive number, or 0 for success
 * @param least the shortest duration
 */
public record CallFilter(
    Set<Verb> verbs,
    List<Predicate<AsyncEvent>> events,
    OptionalInt pid,
    Optional<String> cgroup,
    Optional<String> device,
    IntPredicate errno,
    Duration least) {

  public CallFilter {
    verbs = Set.copyOf(verbs);
    events = List.copyOf(events);
  }

  /** Whether a call or event is wanted; these are the names of the sample that it came with. */
  public boolean accepts(ControlEvent event, CallNames names) {
    return device.map(d -> d.equals(names.device(event))).orElse(true)
        && switch (event) {
          case ControlCall call -> acceptsCall(call, names);
          case AsyncEvent async -> acceptsEvent(async, names);
        };
  }

  private boolean acceptsCall(ControlCall call, CallNames names) {
    return (verbs.isEmpty() ? events.isEmpty() : verbs.contains(call.verb()))
        && (pid.isEmpty() || pid.getAsInt() == call.caller().pid())
        && errno.test(call.errno())
        && call.duration().compareTo(least) >= 0
        && cgroup.map(c -> CgroupName.isMeant(c, names.cgroup(call))).orElse(true);
  }

  private boolean acceptsEvent(AsyncEvent event, CallNames names) {
    return (events.isEmpty() ? verbs.isEmpty() : events.stream().anyMatch(e -> e.test(event)))
        && (pid.isEmpty()
            || event.owner().filter(o -> !o.kernel() && o.pid() == pid.getAsInt()).isPresent())
        && errno.test(0)
        && least.isZero()
        && cgroup
            .map(c -> names.cgroup(event).filter(own -> CgroupName.isMeant(c, own)).isPresent())
            .orElse(true);
  }
}
