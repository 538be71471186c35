// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import org.rdmamonitor.cli.process.Pace;

/** Recorded time, which passes faster or slower than real time, or as fast as it is waited for. */
final class ReplayPace implements Pace {
  private final Pace real;
  private final double speed;
  private final long start;
  private long now;

  /**
   * A pace that begins at once.
   *
   * @param real closed with this
   * @param speed recorded time by real time; infinity not to wait at all
   */
  ReplayPace(Pace real, double speed) {
    this.real = real;
    this.speed = speed;
    this.start = real.nanos();
    this.now = start;
  }

  private boolean isWaiting() {
    return Double.isFinite(speed);
  }

  @Override
  public long nanos() {
    return isWaiting() ? start + (long) ((real.nanos() - start) * speed) : now;
  }

  @Override
  public double speed() {
    return speed;
  }

  @Override
  public Wake await(long nanos) {
    now = Math.max(now, nanos);
    return real.await(isWaiting() ? start + (long) ((nanos - start) / speed) : real.nanos());
  }

  @Override
  public void close() {
    real.close();
  }
}
