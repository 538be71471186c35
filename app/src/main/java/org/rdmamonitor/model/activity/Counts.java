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
@SuppressWarnings("EnumOrdinal") // a dense array that never leaves this class
public final class Counts {
  // Where in the array the calls of all verbs begin, those that failed, and so on.
  private static final int CALLS = 0;
  private static final int FAILED = CALLS + Verb.values().length;
  private static final int CREATED = FAILED + Verb.values().length;
  private static final int DESTROYED = CREATED + ResourceType.values().length;
  private static final int LIVE = DESTROYED + ResourceType.values().length;
  private static final int SIZES = LIVE + ResourceType.values().length;
  private static final int END = SIZES + Size.values().length;

  public static final Counts ZERO = new Builder().build();

  private final long[] numbers;

  private Counts(long[] numbers) {
    this.numbers = numbers;
  }

  /** Calls made, whether they succeeded or not. */
  public long calls(Verb verb) {
    return numbers[CALLS + verb.ordinal()];
  }

  /**
   * The verbs that tables for people show, if these are a host's counts since the start: most hosts
   * never see a flow rule, and need not be told so at every reading.
   */
  public List<Verb> verbsInTables() {
    return Arrays.stream(Verb.values())
        .filter(verb -> (verb != Verb.FLOW_CREATE && verb != Verb.FLOW_DESTROY) || calls(verb) > 0)
        .toList();
  }

  /** Calls that returned an error. */
  public long failed(Verb verb) {
    return numbers[FAILED + verb.ordinal()];
  }

  /** Objects created while the monitor watched. */
  public long created(ResourceType type) {
    return numbers[CREATED + type.ordinal()];
  }

  /** Objects destroyed while the monitor watched, by anyone; counted where they were created. */
  public long destroyed(ResourceType type) {
    return numbers[DESTROYED + type.ordinal()];
  }

  /** Objects that exist. */
  public long live(ResourceType type) {
    return numbers[LIVE + type.ordinal()];
  }

  /** Calls of all verbs, whether they succeeded or not. */
  public long allCalls() {
    return sum(CALLS, FAILED);
  }

  /** Calls of all verbs that returned an error. */
  public long allFailed() {
    return sum(FAILED, CREATED);
  }

  /** Objects of all types that exist. */
  public long allLive() {
    return sum(LIVE, SIZES);
  }

  private long sum(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  /** The total size of the live objects of a type. */
  public long total(Size size) {
    return numbers[SIZES + size.ordinal()];
  }

  public boolean hasCalls() {
    return has(CALLS, FAILED);
  }

  public boolean hasLiveObjects() {
    return has(LIVE, SIZES);
  }

  /** Whether there is anything to tell about the owner of these counts. */
  public boolean hasCallsOrObjects() {
    return hasCalls() || hasLiveObjects();
  }

  /** Whether any total size is not 0. */
  public boolean hasSizes() {
    return has(SIZES, END);
  }

  /**
   * Whether the owner of these counts holds anything: live objects, or objects whose sizes add up
   * to more than 0.
   */
  public boolean ownsAny() {
    return hasLiveObjects() || hasSizes();
  }

  private boolean has(int from, int to) {
    for (int i = from; i < to; i++) {
      if (numbers[i] != 0) {
        return true;
      }
    }
    return false;
  }

  public Counts plus(Counts other) {
    return combine(other, 1);
  }

  /** The difference; applied to two readings of one scope, what happened between them. */
  public Counts minus(Counts other) {
    return combine(other, -1);
  }

  private Counts combine(Counts other, int sign) {
    long[] sums = new long[END];
    for (int i = 0; i < END; i++) {
      sums[i] = numbers[i] + sign * other.numbers[i];
    }
    return new Counts(sums);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counts that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  @Override
  public String toString() {
    return "Counts[calls=%s, failed=%s, created=%s, destroyed=%s, live=%s, sizes=%s]"
        .formatted(
            text(CALLS, FAILED),
            text(FAILED, CREATED),
            text(CREATED, DESTROYED),
            text(DESTROYED, LIVE),
            text(LIVE, SIZES),
            text(SIZES, END));
  }

  private String text(int from, int to) {
    return Arrays.toString(Arrays.copyOfRange(numbers, from, to));
  }

  /** Adds counts up. Not safe for use by more than one thread. */
  public static final class Builder {
    private final long[] numbers = new long[END];

    public Builder calls(Verb verb, long calls, long failed) {
      numbers[CALLS + verb.ordinal()] += calls;
      numbers[FAILED + verb.ordinal()] += failed;
      return this;
    }

    /** Adds creations and destructions that were watched; the live count follows. */
    public Builder objects(ResourceType type, long created, long destroyed) {
      numbers[CREATED + type.ordinal()] += created;
      numbers[DESTROYED + type.ordinal()] += destroyed;
      return live(type, created - destroyed);
    }

    /** Adds objects that exist but whose creation was not watched. */
    public Builder live(ResourceType type, long count) {
      numbers[LIVE + type.ordinal()] += count;
      return this;
    }

    /** Adds all counts of another scope. */
    public Builder add(Counts counts) {
      return add(counts.numbers);
    }

    /** Adds what was added to another one. */
    public Builder add(Builder other) {
      return add(other.numbers);
    }

    private Builder add(long[] added) {
      for (int i = 0; i < END; i++) {
        numbers[i] += added[i];
      }
      return this;
    }

    /** Adds to the total size of the live objects of a type. */
    public Builder size(Size size, long amount) {
      numbers[SIZES + size.ordinal()] += amount;
      return this;
    }

    /** Adds to the total size of the live objects of a type, if that is counted for the type. */
    public Builder size(ResourceType type, long amount) {
      Size.of(type).ifPresent(size -> size(size, amount));
      return this;
    }

    public Counts build() {
      return new Counts(numbers.clone());
    }
  }
}
