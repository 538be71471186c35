// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;

/**
 * How long tests wait for what has to come. It is only there against hanging: far more than a
 * machine takes that is busy with other things, so that none fails for being slow.
 */
public final class Hanging {
  public static final Duration LIMIT = Duration.ofMinutes(10);

  /** The same, for what takes a number and a unit. */
  public static final long SECONDS = LIMIT.toSeconds();

  private Hanging() {}
}
