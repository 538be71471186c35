// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A socket that the JDK's TLS cannot close during the handshake: closing it with unread bytes would
 * make TCP throw away the alert that tells the other end the reason. Safe for any number of
 * threads.
 */
final class HeldSocket extends Socket {
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  /** The first byte of a TLS record that is part of a handshake, as opposed to an alert. */
  private static final byte HANDSHAKE = 22;

  private static final int MOST_BYTES = 1 << 16;

  private volatile boolean isHeld = true;

  /** Set until the first bytes are written. */
  private final AtomicReference<@Nullable Progress> progress = new AtomicReference<>();

  /** Is told how far a handshake has come. */
  interface Progress {
    /** The other end has sent something. */
    void begun();

    /** This end has answered. */
    void answered();

    /** The handshake has failed; telling the other end may take a moment. */
    void failed();
  }

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

  /** From now on this is told when the first bytes that are written are part of a handshake. */
  void follow(Progress one) {
    progress.set(one);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        Progress first = progress.getAndSet(null);
        if (first != null && length > 0 && bytes[offset] == HANDSHAKE) {
          first.answered();
        }
        out.write(bytes, offset, length);
      }
    };
  }

  /** Whether bytes have come that nobody has read yet; false if it is closed. */
  boolean hasUnread() {
    try {
      return getInputStream().available() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** The handshake is over: from now on this is a socket like any other. */
  void release() {
    isHeld = false;
  }

  /** Closes it at once. */
  void abort() throws IOException {
    release();
    close();
  }

  /**
   * Closes the socket when the other end has closed it too, or after a second or 64 KiB. Never
   * fails.
   */
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
