// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The TCP connection by which the ends find each other: lines of text. It does not block. */
final class Talk implements AutoCloseable {
  static final int PORT = 18600;
  private static final int LINE_BYTES = 160;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SocketChannel channel;
  private final ByteBuffer incoming = ByteBuffer.allocate(LINE_BYTES);

  private Talk(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.configureBlocking(false);
  }

  /** The server's: waits for a client. */
  static Talk accept() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      try {
        listener.bind(new InetSocketAddress(PORT));
      } catch (IOException e) {
        throw new IOException("cannot listen at port %d: %s".formatted(PORT, e.getMessage()), e);
      }
      return new Talk(listener.accept());
    }
  }

  /** The client's. */
  static Talk connect(String host) throws IOException {
    InetSocketAddress where = new InetSocketAddress(host, PORT);
    if (where.isUnresolved()) {
      throw new IOException("%s: there is no host of this name".formatted(host));
    }
    try {
      return new Talk(SocketChannel.open(where));
    } catch (IOException e) {
      throw new IOException(
          "cannot connect to %s, port %d: %s; is a server running there?"
              .formatted(host, PORT, e.getMessage()),
          e);
    }
  }

  /** The moment after which waiting, which begins now, has taken too long. */
  static long deadline() {
    return System.nanoTime() + PATIENCE.toNanos();
  }

  /** Takes in what has come, without waiting; this is also how the end of the other one is seen. */
  void look(long deadline, String what) throws IOException {
    int count;
    try {
      count = channel.read(incoming);
    } catch (IOException reset) {
      count = -1;
    }
    if (count < 0) {
      throw new IOException("the other end has gone");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new IOException("no %s within %d seconds".formatted(what, PATIENCE.toSeconds()));
    }
  }

  String hear() throws IOException {
    long deadline = deadline();
    while (true) {
      for (int i = 0; i < incoming.position(); i++) {
        if (incoming.get(i) == '\n') {
          byte[] line = new byte[i];
          incoming.flip().get(line).get();
          incoming.compact();
          return new String(line, StandardCharsets.ISO_8859_1);
        }
      }
      if (!incoming.hasRemaining()) {
        throw new IOException(
            "the other end sent a line that is too long; it should be " + Address.FORMAT);
      }
      look(deadline, "line from the other end");
    }
  }

  /** A line is so short that it always fits into the socket's buffer. */
  void tell(String line) throws IOException {
    try {
      channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      throw new IOException("the other end has gone", e);
    }
  }

  /** Both ends say the word; none goes on before the other has come as far. */
  void meet(String word) throws IOException {
    tell(word);
    String said = hear();
    if (!said.equals(word)) {
      throw new IOException("the other end said '%s'; it should be '%s'".formatted(said, word));
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
