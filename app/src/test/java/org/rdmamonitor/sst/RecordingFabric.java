// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.ArrayList;
import java.util.List;

/**
 * What the first member of three does, in the words of litmus programs of barriers: its row is r1,
 * the copy of r2 that it awaits is r2.1, what it gets goes to g1. All others have arrived already.
 */
final class RecordingFabric implements Fabric {
  final List<String> steps = new ArrayList<>();
  private final int[] outstanding = new int[3];
  private final TableLayout layout;
  private long own;

  RecordingFabric(TableLayout layout) {
    this.layout = layout;
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
    for (int peer = 1; peer < members(); peer++) {
      if (offset == layout.field(peer, 0)) {
        steps.add("await r" + (peer + 1) + ".1");
        return Long.MAX_VALUE;
      }
    }
    return own;
  }

  @Override
  public void store(int offset, long value) {
    own = value;
    steps.add("r1 := " + value);
  }

  @Override
  public void put(int peer, int offset, int bytes, Source source) {
    outstanding[peer]++;
    steps.add((source == Source.INLINE ? "iput" : "put") + " r1." + (peer + 1) + " <- r1");
  }

  @Override
  public void get(int peer, int from, int to, int bytes) {
    outstanding[peer]++;
    steps.add("get g1 <- r" + (peer + 1));
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
    return TableLayout.LINE;
  }
}
