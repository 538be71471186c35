// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.model.join.HostLog;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.Joiner;

/** Hosts that are connected to each other, and their recordings joined. */
public final class JoinScenes {
  /** Seconds from when an end is made until it is connected: what bounds the offset of clocks. */
  public static final double SETUP = 0.010;

  private static final int ROOM = 1 << 15;

  private final Random random = new Random(17);

  /** The first host, by whose clock the times of a test are. */
  public final RecordedHost node1 =
      new RecordedHost("node1", "10.1.0.6", Duration.ZERO, 42, "a", 50_000);

  /** One whose clock is 3.2 seconds ahead. */
  public final RecordedHost node2 =
      new RecordedHost("node2", "10.1.0.7", Duration.ofMillis(3200), 77, "b", 300);

  /** One whose clock is 1.5 seconds behind. */
  public final RecordedHost node3 =
      new RecordedHost("node3", "10.1.0.8", Duration.ofMillis(-1500), 91, "c", 9000);

  /** The numbers of the two ends of a connection. */
  public record Numbers(int one, int other) {}

  /** Connects two hosts, as programs do that work. */
  public Numbers connect(RecordedHost one, RecordedHost other, double time) {
    Settings settings = settings();
    return connect(one, other, time, settings, back(settings));
  }

  /** Sequence numbers drawn at random. */
  public Settings settings() {
    return Settings.usual(random.nextInt(1 << 24), random.nextInt(1 << 24));
  }

  /** What the other end is told then. */
  public static Settings back(Settings settings) {
    return Settings.usual(settings.rqPsn(), settings.sqPsn());
  }

  /** Connects two hosts, and tells each end something. */
  public Numbers connect(
      RecordedHost one, RecordedHost other, double time, Settings there, Settings back) {
    Numbers numbers = new Numbers(one.make(time), other.make(time + 0.001));
    one.connect(time + SETUP, numbers.one, other.gid(), numbers.other, there);
    other.connect(time + SETUP + 0.001, numbers.other, one.gid(), numbers.one, back);
    return numbers;
  }

  /**
   * Connects the devices of one rail of two hosts, by the same number at both ends: devices of
   * several rails have the same numbers, too.
   */
  public static void connectRail(
      RecordedHost one,
      RecordedHost other,
      int number,
      double time,
      Settings there,
      Settings back) {
    one.make(time, number);
    other.make(time + 0.001, number);
    one.connect(time + SETUP, number, other.address(), number, there);
    other.connect(time + SETUP + 0.001, number, one.address(), number, back);
  }

  /** Turns to a rail of a host, from 0; the last number of its address there is this. */
  public static RecordedHost rail(RecordedHost host, int rail, int last) {
    return host.on(rail + 1, "10.%d.0.%d".formatted(rail + 1, last));
  }

  /** Joins what monitors have recorded that ran from one second to another. */
  public static JoinedHosts join(int from, int until, RecordedHost... hosts) {
    List<HostRecord> records = new ArrayList<>();
    for (RecordedHost host : hosts) {
      records.add(log(records.size(), host, from, until));
    }
    return Joiner.join(records);
  }

  /** What one of them is known by. */
  public static HostRecord log(int index, RecordedHost host, int from, int until) {
    HostLog log = new HostLog(index, ROOM);
    host.samples(from, until).forEach(log::add);
    return log.record(host.name(), host.name() + ".rec");
  }
}
