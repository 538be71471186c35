// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.wire.Endpoints.Purpose;

/**
 * The messages of client and server, in the order in which they are sent; see rdma-secure(7). Each
 * message checks its fields when it is made, so there are no invalid ones. Those by which a group
 * comes together are {@link GroupMessage}s.
 */
public sealed interface Message
    permits Message.Welcome,
        Message.Request,
        Message.Offer,
        Message.Answer,
        Message.Ready,
        Message.Start,
        Message.Result,
        Message.Bye,
        Message.Refusal,
        Message.Tunneled,
        GroupMessage {
  /** Writes its fields behind the header. */
  void write(WireOutput out);

  /**
   * The server's first message, by which a client knows that it is let in.
   *
   * @param lowestVersion the lowest version of the protocol that the server speaks, from 1
   * @param highestVersion the highest, up to 255
   */
  record Welcome(int lowestVersion, int highestVersion) implements Message {
    private static final Field LOWEST = new Field("lowest_version", 1, 255);

    public Welcome {
      LOWEST.check(lowestVersion);
      new Field("highest_version", lowestVersion, 255).check(highestVersion);
    }

    /** What this program says. */
    public static Welcome ofThisVersion() {
      return new Welcome(Codec.VERSION, Codec.VERSION);
    }

    /** Whether the server speaks a version. */
    public boolean speaks(int version) {
      return version >= lowestVersion && version <= highestVersion;
    }

    @Override
    public void write(WireOutput out) {
      out.u8(lowestVersion);
      out.u8(highestVersion);
    }

    static Welcome read(WireInput in) throws WireException {
      return new Welcome(in.u8(), in.u8());
    }
  }

  /**
   * What a client wants. Which values can be combined is decided here and nowhere else.
   *
   * @param version of the protocol, one that the server's {@link Welcome} includes
   * @param depth work requests that a queue pair has under way at most, from 1 to {@link
   *     #MOST_DEPTH}
   * @param queuePairs from 1 to {@link #MOST_QUEUE_PAIRS}
   * @param mtu the wanted path MTU; the smallest of this and those of both ports is used
   */
  record Request(
      int version,
      Operation operation,
      Transport transport,
      ConnectionMode connection,
      Measure measure,
      Sizes sizes,
      Extent extent,
      int queuePairs,
      int depth,
      Set<TransferOption> options,
      Optional<Mtu> mtu)
      implements Message {
    /** How many queue pairs a client can have. */
    public static final int MOST_QUEUE_PAIRS = Endpoints.MOST;

    /** How many work requests can be under way on a queue pair. */
    public static final int MOST_DEPTH = 16_384;

    /** Bytes on the wire. */
    static final int BYTES = 31;

    private static final Field VERSION = new Field("version", 1, 255);
    private static final Field QUEUE_PAIRS = new Field("queue_pairs", 1, MOST_QUEUE_PAIRS);
    private static final Field DEPTH = new Field("depth", 1, MOST_DEPTH);

    public Request {
      VERSION.check(version);
      QUEUE_PAIRS.check(queuePairs);
      DEPTH.check(depth);
      options = Set.copyOf(options);
      if (!operation.isPossibleOver(transport)) {
        throw new FieldException(
            "operation", operation + " over " + transport, "UD: SEND; UC: SEND and WRITE; RC: all");
      }
      // The connection manager's TCP-like ports are for RC.
      if (connection == ConnectionMode.CONNECTION_MANAGER && transport != Transport.RC) {
        throw new FieldException("connection", connection + " over " + transport, "RC only");
      }
      if (operation.isAtomic()) {
        checkAtomic(operation, sizes, options);
      }
      if (measure == Measure.LATENCY) {
        checkLatency(queuePairs, options);
      }
      int mostOverUd =
          Mtu.MTU_4096.bytes() - (options.contains(TransferOption.SEAL) ? Seal.OVERHEAD_BYTES : 0);
      if (transport == Transport.UD && sizes.last() > mostOverUd) {
        throw new FieldException(
            "last_size", Long.toString(sizes.last()), "1.." + mostOverUd + " over UD");
      }
    }

    private static void checkAtomic(Operation operation, Sizes sizes, Set<TransferOption> options) {
      if (options.contains(TransferOption.SEAL)) {
        throw new FieldException(
            "options", "SEAL", "not with " + operation + ", which cannot be sealed");
      }
      if (options.contains(TransferOption.BIDIRECTIONAL)) {
        throw new FieldException("options", "BIDIRECTIONAL", "not with " + operation);
      }
      if (sizes.first() != Operation.ATOMIC_BYTES || sizes.last() != Operation.ATOMIC_BYTES) {
        throw new FieldException("last_size", "another size than 8", "8 with " + operation);
      }
    }

    /** One message is under way at a time, on one queue pair and one way. */
    private static void checkLatency(int queuePairs, Set<TransferOption> options) {
      if (queuePairs > 1) {
        throw new FieldException("queue_pairs", Integer.toString(queuePairs), "1 with LATENCY");
      }
      if (options.contains(TransferOption.BIDIRECTIONAL)) {
        throw new FieldException("options", "BIDIRECTIONAL", "not with LATENCY");
      }
    }

    /** Whether an option is wanted. */
    public boolean wants(TransferOption option) {
      return options.contains(option);
    }

    /**
     * Checks that an {@link Offer} fits this request.
     *
     * @throws WireException if it does not
     */
    public void check(Offer offer) throws WireException {
      checkEndpoints(offer.queuePairs());
      boolean wanted = connection == ConnectionMode.CONNECTION_MANAGER;
      if (offer.connectionService().isPresent() != wanted) {
        throw new WireException(
            "OFFER: has " + (wanted ? "no" : "a") + " connection service, unlike the request");
      }
    }

    /**
     * Checks that an {@link Answer} fits this request.
     *
     * @throws WireException if it does not
     */
    public void check(Answer answer) throws WireException {
      checkEndpoints(answer.queuePairs());
    }

    private void checkEndpoints(List<QueuePairEndpoint> endpoints) throws WireException {
      Endpoints.check(endpoints, queuePairs, Purpose.of(connection));
    }

    @Override
    public void write(WireOutput out) {
      out.u8(version);
      out.coded(operation);
      out.coded(transport);
      out.coded(connection);
      out.coded(measure);
      out.u8(mtu.map(Mtu::code).orElse(0));
      out.u8(options.stream().mapToInt(TransferOption::bit).sum());
      sizes.write(out);
      extent.write(out);
      out.u16(queuePairs);
      out.u16(depth);
    }

    static Request read(WireInput in) throws WireException {
      int version = in.u8();
      Operation operation = in.coded("operation", Operation.values());
      Transport transport = in.coded("transport", Transport.values());
      ConnectionMode connection = in.coded("connection", ConnectionMode.values());
      Measure measure = in.coded("measure", Measure.values());
      Optional<Mtu> mtu = in.codedOrNone("mtu", Mtu.values());
      Set<TransferOption> options = options(in.u8());
      Sizes sizes = Sizes.read(in);
      Extent extent = Extent.read(in);
      return new Request(
          version,
          operation,
          transport,
          connection,
          measure,
          sizes,
          extent,
          in.u16(),
          in.u16(),
          options,
          mtu);
    }

    private static Set<TransferOption> options(int bits) {
      Set<TransferOption> result = EnumSet.noneOf(TransferOption.class);
      int known = 0;
      for (TransferOption option : TransferOption.values()) {
        known |= option.bit();
        if ((bits & option.bit()) != 0) {
          result.add(option);
        }
      }
      if ((bits & ~known) != 0) {
        throw new FieldException("options", Integer.toString(bits), "0.." + known);
      }
      return result;
    }
  }

  /**
   * The server's end, one entry for each queue pair requested.
   *
   * @param connectionService present if the request wants the connection manager
   */
  record Offer(Optional<ConnectionService> connectionService, List<QueuePairEndpoint> queuePairs)
      implements Message {
    public Offer {
      queuePairs = Endpoints.checked(queuePairs);
    }

    @Override
    public void write(WireOutput out) {
      out.u8(connectionService.isPresent() ? 1 : 0);
      connectionService.ifPresent(service -> service.write(out));
      Endpoints.write(queuePairs, out);
    }

    static Offer read(WireInput in) throws WireException {
      Optional<ConnectionService> service =
          in.flag("cm_present") ? Optional.of(ConnectionService.read(in)) : Optional.empty();
      return new Offer(service, Endpoints.read(in));
    }
  }

  /**
   * The client's end, one entry for each queue pair requested, in the order of the {@link Offer}.
   */
  record Answer(List<QueuePairEndpoint> queuePairs) implements Message {
    public Answer {
      queuePairs = Endpoints.checked(queuePairs);
    }

    @Override
    public void write(WireOutput out) {
      Endpoints.write(queuePairs, out);
    }

    static Answer read(WireInput in) throws WireException {
      return new Answer(Endpoints.read(in));
    }
  }

  /** The server's queue pairs can send and receive. */
  record Ready() implements Message {
    @Override
    public void write(WireOutput out) {}
  }

  /**
   * A run may begin: all that this end needs for it is in place.
   *
   * @param size bytes of payload of each message, from 1 to 1 GiB
   */
  record Start(long size) implements Message {
    private static final Field SIZE = new Field("size", 1, Sizes.LARGEST);

    public Start {
      SIZE.check(size);
    }

    @Override
    public void write(WireOutput out) {
      out.u32(size);
    }

    static Start read(WireInput in) throws WireException {
      return new Start(in.u32());
    }
  }

  /**
   * What one end counted of a run.
   *
   * @param size bytes of payload of each message, as in {@link Start}
   * @param bytes of payload that this end moved, up to 2^62
   * @param operations that this end completed, up to 2^62
   * @param rejected messages that were not what they had to be (when verified or sealed)
   * @param elapsedNanos from the first work request to the last completion, up to two days
   * @param latency if it was measured
   */
  record Result(
      long size,
      long bytes,
      long operations,
      long rejected,
      long elapsedNanos,
      Optional<Latency> latency)
      implements Message {
    static final int LEAST_BYTES = 37;

    private static final long MOST = 1L << 62;
    private static final Field SIZE = new Field("size", 1, Sizes.LARGEST);
    private static final Field BYTES = new Field("bytes", 0, MOST);
    private static final Field OPERATIONS = new Field("operations", 0, MOST);
    private static final Field REJECTED = new Field("rejected", 0, MOST);
    private static final Field ELAPSED = new Field("elapsed_ns", 0, 2 * 86_400_000_000_000L);

    public Result {
      SIZE.check(size);
      BYTES.check(bytes);
      OPERATIONS.check(operations);
      REJECTED.check(rejected);
      ELAPSED.check(elapsedNanos);
    }

    @Override
    public void write(WireOutput out) {
      out.u32(size);
      out.u64(bytes);
      out.u64(operations);
      out.u64(rejected);
      out.u64(elapsedNanos);
      out.u8(latency.isPresent() ? 1 : 0);
      latency.ifPresent(measured -> measured.write(out));
    }

    static Result read(WireInput in) throws WireException {
      return new Result(
          in.u32(),
          in.u64(),
          in.u64(),
          in.u64(),
          in.u64(),
          in.flag("latency_present") ? Optional.of(Latency.read(in)) : Optional.empty());
    }
  }

  /** Everything is done; nothing follows from this end. */
  record Bye() implements Message {
    @Override
    public void write(WireOutput out) {}
  }

  /**
   * This end does not go on; nothing follows.
   *
   * @param text a sentence for people: up to 512 bytes of UTF-8, without control characters
   */
  record Refusal(RefusalCode code, String text) implements Message {
    /** Bytes of the text in UTF-8. */
    static final int MOST_TEXT_BYTES = 512;

    public Refusal {
      int bytes = text.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MOST_TEXT_BYTES) {
        throw new FieldException("text", bytes + " bytes", "0.." + MOST_TEXT_BYTES + " bytes");
      }
      text.codePoints()
          .filter(Refusal::isUnprintable)
          .findFirst()
          .ifPresent(character -> {
            throw new FieldException(
                "text", "the character U+%04X".formatted(character), "printable characters");
          });
    }

    /**
     * A refusal whose text is made to fit: cut, and with question marks for what cannot be printed.
     */
    public static Refusal of(RefusalCode code, String text) {
      StringBuilder fitting = new StringBuilder();
      int bytes = 0;
      for (int character : text.codePoints().toArray()) {
        String next = isUnprintable(character) ? "?" : Character.toString(character);
        bytes += next.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_TEXT_BYTES) {
          break;
        }
        fitting.append(next);
      }
      return new Refusal(code, fitting.toString());
    }

    private static boolean isUnprintable(int character) {
      return switch (Character.getType(character)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.SURROGATE,
            Character.PRIVATE_USE,
            Character.UNASSIGNED,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR ->
            true;
        default -> false;
      };
    }

    @Override
    public void write(WireOutput out) {
      out.coded(code);
      out.text(text);
    }

    static Refusal read(WireInput in) throws WireException {
      return new Refusal(in.coded("code", RefusalCode.values()), in.text("text", MOST_TEXT_BYTES));
    }
  }

  /** A part of another conversation, which the two ends hold inside this one: 1 to 32768 bytes. */
  final class Tunneled implements Message {
    /** The most bytes of one. */
    public static final int MOST_BYTES = 1 << 15;

    private static final Field LENGTH = new Field("bytes", 1, MOST_BYTES);

    private final byte[] bytes;

    /** With a copy of these bytes. */
    public Tunneled(byte[] bytes) {
      LENGTH.check(bytes.length);
      this.bytes = bytes.clone();
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
      return bytes.clone();
    }

    @Override
    public void write(WireOutput out) {
      out.bytes(bytes);
    }

    static Tunneled read(WireInput in) throws WireException {
      return new Tunneled(in.rest());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Tunneled tunneled && Arrays.equals(bytes, tunneled.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    /** Leaves out the bytes. */
    @Override
    public String toString() {
      return "Tunneled[" + bytes.length + " bytes]";
    }
  }
}
