// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.ArrayList;
import java.util.List;

/**
 * What the first member of three does, in the words of litmus programs: a field of its row is r1,
 * the copy of r2 that it awaits is r2.1. All others have arrived already.
 */
final class RecordingFabric implements Fabric {
  final List<String> steps = new ArrayList<>();
  private final TableLayout layout;
  private final String fields;
  private final String fetched;
  private final int inlineBytes;
  private final int[] outstanding = new int[3];
  private final long[] own;

  /**
   * Nothing done yet.
   *
   * @param fields the names of a row's fields, a letter each
   * @param fetched where what it gets goes
   */
  RecordingFabric(TableLayout layout, String fields, String fetched, int inlineBytes) {
    this.layout = layout;
    this.fields = fields;
    this.fetched = fetched;
    this.inlineBytes = inlineBytes;
    own = new long[fields.length()];
  }

  @Override
  public int members() {
    return layout.members();
  }

  @Override
  public int self() {
    return 0;
  }

  @Override
  public long load(int offset) {
    int member = member(offset);
    if (member == self()) {
      return own[field(offset)];
    }
    steps.add("await " + name(offset) + ".1");
    return Long.MAX_VALUE;
  }

  @Override
  public void store(int offset, long value) {
    own[field(offset)] = value;
    steps.add(name(offset) + " := " + value);
  }

  @Override
  public void put(int peer, int offset, int bytes, Source source) {
    String verb = source == Source.INLINE ? "iput " : "put ";
    for (int at = offset; at < offset + bytes; at += Long.BYTES) {
      outstanding[peer]++;
      steps.add(verb + name(at) + "." + (peer + 1) + " <- " + name(at));
    }
  }

  @Override
  public void get(int peer, int from, int to, int bytes) {
    outstanding[peer]++;
    steps.add("get " + fetched + " <- " + name(from));
  }

  private String name(int offset) {
    return fields.charAt(field(offset)) + Integer.toString(member(offset) + 1);
  }

  private int member(int offset) {
    return offset / layout.field(1, 0);
  }

  private int field(int offset) {
    return offset % layout.field(1, 0) / Long.BYTES;
  }

  @Override
  public int poll() {
    for (int peer = 1; peer < members(); peer++) {
      for (; outstanding[peer] > 0; outstanding[peer]--) {
        steps.add("poll n" + (peer + 1));
      }
    }
    return 0;
  }

  @Override
  public int inlineBytes() {
    return inlineBytes;
  }
}
