// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;

/**
 * Does this host's part of the tests of leaders. May be used by any number of threads, each of
 * which serves one leader.
 */
public final class HostServer {
  /** Between two frames the leader may be at work on a large test. */
  private static final Duration IDLE = Duration.ofHours(1);

  private final HostTestbeds testbeds;
  private final Budget budget;

  /** A server whose tests run on these devices. */
  public HostServer(HostTestbeds testbeds, Budget budget) {
    this.testbeds = testbeds;
    this.budget = budget;
  }

  /**
   * Serves a leader until it has no more tests; then nothing of its tests is left.
   *
   * @throws IOException if the leader is lost, or says what it should not; it was told so
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
