// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.time.Instant;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.Verdict;

/** Writes nothing. */
public final class SilentReport implements Report {
  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) {
    // nobody looks
  }

  @Override
  public void stopped(Instant time) {
    // nobody looks
  }
}
