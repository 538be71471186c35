// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is done about limits.
 *
 * @param mode what was asked for
 * @param active whether the kernel refuses
 * @param trips whether it kills what got past the gate
 * @param reason why the kernel does less than was asked for, in words for a person; else empty
 * @param notRead requests that the gate could not read and let through, since the source was opened
 * @param tallies the host first, then tenants by path; empty where nothing is enforced
 */
public record Enforcement(
    Mode mode, boolean active, boolean trips, String reason, long notRead, List<Tally> tallies) {
  /** Limits are watched. */
  public static final Enforcement NONE =
      new Enforcement(Mode.OBSERVE, false, false, "", 0, List.of());

  /** How far it goes. */
  public enum Mode {
    /** What exceeds a limit is flagged. */
    OBSERVE,
    /** It is refused. */
    DENY,
    /** And a process that gets around that is killed. */
    STRICT
  }

  /**
   * One quota, and what came of it. All counts are since the source was opened.
   *
   * @param cgroup path of the tenant; empty for the host
   * @param quota what there may be
   * @param held live objects, and those promised that are being made
   * @param refused creations refused for the number of objects
   * @param refusedRates calls refused for the rate of their verb
   * @param refusedCalls calls refused for the rate of all
   * @param killed processes killed at the creation of an object
   * @param passed objects whose creation had not asked at the gate
   * @param over of these, those over the limit
   * @param memory the same of the bytes of memory regions
   */
  public record Tally(
      String cgroup,
      Quota quota,
      Map<ResourceType, Long> held,
      Map<ResourceType, Long> refused,
      Map<Verb, Long> refusedRates,
      long refusedCalls,
      Map<ResourceType, Long> killed,
      Map<ResourceType, Long> passed,
      Map<ResourceType, Long> over,
      Memory memory) {
    /** Without what came of memory. */
    public static final Memory NO_MEMORY = new Memory(0, 0, 0, 0, 0);

    /** One without that. */
    public Tally(
        String cgroup,
        Quota quota,
        Map<ResourceType, Long> held,
        Map<ResourceType, Long> refused,
        Map<Verb, Long> refusedRates,
        long refusedCalls,
        Map<ResourceType, Long> killed,
        Map<ResourceType, Long> passed,
        Map<ResourceType, Long> over) {
      this(
          cgroup,
          quota,
          held,
          refused,
          refusedRates,
          refusedCalls,
          killed,
          passed,
          over,
          NO_MEMORY);
    }

    public Tally {
      held = Map.copyOf(held);
      refused = Map.copyOf(refused);
      refusedRates = Map.copyOf(refusedRates);
      killed = Map.copyOf(killed);
      passed = Map.copyOf(passed);
      over = Map.copyOf(over);
    }

    /** What came of it since another moment; what is held is that of now. */
    Tally since(Tally before) {
      return new Tally(
          cgroup,
          quota,
          held,
          minus(refused, before.refused),
          minus(refusedRates, before.refusedRates),
          Math.max(0, refusedCalls - before.refusedCalls),
          minus(killed, before.killed),
          minus(passed, before.passed),
          minus(over, before.over),
          memory.since(before.memory));
    }

    private static <K> Map<K, Long> minus(Map<K, Long> now, Map<K, Long> before) {
      Map<K, Long> result = new HashMap<>();
      now.forEach((key, count) -> {
        long more = count - before.getOrDefault(key, 0L);
        if (more > 0) {
          result.put(key, more);
        }
      });
      return result;
    }

    /** Whether anything was refused. */
    public boolean hasRefused() {
      return !refused.isEmpty()
          || !refusedRates.isEmpty()
          || refusedCalls > 0
          || memory.refused > 0;
    }

    /** Whether anything came of it at all. */
    boolean isEventful() {
      return hasRefused()
          || !killed.isEmpty()
          || !passed.isEmpty()
          || memory.killed > 0
          || memory.passed > 0;
    }

    /** Whether a cgroup is the tenant's, or below it. */
    public boolean isOf(String path) {
      return !isHost() && Cgroup.isWithin(path, cgroup);
    }

    public boolean isHost() {
      return cgroup.isEmpty();
    }
  }

  /**
   * What came of a limit of the bytes of memory regions, which count in whole pages of 4096.
   *
   * @param held bytes of live regions, and of those promised that are being made
   * @param refused registrations refused
   * @param killed processes killed at a registration
   * @param passed regions that were longer than had been asked for at the gate
   * @param over of these, those over the limit
   */
  public record Memory(long held, long refused, long killed, long passed, long over) {
    private Memory since(Memory before) {
      return new Memory(
          held,
          Math.max(0, refused - before.refused),
          Math.max(0, killed - before.killed),
          Math.max(0, passed - before.passed),
          Math.max(0, over - before.over));
    }
  }

  /** What came of the quotas since another moment of the same source. */
  List<Tally> since(Enforcement before) {
    Map<String, Tally> old = new HashMap<>();
    before.tallies.forEach(tally -> old.put(tally.cgroup(), tally));
    return tallies.stream()
        .map(
            tally -> old.containsKey(tally.cgroup()) ? tally.since(old.get(tally.cgroup())) : tally)
        .filter(Tally::isEventful)
        .toList();
  }

  /** Nothing is enforced, though it may have been asked for. */
  public static Enforcement inactive(Mode mode, String reason) {
    return new Enforcement(mode, false, false, reason, 0, List.of());
  }

  public Enforcement {
    tallies = List.copyOf(tallies);
  }
}
