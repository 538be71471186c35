// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/** What a run is to find out. */
public enum Measure implements Coded {
  /** As much as goes through. */
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
