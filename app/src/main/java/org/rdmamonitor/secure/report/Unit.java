// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import org.rdmamonitor.units.Bytes;

/** What bandwidth is counted in. */
public enum Unit {
  /** 2^20 bytes a second. */
  MEBIBYTES("MiB/sec", Bytes.MIB),
  /** 10^9 bits a second. */
  GIGABITS("Gb/sec", 1e9 / Byte.SIZE);

  private final String title;
  private final double bytes;

  Unit(String title, double bytes) {
    this.title = title;
    this.bytes = bytes;
  }

  /** As in a column's head. */
  public String title() {
    return title;
  }

  double of(double bytesPerSecond) {
    return bytesPerSecond / bytes;
  }
}
