// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.Objects;

/**
 * How the memory of every member is divided: the rows, each beginning with a cache line of its own
 * so that no two members write to the same one; a cache line for each peer, for what flushes read;
 * and data of the application, which it puts and gets over the same fabric.
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
   * @throws IllegalArgumentException if one is left
   */
  public TableLayout {
    check("members", members, 2, MOST_MEMBERS);
    check("fields", fields, 1, MOST_FIELDS);
    check("bytes of data", dataBytes, 0, MOST_DATA);
  }

  /** Nothing but a table. */
  public static TableLayout ofTable(int members, int fields) {
    return new TableLayout(members, fields, 0);
  }

  private static void check(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%d %s; there may be %d to %d".formatted(value, what, least, most));
    }
  }

  /** Where a field of a member's row is, at every member. */
  public int field(int member, int field) {
    return Objects.checkIndex(member, members) * rowBytes()
        + Objects.checkIndex(field, fields) * Long.BYTES;
  }

  /** Where what a flush reads from a peer goes. */
  int flushed(int peer) {
    return members * rowBytes() + Objects.checkIndex(peer, members) * LINE;
  }

  /** Where the application's data begins, at a cache line. */
  public int data() {
    return members * (rowBytes() + LINE);
  }

  /** All of it. */
  public int bytes() {
    return Math.addExact(data(), dataBytes);
  }

  /** A row with its padding. */
  private int rowBytes() {
    return Math.ceilDiv(fields * Long.BYTES, LINE) * LINE;
  }
}
