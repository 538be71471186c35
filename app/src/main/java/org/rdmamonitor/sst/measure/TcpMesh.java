// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A barrier over TCP, to compare with: each member sends a byte to every other and waits for one
 * from each, by blocking calls, and with TCP_NODELAY. An object has the sockets of one member. For
 * one thread, except for {@link #close}.
 */
public final class TcpMesh implements AutoCloseable {
  /** Bytes of a greeting: the token, and the number of the member that sends it. */
  private static final int GREETING = Long.BYTES + Integer.BYTES;

  private final @Nullable Socket[] peers;
  private final Duration limit;

  private TcpMesh(int members, Duration limit) {
    this.peers = new Socket[members];
    this.limit = limit;
  }

  /**
   * Connects all members of this process over its loopback address.
   *
   * @param limit how long to wait for a byte at most
   * @throws IOException if sockets cannot be made; then none is left open
   */
  public static List<TcpMesh> local(int members, Duration limit) throws IOException {
    List<TcpMesh> meshes = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      meshes.add(new TcpMesh(members, limit));
    }
    try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int one = 0; one < members; one++) {
        for (int other = 0; other < one; other++) {
          Socket there = new Socket(door.getInetAddress(), door.getLocalPort());
          meshes.get(one).put(other, there);
          Socket here = accept(door, (InetSocketAddress) there.getLocalSocketAddress());
          meshes.get(other).put(one, here);
        }
      }
      return List.copyOf(meshes);
    } catch (IOException e) {
      meshes.forEach(TcpMesh::close);
      throw e;
    }
  }

  /**
   * Connects a member on one of several hosts: it connects to the members of lower numbers, and
   * accepts those of higher numbers.
   *
   * @param door where it accepts; closed by the caller
   * @param peers where each other member accepts connections; empty for this one
   * @param token that members show each other, so that no stranger takes a member's place
   * @throws IOException if that fails, or takes longer than the limit; then no socket is left open
   */
  public static TcpMesh connect(
      ServerSocket door,
      int self,
      List<Optional<InetSocketAddress>> peers,
      long token,
      Duration limit)
      throws IOException {
    TcpMesh mesh = new TcpMesh(peers.size(), limit);
    try {
      for (int peer = 0; peer < self; peer++) {
        Socket socket = new Socket();
        mesh.put(peer, socket);
        socket.connect(peers.get(peer).orElseThrow(), millis(limit));
        socket
            .getOutputStream()
            .write(ByteBuffer.allocate(GREETING).putLong(token).putInt(self).array());
      }
      door.setSoTimeout(millis(limit));
      for (int left = peers.size() - 1 - self; left > 0; ) {
        left -= mesh.admit(door.accept(), self, token) ? 1 : 0;
      }
      return mesh;
    } catch (IOException e) {
      mesh.close();
      throw e;
    }
  }

  /**
   * Whether this is a member of a higher number that has not come before; any other connection is
   * closed.
   */
  private boolean admit(Socket socket, int self, long token) throws IOException {
    int peer = introduced(socket, token);
    if (peer > self && peer < peers.length && peers[peer] == null) {
      put(peer, socket);
      return true;
    }
    socket.close();
    return false;
  }

  /** The number that the member says it has; negative if it is no member, or says nothing. */
  private int introduced(Socket socket, long token) {
    try {
      socket.setSoTimeout(millis(limit));
      byte[] greeting = socket.getInputStream().readNBytes(GREETING);
      ByteBuffer fields = ByteBuffer.wrap(greeting);
      return greeting.length == GREETING && fields.getLong() == token ? fields.getInt() : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  private static int millis(Duration limit) {
    return (int) Math.min(limit.toMillis(), Integer.MAX_VALUE);
  }

  /** Accepts the connection from that address; connections of other programs are closed. */
  private static Socket accept(ServerSocket door, InetSocketAddress from) throws IOException {
    while (true) {
      Socket socket = door.accept();
      if (from.equals(socket.getRemoteSocketAddress())) {
        return socket;
      }
      socket.close();
    }
  }

  private void put(int peer, Socket socket) throws IOException {
    peers[peer] = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(millis(limit));
  }

  /**
   * Tells all others, and waits until each of them has done the same.
   *
   * @throws TimeoutException if one does not within the limit
   * @throws IOException if a connection fails
   */
  public void await() throws IOException, TimeoutException {
    for (Socket peer : peers) {
      if (peer != null) {
        peer.getOutputStream().write(1);
      }
    }
    for (int member = 0; member < peers.length; member++) {
      Socket peer = peers[member];
      if (peer != null) {
        take(member, peer);
      }
    }
  }

  private static void take(int member, Socket peer) throws IOException, TimeoutException {
    try {
      if (peer.getInputStream().read() < 0) {
        throw new EOFException("member %d has closed its TCP connection".formatted(member));
      }
    } catch (SocketTimeoutException e) {
      throw new TimeoutException("member %d sent nothing over TCP".formatted(member));
    }
  }

  /**
   * Closes all sockets of this member; a thread that waits on one gets an exception. May be called
   * from any thread.
   */
  @Override
  public void close() {
    for (Socket peer : peers) {
      if (peer != null) {
        try {
          peer.close();
        } catch (IOException e) {
          // Nothing can be sent over it any more.
        }
      }
    }
  }
}
