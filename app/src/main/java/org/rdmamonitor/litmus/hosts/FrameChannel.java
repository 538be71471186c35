// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/**
 * Sends frames to a peer and receives them; a wrong frame ends the connection. As safe for threads
 * as the peer.
 */
final class FrameChannel implements AutoCloseable {
  private final Peer peer;

  FrameChannel(Peer peer) {
    this.peer = peer;
  }

  String name() {
    return peer.name();
  }

  void send(Frame frame) throws IOException {
    peer.send(Frames.encode(frame));
  }

  /**
   * The next frame.
   *
   * @throws IOException if none comes, or the bytes are no frame; the other end is told of the
   *     latter
   */
  Frame receive(Duration within) throws IOException {
    byte[] bytes = peer.receive(within);
    try {
      return Frames.decode(bytes);
    } catch (HostException e) {
      String sentence = "no valid frame of a litmus test: " + e.getMessage();
      peer.refuse(Peer.Why.BAD_FRAME, "you sent " + sentence);
      throw new HostException(peer.name() + ": sent " + sentence);
    }
  }

  /**
   * The next frame, which must be of this kind.
   *
   * @throws IOException if none comes, or it is of another kind; the other end is told of the
   *     latter
   */
  <F extends Frame> F receive(Class<F> kind, Duration within) throws IOException {
    Frame frame = receive(within);
    if (kind.isInstance(frame)) {
      return kind.cast(frame);
    }
    throw outOfTurn(frame, name(kind));
  }

  /** Tells the other end that another frame was due; the caller throws what this returns. */
  HostException outOfTurn(Frame frame, String due) {
    String sentence = "sent %s where %s was due".formatted(name(frame.getClass()), due);
    peer.refuse(Peer.Why.OUT_OF_TURN, "you " + sentence);
    return new HostException(peer.name() + ": " + sentence);
  }

  /** Tells the other end that its version is unknown; the caller throws what this returns. */
  HostException unknownVersion(int version) {
    String sentence =
        "litmus tests on several hosts of version %d, of which only %d is known here"
            .formatted(version, Frame.VERSION);
    peer.refuse(Peer.Why.VERSION, "you ask for " + sentence);
    return new HostException(peer.name() + ": asks for " + sentence);
  }

  @Override
  public void close() {
    peer.close();
  }

  private static String name(Class<?> kind) {
    return kind.getSimpleName().toUpperCase(Locale.ROOT);
  }
}
