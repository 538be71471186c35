// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.time.Instant;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.Settings;

/** Writes one run of the monitor, reading after reading. */
public interface Report {
  /** Where in a run a reading stands. */
  enum Stage {
    /** At the start: what exists, and no interval yet. */
    FIRST,
    NEXT,
    /** After the last interval that was asked for. */
    LAST,
    /** When a signal ends the run in the middle of an interval. */
    INTERRUPTED
  }

  void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException;

  /**
   * The configuration file was read again, between two readings. A report that shows no settings
   * has nothing to do.
   *
   * @param settings that hold from now on
   */
  default void configuration(Settings settings, ConfigStatus status) throws IOException {}

  /** Ends the report of a run that had a first reading. */
  void stopped(Instant time) throws IOException;
}
