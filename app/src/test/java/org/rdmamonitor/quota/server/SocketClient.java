// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A client that does as it is told. */
final class SocketClient implements AutoCloseable {
  private final SocketChannel channel;

  SocketClient(Path socket) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.UTF_8));
  }

  void send(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  void endSending() throws IOException {
    channel.shutdownOutput();
  }

  /** A line without its end; empty at the end of the stream. */
  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    ByteBuffer one = ByteBuffer.allocate(1);
    while (channel.read(one.clear()) > 0 && one.get(0) != '\n') {
      line.write(one.get(0));
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  String ask(String request) throws IOException {
    send(request + "\n");
    return line();
  }

  /** One request in a connection. */
  static String once(Path socket, String request) throws IOException {
    try (SocketClient client = new SocketClient(socket)) {
      return client.ask(request);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
