// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that a rule found and that somebody should look at.
 *
 * @param rule the rule's id, {@code R1}, which never changes its meaning
 * @param severity how soon to look
 * @param title what it is, in a few words: {@code MR deregistration storm}
 * @param subject whose it is: a cgroup, process or device, as people name it
 * @param party the same for programs; empty where it is a device, or somebody on another host
 * @param evidence the figures that it was found by
 * @param advice what to do
 * @param first when it was first seen
 * @param last when it was last seen
 * @param count how often it was seen
 */
public record Finding(
    String rule,
    Severity severity,
    String title,
    String subject,
    Optional<Party> party,
    String evidence,
    String advice,
    Instant first,
    Instant last,
    long count) {

  /** How soon to look, in rising order. */
  public enum Severity {
    /** Worth knowing. */
    NOTICE,
    WARNING,
    CRITICAL
  }
}
