// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that a rule found and that somebody should look at.
 *
 * @param latest what was seen last
 * @param first when it was first seen
 * @param last when it was last seen
 * @param count how often it was seen
 */
public record Finding(Detection latest, Instant first, Instant last, long count) {

  /** How soon to look, in rising order. */
  public enum Severity {
    /** Worth knowing. */
    NOTICE,
    WARNING,
    CRITICAL
  }

  public String rule() {
    return latest.rule();
  }

  public Severity severity() {
    return latest.severity();
  }

  public String title() {
    return latest.title();
  }

  public String subject() {
    return latest.subject();
  }

  public Optional<Party> party() {
    return latest.party();
  }

  public String evidence() {
    return latest.evidence();
  }

  public String advice() {
    return latest.advice();
  }
}
