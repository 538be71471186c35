// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Hosts in this process, each of which serves a leader on a thread of its own. */
public final class SimulatedHosts {
  private final SimulatedHost first = new SimulatedHost("rxe0");
  private final List<Pipe> ends = new ArrayList<>();

  /** A leader of this many other hosts: {@code node1} with {@code rxe1}, and so on. */
  public Leader lead(int count) throws IOException {
    List<Peer> peers = new ArrayList<>();
    ends.clear();
    for (int host = 1; host <= count; host++) {
      SimulatedHost other = new SimulatedHost("rxe" + host);
      List<Pipe> pair = Pipe.pair("leader", "node" + host);
      peers.add(pair.get(0));
      ends.add(pair.get(1));
      Thread.ofPlatform().daemon().start(() -> serve(other, pair.get(1)));
    }
    return Leader.greet(first, peers);
  }

  private static void serve(SimulatedHost host, Pipe end) {
    try (end) {
      new HostServer(host, new Budget(1 << 30)).serve(end);
    } catch (IOException e) {
      // The leader is told the reason.
    }
  }

  /** Loses the connection to another host; the first of these is 1. */
  public void lose(int host) {
    ends.get(host - 1).close();
  }

  /** The first host, which leads. */
  public SimulatedHost first() {
    return first;
  }
}
