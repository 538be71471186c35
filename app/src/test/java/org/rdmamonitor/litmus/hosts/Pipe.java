// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.rdmamonitor.Hanging;

/** One end of a connection within this process. */
final class Pipe implements Peer {
  private static final byte[] END = {};

  private final String name;
  private final BlockingQueue<byte[]> in;
  private final BlockingQueue<byte[]> out;

  /** What this end has refused. */
  final List<String> refusals = Collections.synchronizedList(new ArrayList<>());

  private Pipe(String name, BlockingQueue<byte[]> in, BlockingQueue<byte[]> out) {
    this.name = name;
    this.in = in;
    this.out = out;
  }

  /** Both ends of a connection; each knows the other by its name. */
  static List<Pipe> pair(String first, String second) {
    BlockingQueue<byte[]> one = new LinkedBlockingQueue<>();
    BlockingQueue<byte[]> other = new LinkedBlockingQueue<>();
    return List.of(new Pipe(second, one, other), new Pipe(first, other, one));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void send(byte[] frame) {
    if (frame.length < 1 || frame.length > MOST_BYTES) {
      throw new IllegalArgumentException(frame.length + " bytes");
    }
    out.add(frame);
  }

  @Override
  public byte[] receive(Duration within) throws IOException {
    try {
      byte[] frame = in.poll(Math.min(within.toSeconds(), Hanging.SECONDS), TimeUnit.SECONDS);
      if (frame == null || frame.length == 0) {
        in.add(END);
        throw new IOException(name + ": the other end closed the connection");
      }
      return frame;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void refuse(Why why, String sentence) {
    refusals.add(why + ": " + sentence);
    close();
  }

  @Override
  public void close() {
    out.add(END);
  }
}
