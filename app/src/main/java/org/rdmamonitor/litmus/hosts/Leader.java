// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.Runs;
import org.rdmamonitor.litmus.run.TestPlan;

/** Runs tests on this host together with other hosts, which serve it. For one thread. */
public final class Leader implements Runs.Maker, AutoCloseable {
  /** The most other hosts. */
  public static final int MOST_OTHERS = Frame.MOST_HOSTS - 1;

  private static final Duration GREETING = Duration.ofSeconds(30);

  private final HostTestbeds testbeds;
  private final List<Follower> others;
  private final List<String> devices;

  private Leader(HostTestbeds testbeds, List<Follower> others, List<String> devices) {
    this.testbeds = testbeds;
    this.others = List.copyOf(others);
    this.devices = List.copyOf(devices);
  }

  /**
   * Greets the other hosts. Closing the leader closes their connections.
   *
   * @param testbeds of this host, which is the first
   * @param peers from 1 to {@link #MOST_OTHERS}
   * @throws IOException if one is lost, or refuses
   */
  public static Leader greet(HostTestbeds testbeds, List<Peer> peers) throws IOException {
    RangeCheck.range("number of other hosts", peers.size(), 1, MOST_OTHERS);
    List<Follower> others = new ArrayList<>();
    List<String> devices = new ArrayList<>(testbeds.devices());
    for (Peer peer : peers) {
      FrameChannel channel = new FrameChannel(peer);
      channel.send(new Frame.Hello(Frame.VERSION));
      Frame.Here here = channel.receive(Frame.Here.class, GREETING);
      here.devices().forEach(device -> devices.add(peer.name() + ":" + device));
      others.add(new Follower(channel));
    }
    return new Leader(testbeds, others, devices);
  }

  @Override
  public Runs make(TestPlan plan, RunSettings settings, BooleanSupplier stop) {
    return HostRuns.begin(plan, settings, stop, testbeds, others);
  }

  /**
   * The devices of this host, and those of the others with the host's name in front: {@code
   * node1:mlx5_0}.
   */
  @Override
  public List<String> devices() {
    return devices;
  }

  /** Tells the others that there are no more tests. Never fails. */
  @Override
  public void close() {
    others.forEach(Follower::bye);
  }
}
