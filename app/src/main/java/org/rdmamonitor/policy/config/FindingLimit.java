// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What can be set for findings, by these names in the configuration file. A number is exceeded by a
 * strictly greater value; 0 disables what it limits; the switch of a rule is named by the rule's
 * id.
 */
public enum FindingLimit {
  FINDINGS_FADE(60, "seconds that a finding is shown after it was last seen; 0 keeps it"),
  R1(),
  R1_WARNING(1000, "deregistrations a second by one cgroup that are a warning"),
  R1_CRITICAL(5000, "the same, critical"),
  R2(),
  R2_SHARE_PERCENT(
      ValueKind.PERCENT, 50, "of a device's queue pairs or completion queues, one cgroup"),
  R2_COUNT(16384, "queue pairs or completion queues of one cgroup, where the device tells no most"),
  R2_EXHAUSTION_SECONDS(60, "until a device is full at the present growth; less is a finding"),
  R2_UNCONNECTED_PERCENT(ValueKind.PERCENT, 50, "of a cgroup's queue pairs, in RESET or INIT"),
  R2_UNCONNECTED_SECONDS(10, "in RESET or INIT, until a queue pair counts as not connected"),
  R2_UNCONNECTED_LEAST(64, "queue pairs not connected below which a cgroup is left alone"),
  R3(),
  R4(),
  R4_RETRIES(5, "connections tried again to one peer, with a constant step"),
  R5(),
  R5_ZERO(ValueKind.SWITCH, 1, "whether sequence numbers that start at 0 are a finding"),
  R5_SAME(2, "queue pairs of one process that start at the same sequence number"),
  R6(),
  R6_BITS(3, "of entropy in the differences between numbers; less is a finding"),
  R7(),
  R7_PEERS(16, "addresses that one protection domain is connected to"),
  R8(),
  R8_BYTES(1L << 30, "of one memory region that peers may write"),
  R8_ADDRESS_SPACE(
      ValueKind.SWITCH, 1, "whether a region over the whole address space is a finding"),
  R12(),
  R13(),
  R13_ALLOW(
      ValueKind.PATHS, 0, "cgroups that may have raw packet queue pairs, they and those below"),
  R15(),
  L1(),
  L1_SECONDS(3600, "without a call or processor time of a process that owns objects"),
  L2(),
  L2_SECONDS(300, "that a queue pair stays in RESET or INIT"),
  N1(),
  N2(),
  N2_CONNECTIONS(30, "connections anew of one program to one address within a minute"),
  N3(),
  N4(),
  N4_PEERS(1000, "addresses that one process is connected to"),
  N5(),
  N5_SECONDS(10, "that an end of a connection is there without the other"),
  N6(),
  N7();

  /** What kind of value a name takes. */
  public enum ValueKind {
    /** 0 or 1. */
    SWITCH,
    /** From 0. */
    NUMBER,
    /** From 0 to 100. */
    PERCENT,
    /** Paths of cgroups, separated by commas; 0 for none. */
    PATHS
  }

  private final ValueKind kind;
  private final long standard;
  private final String meaning;

  FindingLimit() {
    this(ValueKind.SWITCH, 1, "whether the rule is on");
  }

  FindingLimit(long standard, String meaning) {
    this(ValueKind.NUMBER, standard, meaning);
  }

  FindingLimit(ValueKind kind, long standard, String meaning) {
    this.kind = kind;
    this.standard = standard;
    this.meaning = meaning;
  }

  public ValueKind kind() {
    return kind;
  }

  /** The value where the file sets none. */
  public long standard() {
    return standard;
  }

  /** What the value means, in words. */
  public String meaning() {
    return meaning;
  }

  /** The id of the rule that it belongs to; FINDINGS for a setting that belongs to all rules. */
  public String rule() {
    int end = name().indexOf('_');
    return end < 0 ? name() : name().substring(0, end);
  }

  /** The settings of a rule, its switch first. */
  public static List<FindingLimit> of(String rule) {
    return Arrays.stream(values()).filter(limit -> limit.rule().equals(rule)).toList();
  }

  static Optional<FindingLimit> named(String name) {
    return Arrays.stream(values()).filter(limit -> limit.name().equals(name)).findFirst();
  }
}
