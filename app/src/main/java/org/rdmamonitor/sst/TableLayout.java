// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.Objects;

/**
 * How the memory of every member is divided: the rows, each starting on a new cache line so that no
 * two members write to the same line; a cache line for each peer, into which flushes read; and the
 * application's data, which the application puts and gets over the same fabric.
 *
 * @param members from 2
 * @param fields of a row, of eight bytes each, from 1
 * @param dataBytes of the application, from 0
 */
public record TableLayout(int members, int fields, int dataBytes) {
  /** Bytes of a cache line. */
  public static final int LINE = 64;

  private static final int MOST_MEMBERS = 1_024;
  private static final int MOST_FIELDS = 4_096;
  private static final int MOST_DATA = 1 << 30;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a number is out of its range
   */
  public TableLayout {
    check("members", members, 2, MOST_MEMBERS);
    check("fields", fields, 1, MOST_FIELDS);
    check("bytes of data", dataBytes, 0, MOST_DATA);
  }

  /** A layout without application data. */
  public static TableLayout ofTable(int members, int fields) {
    return new TableLayout(members, fields, 0);
  }

  private static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%d %s; there may be %d to %d".formatted(value, what, least, most));
    }
  }

  /** The offset of a field of a member's row, the same at every member. */
  public int field(int member, int field) {
    return Objects.checkIndex(member, members) * rowBytes()
        + Objects.checkIndex(field, fields) * Long.BYTES;
  }

  /** The offset that a flush reads into from this peer. */
  int flushed(int peer) {
    return members * rowBytes() + Objects.checkIndex(peer, members) * LINE;
  }

  /** The offset of the application's data, which starts a cache line. */
  public int data() {
    return members * (rowBytes() + LINE);
  }

  /** Bytes of all parts together. */
  public int bytes() {
    return Math.addExact(data(), dataBytes);
  }

  /** Bytes of a row with its padding. */
  private int rowBytes() {
    return Math.ceilDiv(fields * Long.BYTES, LINE) * LINE;
  }
}
