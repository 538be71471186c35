// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.litmus.run.Batch;
import org.rdmamonitor.litmus.run.Ending;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.Readings;
import org.rdmamonitor.litmus.run.TestPlan;

/**
 * Encodes what the iterations of a run came to on one host: for each iteration a byte that says how
 * it ended, and the values that this host knows. They take several frames if one is too small.
 */
final class Results {
  private static final int MOST_BYTES = Peer.MOST_BYTES - 1;

  private final List<Integer> here;
  private final int values;
  private final int bytes;
  private final int most;

  /** Results of a part of a test. */
  Results(TestPlan plan, Part part) {
    this.here = Readings.here(plan, part);
    this.values = plan.test().observed().size();
    this.bytes = 1 + here.size() * Long.BYTES;
    this.most = MOST_BYTES / bytes;
    if (most == 0) {
      throw new IllegalArgumentException("the test observes too much");
    }
  }

  /** Sends the results of the first iterations, as many as are asked for. */
  void send(FrameChannel channel, Batch batch, int iterations) throws IOException {
    Readings readings = new Readings(batch);
    long[] all = new long[values];
    for (int first = 0; first < iterations; first += most) {
      int count = Math.min(most, iterations - first);
      ByteBuffer buffer = ByteBuffer.allocate(count * bytes);
      for (int i = 0; i < count; i++) {
        buffer.put((byte) WireNumbers.of(readings.read(first + i, all)));
        here.forEach(index -> buffer.putLong(all[index]));
      }
      channel.send(new Frame.Values(buffer.flip()));
    }
  }

  /**
   * Receives a host's results of this many iterations.
   *
   * @throws IOException if the host is lost, or sends something else
   */
  Received receive(FrameChannel channel, int iterations, Duration within) throws IOException {
    List<ByteBuffer> frames = new ArrayList<>();
    for (int first = 0; first < iterations; first += most) {
      int count = Math.min(most, iterations - first);
      Frame.Values frame = channel.receive(Frame.Values.class, within);
      check(channel, frame.bytes(), count);
      frames.add(frame.bytes());
    }
    return new Received(frames);
  }

  private void check(FrameChannel channel, ByteBuffer told, int count) throws HostException {
    if (told.remaining() != count * bytes) {
      throw new HostException(
          "%s: told %d bytes of %d iterations, which have %d"
              .formatted(channel.name(), told.remaining(), count, count * bytes));
    }
    try {
      for (int i = 0; i < count; i++) {
        WireNumbers.ending(told.get(i * bytes));
      }
    } catch (IllegalArgumentException e) {
      throw new HostException(channel.name() + ": told of results, " + e.getMessage());
    }
  }

  /** The results that a host has sent. */
  final class Received {
    private final List<ByteBuffer> frames;

    private Received(List<ByteBuffer> frames) {
      this.frames = frames;
    }

    /** Copies the values of an iteration to their places, and says how it ended on that host. */
    Ending read(int iteration, long[] into) {
      ByteBuffer buffer = frames.get(iteration / most);
      int start = iteration % most * bytes;
      for (int i = 0; i < here.size(); i++) {
        into[here.get(i)] = buffer.getLong(start + 1 + i * Long.BYTES);
      }
      return WireNumbers.ending(buffer.get(start));
    }
  }
}
