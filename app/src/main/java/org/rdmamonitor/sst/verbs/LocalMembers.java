// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.verbs;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.sst.TableLayout;

/** All members in one process, each with queue pairs and memory of its own, connected. */
public final class LocalMembers implements AutoCloseable {
  private static final int PSN_END = 1 << 24;

  private final List<VerbsFabric> fabrics = new ArrayList<>();
  private final SecureRandom random = new SecureRandom();

  /**
   * Makes and connects them.
   *
   * @param ports of the members in turn, at least one
   * @throws VerbsException if a device or a limit of the system refuses; nothing is left then
   */
  public LocalMembers(List<LocalPort> ports, TableLayout layout) {
    try {
      for (int member = 0; member < layout.members(); member++) {
        fabrics.add(VerbsFabric.open(ports.get(member % ports.size()), layout, member));
      }
      for (int one = 0; one < fabrics.size(); one++) {
        for (int other = 0; other < one; other++) {
          connect(one, other);
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void connect(int one, int other) {
    PeerAddress ofOne = fabrics.get(one).address(other, random.nextInt(1, PSN_END));
    PeerAddress ofOther = fabrics.get(other).address(one, random.nextInt(1, PSN_END));
    fabrics.get(one).connect(other, ofOther);
    fabrics.get(other).connect(one, ofOne);
  }

  /** By number. Each may be used by another thread. */
  public List<VerbsFabric> fabrics() {
    return List.copyOf(fabrics);
  }

  /** Frees all, when no thread uses any more. */
  @Override
  public void close() {
    RuntimeException first = null;
    for (VerbsFabric fabric : fabrics.reversed()) {
      try {
        fabric.close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    fabrics.clear();
    if (first != null) {
      throw first;
    }
  }
}
