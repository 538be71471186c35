// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.Arrays;

/**
 * What was counted in one scope (the host, a device, a cgroup, or a cgroup on a device): calls by
 * verb, and objects by resource type.
 */
@SuppressWarnings("EnumOrdinal") // dense arrays that never leave this class
public final class Counts {

  private static final int VERBS = Verb.values().length;
  private static final int TYPES = ResourceType.values().length;

  public static final Counts ZERO = new Builder().build();

  private final long[] calls;
  private final long[] failed;
  private final long[] created;
  private final long[] destroyed;
  private final long[] live;
  private final long mrBytes;

  private Counts(Builder from) {
    calls = from.calls.clone();
    failed = from.failed.clone();
    created = from.created.clone();
    destroyed = from.destroyed.clone();
    live = from.live.clone();
    mrBytes = from.mrBytes;
  }

  /** Calls made, whether they succeeded or not. */
  public long calls(Verb verb) {
    return calls[verb.ordinal()];
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

  /** Sum of the lengths of the live memory regions, in bytes. */
  public long mrBytes() {
    return mrBytes;
  }

  public boolean hasCalls() {
    return Arrays.stream(calls).anyMatch(n -> n != 0);
  }

  public boolean hasLiveObjects() {
    return Arrays.stream(live).anyMatch(n -> n != 0);
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
    sum.mrBytes = mrBytes + sign * other.mrBytes;
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
        && mrBytes == that.mrBytes;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(calls) + Arrays.hashCode(live);
  }

  @Override
  public String toString() {
    return "Counts[calls=%s, failed=%s, created=%s, destroyed=%s, live=%s, mrBytes=%d]"
        .formatted(
            Arrays.toString(calls),
            Arrays.toString(failed),
            Arrays.toString(created),
            Arrays.toString(destroyed),
            Arrays.toString(live),
            mrBytes);
  }

  /** Adds counts up. Not safe for use by more than one thread. */
  public static final class Builder {
    private final long[] calls = new long[Verb.values().length];
    private final long[] failed = new long[Verb.values().length];
    private final long[] created = new long[ResourceType.values().length];
    private final long[] destroyed = new long[ResourceType.values().length];
    private final long[] live = new long[ResourceType.values().length];
    private long mrBytes;

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
      return mrBytes(counts.mrBytes);
    }

    public Builder mrBytes(long bytes) {
      mrBytes += bytes;
      return this;
    }

    public Counts build() {
      return new Counts(this);
    }
  }
}
