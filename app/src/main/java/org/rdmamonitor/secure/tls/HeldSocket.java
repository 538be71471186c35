// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * A socket which the JDK's TLS cannot close as long as the handshake lasts: closing it with bytes
 * unread would make TCP throw away the alert that tells the other end why. Safe for any number of
 * threads.
 */
final class HeldSocket extends Socket {
  private static final Duration FAREWELL = Duration.ofSeconds(1);
  private static final int MOST_BYTES = 1 << 16;

  private volatile boolean isHeld = true;

  /** Accepts such sockets. */
  static final class Door extends ServerSocket {
    Door() throws IOException {}

    @Override
    public HeldSocket accept() throws IOException {
      HeldSocket result = new HeldSocket();
      implAccept(result);
      return result;
    }
  }

  /** The handshake is over: from now on it is a socket as any other. */
  void release() {
    isHeld = false;
  }

  /** Closes it at once. */
  void abort() throws IOException {
    release();
    close();
  }

  /** Closes it when the other end has closed it too, or after a second or 64 KiB. Never fails. */
  void closeGently() {
    release();
    try (this;
        Deadline _ = Deadline.closing(this, FAREWELL)) {
      shutdownOutput();
      InputStream in = getInputStream();
      byte[] unread = new byte[4096];
      int count = 0;
      for (int n = in.read(unread); n >= 0 && count < MOST_BYTES; n = in.read(unread)) {
        count += n;
      }
    } catch (IOException e) {
      // Then it is closed already.
    }
  }

  @Override
  public void close() throws IOException {
    if (!isHeld) {
      super.close();
    }
  }
}
