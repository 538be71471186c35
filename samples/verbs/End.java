// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.ReceiveRequests;
import org.rdmamonitor.nativelib.verbs.Route;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * One end of a connection, with all that a reliable connected (RC) queue pair needs. README.md
 * walks through it.
 */
final class End {
  /** What a program does with its end, once both are connected. */
  interface Program {
    void run(End end, Address other) throws IOException;
  }

  private static final int PORT = 1; // devices number their ports from 1; most have one
  private static final int MEMORY_BYTES = 4096;
  private static final int SENDS = 2;

  private final VerbsContext device;
  private final CompletionQueue queue;
  private final HostMemory memory;
  private final MemoryRegion region;
  private final QueuePair pair;
  private final Talk talk;
  private final boolean isClient;
  private final Completions completions = Completions.of(1);

  private End(
      VerbsContext device,
      CompletionQueue queue,
      HostMemory memory,
      MemoryRegion region,
      QueuePair pair,
      Talk talk,
      boolean isClient) {
    this.device = device;
    this.queue = queue;
    this.memory = memory;
    this.region = region;
    this.pair = pair;
    this.talk = talk;
    this.isClient = isClient;
  }

  /**
   * Runs a program by its arguments, LIBRARY DEVICE [HOST]: with HOST it is the client.
   *
   * @param access what the other end may do to this one's memory
   * @param prepare what the server does before it tells where it is
   * @return the exit code
   */
  static int run(
      String name, String[] args, Set<Access> access, Consumer<End> prepare, Program program) {
    if (args.length < 2 || args.length > 3) {
      System.err.printf(
          "Usage: %s LIBRARY DEVICE [HOST]; the server has no HOST, the client has the server's%n",
          name);
      return 2;
    }
    boolean isClient = args.length == 3;
    // Closed in the opposite order: none can go while something else uses it.
    try (VerbsContext device = open(Path.of(args[0]), args[1]);
        ProtectionDomain domain = device.protectionDomain();
        CompletionQueue queue = device.completionQueue(4);
        HostMemory memory = HostMemory.allocate(MEMORY_BYTES);
        MemoryRegion region = domain.register(memory, access);
        QueuePair pair = domain.queuePair(QueuePairOptions.of(Transport.RC, queue, SENDS))) {
      pair.initialize(PORT, access, 0);
      try (Talk talk = isClient ? Talk.connect(args[2]) : Talk.accept()) {
        End end = new End(device, queue, memory, region, pair, talk, isClient);
        if (!isClient) {
          prepare.accept(end);
        }
        program.run(end, end.connect(name));
        talk.meet("done"); // it may still need this end's memory or answers
      }
      return 0;
    } catch (IOException | VerbsException e) {
      System.err.println(name + ": " + e.getMessage());
      return 1;
    }
  }

  /** Opens a device; one of iWARP is refused, which connects queue pairs by RDMA-CM only. */
  private static VerbsContext open(Path library, String device) {
    Verbs verbs = Verbs.load(library);
    verbs.connectable(List.of(device));
    return verbs.open(device);
  }

  /** From INIT by RTR to RTS, with what the other end tells; waits until it has done the same. */
  private Address connect(String program) throws IOException {
    GidEntry gid = chooseGid();
    // A PSN that can be guessed lets others forge packets of this connection.
    int psn = new SecureRandom().nextInt(Connection.MAX_24_BITS + 1);
    int lid = device.port(PORT).lid();
    Address own =
        new Address(
            program, pair.number(), psn, lid, gid.gid(), region.start(), region.rkey());
    talk.tell(own.line());
    Address other = Address.of(talk.hear());
    if (!other.program().equals(program)) {
      throw new IOException(
          "the other end runs %s; it should run %s too".formatted(other.program(), program));
    }
    Route route = new Route(PORT, gid.index(), other.gid(), other.lid(), 64, 0, 0, 0, true);
    Connection connection =
        Connection.of(route, other.queuePair(), Mtu.MTU_1024, other.psn(), psn);
    pair.readyToReceive(connection);
    pair.readyToSend(connection);
    talk.meet("ready");
    return other;
  }

  /** A RoCE v2 address made from an IPv4 one, or else the first. */
  private GidEntry chooseGid() throws IOException {
    return device.gids().stream()
        .filter(entry -> entry.port() == PORT)
        .min((a, b) -> Boolean.compare(isUsual(b), isUsual(a)))
        .orElseThrow(
            () -> new IOException(device + " has no address; give its network interface one"));
  }

  private static boolean isUsual(GidEntry entry) {
    return entry.type() == GidEntry.Type.ROCE_V2 && entry.gid().isIpv4();
  }

  boolean isClient() {
    return isClient;
  }

  long start() {
    return region.start();
  }

  int bytes() {
    return MEMORY_BYTES;
  }

  int lkey() {
    return region.lkey();
  }

  /**
   * Puts a text into the memory.
   *
   * @return its length with the zero at its end, which C's texts have
   */
  int put(String text) {
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    memory.buffer(0, bytes.length).put(bytes);
    return bytes.length;
  }

  /** The text in the memory. */
  String text() {
    ByteBuffer buffer = memory.buffer(0, MEMORY_BYTES);
    byte[] bytes = new byte[MEMORY_BYTES];
    buffer.get(bytes);
    String all = new String(bytes, StandardCharsets.UTF_8);
    int end = all.indexOf('\0');
    return end < 0 ? all : all.substring(0, end);
  }

  /**
   * One receive of up to the whole memory. To be posted before the other can send: a message that
   * finds none has to be sent again.
   */
  void postReceive() {
    ReceiveRequests receive = ReceiveRequests.of(1);
    receive.buffer(0, start(), MEMORY_BYTES, lkey());
    pair.postReceive(receive);
  }

  void postSend(WorkRequests requests) {
    pair.postSend(requests);
  }

  /**
   * Waits for the next completion and looks at its status.
   *
   * @param what it is of, for the message
   */
  void awaitCompletion(String what) throws IOException {
    long deadline = Talk.deadline();
    // A queue pair that only receives does not notice that the other has gone; the TCP connection
    // does.
    while (queue.poll(completions) == 0) {
      talk.look(deadline, "completion");
    }
    completions.check(0, what);
  }
}
