// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * What was counted in one scope (the host, a device, a cgroup, or a cgroup on a device): calls by
 * verb, and objects by resource type.
 */
@SuppressWarnings("EnumOrdinal") // dense arrays that never leave this class
public final class Counts {

  private static final int VERBS = Verb.values().length;
  private static final int TYPES = ResourceType.values().length;
  private static final int SIZES = Size.values().length;

  public static final Counts ZERO = new Builder().build();

  private final long[] calls;
  private final long[] failed;
  private final long[] created;
  private final long[] destroyed;
  private final long[] live;
  private final long[] sizes;

  private Counts(Builder from) {
    calls = from.calls.clone();
    failed = from.failed.clone();
    created = from.created.clone();
    destroyed = from.destroyed.clone();
    live = from.live.clone();
    sizes = from.sizes.clone();
  }

  /** Calls made, whether they succeeded or not. */
  public long calls(Verb verb) {
    return calls[verb.ordinal()];
  }

  /**
   * The calls that tables for people tell of, when these are a host's counts since the start: most
   * hosts never see a flow rule, and then are not told so at every reading.
   */
  public List<Verb> verbsInTables() {
    return Arrays.stream(Verb.values())
        .filter(verb -> (verb != Verb.FLOW_CREATE && verb != Verb.FLOW_DESTROY) || calls(verb) > 0)
        .toList();
  }

  /** Calls that returned an error. */
  public long failed(Verb verb) {
    return failed[verb.ordinal()];
  }

  /** Objects created while the monitor watched. */
  public long created(ResourceType type) {
    return created[type.ordinal()];
  }

  /** Objects destroyed while the monitor watched, by whomever; booked where they were created. */
  public long destroyed(ResourceType type) {
    return destroyed[type.ordinal()];
  }

  /** Objects that exist. */
  public long live(ResourceType type) {
    return live[type.ordinal()];
  }

  /** What the live objects of a type come to together. */
  public long total(Size size) {
    return sizes[size.ordinal()];
  }

  public boolean hasCalls() {
    return Arrays.stream(calls).anyMatch(n -> n != 0);
  }

  public boolean hasLiveObjects() {
    return Arrays.stream(live).anyMatch(n -> n != 0);
  }

  /** Whether there is anything to say of whom they are of. */
  public boolean hasCallsOrObjects() {
    return hasCalls() || hasLiveObjects();
  }

  /** Whether what the objects come to together is not 0. */
  public boolean hasSizes() {
    return Arrays.stream(sizes).anyMatch(n -> n != 0);
  }

  public Counts plus(Counts other) {
    return combine(other, 1);
  }

  /** The difference; applied to two readings of one scope, what happened between them. */
  public Counts minus(Counts other) {
    return combine(other, -1);
  }

  private Counts combine(Counts other, int sign) {
    Builder sum = new Builder();
    for (int i = 0; i < VERBS; i++) {
      sum.calls[i] = calls[i] + sign * other.calls[i];
      sum.failed[i] = failed[i] + sign * other.failed[i];
    }
    for (int i = 0; i < TYPES; i++) {
      sum.created[i] = created[i] + sign * other.created[i];
      sum.destroyed[i] = destroyed[i] + sign * other.destroyed[i];
      sum.live[i] = live[i] + sign * other.live[i];
    }
    for (int i = 0; i < SIZES; i++) {
      sum.sizes[i] = sizes[i] + sign * other.sizes[i];
    }
    return sum.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counts that
        && Arrays.equals(calls, that.calls)
        && Arrays.equals(failed, that.failed)
        && Arrays.equals(created, that.created)
        && Arrays.equals(destroyed, that.destroyed)
        && Arrays.equals(live, that.live)
        && Arrays.equals(sizes, that.sizes);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(calls) + Arrays.hashCode(live);
  }

  @Override
  public String toString() {
    return "Counts[calls=%s, failed=%s, created=%s, destroyed=%s, live=%s, sizes=%s]"
        .formatted(
            Arrays.toString(calls),
            Arrays.toString(failed),
            Arrays.toString(created),
            Arrays.toString(destroyed),
            Arrays.toString(live),
            Arrays.toString(sizes));
  }

  /** Adds counts up. Not safe for use by more than one thread. */
  public static final class Builder {
    private final long[] calls = new long[Verb.values().length];
    private final long[] failed = new long[Verb.values().length];
    private final long[] created = new long[ResourceType.values().length];
    private final long[] destroyed = new long[ResourceType.values().length];
    private final long[] live = new long[ResourceType.values().length];
    private final long[] sizes = new long[Size.values().length];

    public Builder calls(Verb verb, long calls, long failed) {
      this.calls[verb.ordinal()] += calls;
      this.failed[verb.ordinal()] += failed;
      return this;
    }

    /** Adds creations and destructions that were watched; the live count follows. */
    public Builder objects(ResourceType type, long created, long destroyed) {
      this.created[type.ordinal()] += created;
      this.destroyed[type.ordinal()] += destroyed;
      return live(type, created - destroyed);
    }

    /** Adds objects that exist but whose creation was not watched. */
    public Builder live(ResourceType type, long count) {
      live[type.ordinal()] += count;
      return this;
    }

    /** Adds all counts of another scope. */
    public Builder add(Counts counts) {
      for (int i = 0; i < VERBS; i++) {
        calls[i] += counts.calls[i];
        failed[i] += counts.failed[i];
      }
      for (int i = 0; i < TYPES; i++) {
        created[i] += counts.created[i];
        destroyed[i] += counts.destroyed[i];
        live[i] += counts.live[i];
      }
      for (int i = 0; i < SIZES; i++) {
        sizes[i] += counts.sizes[i];
      }
      return this;
    }

    /** Adds to what the live objects of a type come to together. */
    public Builder size(Size size, long amount) {
      sizes[size.ordinal()] += amount;
      return this;
    }

    /** Adds to what the live objects of a type come to together, if that is counted of them. */
    public Builder size(ResourceType type, long amount) {
      Size.of(type).ifPresent(size -> size(size, amount));
      return this;
    }

    public Counts build() {
      return new Counts(this);
    }
  }
}
