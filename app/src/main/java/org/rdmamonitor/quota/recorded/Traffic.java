// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.recorded;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Tenant;

/**
 * Turns samples into what a collector would have been told: the objects that existed at first, and
 * then each successful creation and destruction by a process, in order. Not safe for use by several
 * threads.
 */
public final class Traffic {
  private static final String UNKNOWN = "/[unknown]";

  private final Listener listener;
  private final Map<Long, String> paths = new HashMap<>();
  private final Map<Key, Held> objects = new HashMap<>();
  private Optional<Instant> begin = Optional.empty();
  private Instant end = Instant.EPOCH;
  private long lostAtFirst;
  private long lost;
  private long leftOut;
  private boolean isListed;

  private record Key(ResourceType type, int device, int id) {}

  /** An object, and whether to report its end. */
  private record Held(Tenant tenant, Amounts amounts, boolean isWanted) {}

  /** Is told what a collector would have been told. */
  public interface Listener {
    /** An object existed before anything was seen. */
    void found(Tenant tenant, Amounts amounts);

    /**
     * An object was made.
     *
     * @param time of day
     * @return false if its end should not be reported
     */
    boolean created(Tenant tenant, Amounts amounts, Instant time);

    /** An object has gone that was found, or that was made and is wanted. */
    void destroyed(Tenant tenant, Amounts amounts, Instant time);
  }

  public Traffic(Listener listener) {
    this.listener = listener;
  }

  /** Takes in the next sample of a source. */
  public void add(Sample sample) {
    for (Cgroup cgroup : sample.cgroups()) {
      if (!cgroup.path().isEmpty()) {
        paths.put(cgroup.id(), cgroup.path());
      }
    }
    if (begin.isEmpty()) {
      begin =
          Optional.of(
              sample.calls().stream()
                  .map(ControlCall::time)
                  .reduce(sample.time(), (one, other) -> one.isBefore(other) ? one : other));
      lostAtFirst = sample.health().of(Figure.LOST_EVENTS);
    }
    end = sample.time();
    lost = sample.health().of(Figure.LOST_EVENTS) - lostAtFirst;
    leftOut += sample.callsLeftOut();
    if (!isListed && !sample.inventory().equals(Inventory.NONE)) {
      isListed = true;
      find(sample);
    }
    sample.calls().forEach(this::add);
  }

  /** The first list of objects, without those that the calls in the same sample will report. */
  private void find(Sample sample) {
    Set<Key> made =
        sample.calls().stream()
            .filter(call -> call.verb().effect() == Verb.Effect.CREATES)
            .flatMap(call -> key(call).stream())
            .collect(Collectors.toSet());
    for (LiveObject object : sample.inventory().objects()) {
      Key key = new Key(object.type(), object.device(), object.id());
      Amounts amounts = amounts(object);
      if (object.pid() != 0
          && !amounts.isNone()
          && !made.contains(key)
          && !objects.containsKey(key)) {
        Tenant tenant = tenant(object.pid(), object.owner(), object.cgroup(), 0);
        objects.put(key, new Held(tenant, amounts, true));
        listener.found(tenant, amounts);
      }
    }
  }

  private static Amounts amounts(LiveObject object) {
    return amounts(object.type(), object.size());
  }

  private static Amounts amounts(ResourceType type, long size) {
    return switch (type) {
      case QP -> Amounts.ONE_QP;
      case CQ -> Amounts.queue(Math.max(0, size));
      case MR -> Amounts.region(Math.max(0, size));
      case PD, CM_ID, SRQ, CTX -> Amounts.NONE;
    };
  }

  /** The object of a successful call of a process, if it is one that is counted. */
  private static Optional<Key> key(ControlCall call) {
    if (call.failed() || call.caller().kernel() || call.objectId().isEmpty()) {
      return Optional.empty();
    }
    return call.verb()
        .type()
        .filter(type -> !amounts(type, 0).isNone())
        .map(type -> new Key(type, call.device(), call.objectId().getAsInt()));
  }

  private void add(ControlCall call) {
    Optional<Key> key = key(call);
    if (key.isPresent()) {
      switch (call.verb().effect()) {
        case CREATES -> create(key.get(), call);
        case DESTROYS -> destroy(key.get(), call);
        case NEITHER -> {}
      }
    }
  }

  private void create(Key key, ControlCall call) {
    destroy(key, call); // its end was not seen
    ControlCall.Caller caller = call.caller();
    Tenant tenant = tenant(caller.pid(), caller.comm(), caller.cgroup(), caller.uid());
    Amounts amounts = amounts(key.type(), call.size());
    boolean isWanted = listener.created(tenant, amounts, call.time());
    objects.put(key, new Held(tenant, amounts, isWanted));
  }

  private void destroy(Key key, ControlCall call) {
    Held held = objects.remove(key);
    if (held != null && held.isWanted()) {
      listener.destroyed(held.tenant(), held.amounts(), call.time());
    }
  }

  private Tenant tenant(int pid, String comm, long cgroup, int uid) {
    String path = Objects.requireNonNullElse(paths.get(cgroup), UNKNOWN);
    return new Tenant(new ProcessKey(pid, 0), uid, comm, path);
  }

  /** A time of day in nanoseconds. */
  static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  /** Whether a tenant has a path of its own, and so can have a limit. */
  static boolean isKnown(String cgroup) {
    return !cgroup.equals(UNKNOWN);
  }

  /**
   * What was seen.
   *
   * @param begin of the first call or sample
   * @param end of the last one
   * @param missed calls that were made and not seen
   */
  public record Extent(Instant begin, Instant end, long missed) {}

  /** What was seen so far; empty before the first sample. */
  public Optional<Extent> extent() {
    return begin.map(first -> new Extent(first, end, lost + leftOut));
  }
}
