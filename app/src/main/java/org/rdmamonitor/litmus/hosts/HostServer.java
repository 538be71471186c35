// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;

/** Does its part of the tests of leaders. For any number of threads, of which each serves one. */
public final class HostServer {
  /** A leader may be at work on a large test between two of them. */
  private static final Duration IDLE = Duration.ofHours(1);

  private final HostTestbeds testbeds;
  private final Budget budget;

  /** On devices. */
  public HostServer(HostTestbeds testbeds, Budget budget) {
    this.testbeds = testbeds;
    this.budget = budget;
  }

  /**
   * Serves a leader until it has no more tests; nothing of its tests is left then.
   *
   * @throws IOException if it is lost, or says what it should not; it was told so
   */
  public void serve(Peer leader) throws IOException {
    FrameChannel channel = new FrameChannel(leader);
    int version = channel.receive(Frame.Hello.class, IDLE).version();
    if (version != Frame.VERSION) {
      throw channel.unknownVersion(version);
    }
    channel.send(new Frame.Here(testbeds.devices()));
    while (true) {
      switch (channel.receive(IDLE)) {
        case Frame.Test test -> serve(channel, test);
        case Frame.Bye _ -> {
          return;
        }
        case Frame other -> throw channel.outOfTurn(other, "TEST or BYE");
      }
    }
  }

  private void serve(FrameChannel channel, Frame.Test test) throws IOException {
    try (HostTest own = new HostTest(channel, testbeds, budget, IDLE)) {
      own.serve(test);
    }
    channel.send(new Frame.Done());
  }
}
