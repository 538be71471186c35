// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.IOException;
import java.time.Instant;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.Settings;

/** Writes one run of the monitor, one reading after the other. */
public interface Report {
  /** Where in a run a reading is. */
  enum Stage {
    /** At the start: what exists, without an interval. */
    FIRST,
    NEXT,
    /** After the last interval that was asked for. */
    LAST,
    /** When a signal ended the run within an interval. */
    INTERRUPTED
  }

  void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException;

  /**
   * The configuration file was read again, between two readings. A report that shows no settings
   * ignores this.
   *
   * @param settings that apply from now on
   */
  default void configuration(Settings settings, ConfigStatus status) throws IOException {}

  /** Ends the report of a run that had a first reading. */
  void stopped(Instant time) throws IOException;
}
