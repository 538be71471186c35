// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.time.Duration;
import org.rdmamonitor.litmus.hosts.Peer;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Tunneled;
import org.rdmamonitor.secure.wire.RefusalCode;

/** Another host that takes part in litmus tests, over TLS: each frame is a message. */
final class TlsPeer implements Peer {
  private final ControlChannel channel;
  private final String name;

  /**
   * Over a channel that is secure.
   *
   * @param name as people call the other end
   */
  TlsPeer(ControlChannel channel, String name) {
    this.channel = channel;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void send(byte[] frame) throws IOException {
    try {
      channel.send(new Tunneled(frame));
    } catch (SecureException e) {
      throw named(e);
    }
  }

  @Override
  public byte[] receive(Duration within) throws IOException {
    try {
      return channel.receive(Tunneled.class, within).bytes();
    } catch (SecureException e) {
      throw named(e);
    }
  }

  private IOException named(SecureException e) {
    return SecureFailure.of(e).<IOException>map(failure -> failure.of(name)).orElse(e);
  }

  @Override
  public void refuse(Why why, String sentence) {
    RefusalCode code =
        switch (why) {
          case VERSION -> RefusalCode.VERSION;
          case BAD_FRAME -> RefusalCode.BAD_FIELD;
          case OUT_OF_TURN -> RefusalCode.OUT_OF_TURN;
        };
    channel.refuse(Refusal.of(code, sentence));
  }

  @Override
  public void close() {
    channel.close();
  }
}
