// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.time.Duration;

/** Time that passes only by waiting, or when a test says so. */
public final class ScriptedPace implements Pace {
  private long now = 7_000_000_000L;
  private long stopAt = Long.MAX_VALUE;
  private long reloadAt = Long.MAX_VALUE;
  private boolean closed;

  /** Has the user ask to stop so long after now. */
  public ScriptedPace stopAfter(Duration duration) {
    stopAt = now + duration.toNanos();
    return this;
  }

  /** Has the user ask to read the configuration again so long after now. */
  public void reloadAfter(Duration duration) {
    reloadAt = now + duration.toNanos();
  }

  public void pass(Duration duration) {
    now += duration.toNanos();
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public Wake await(long nanos) {
    now = Math.max(now, Math.min(nanos, Math.min(reloadAt, stopAt)));
    if (now >= stopAt) {
      return Wake.STOP;
    }
    if (now >= reloadAt) {
      reloadAt = Long.MAX_VALUE;
      return Wake.RELOAD;
    }
    return Wake.DUE;
  }

  @Override
  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }
}
