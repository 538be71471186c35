// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** What a run is to measure. */
public enum Measure implements Coded {
  /** How much data passes in a time. */
  BANDWIDTH(1),
  /** How long one message takes; latency is half the round trip. */
  LATENCY(2);

  private final int code;

  Measure(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
