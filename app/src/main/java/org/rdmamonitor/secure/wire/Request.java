// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.wire.Endpoints.Purpose;

/**
 * What a client wants.
 *
 * @param version of the protocol, one that the server's {@link Welcome} holds
 * @param depth work requests that a queue pair has under way at most, from 1 to 16384
 * @param queuePairs from 1 to 1024
 * @param mtu the wanted path MTU; the smaller one of this and what both ports have is taken
 */
public record Request(
    int version,
    Operation operation,
    Transport transport,
    ConnectionMode connection,
    Measure measure,
    Sizes sizes,
    Extent extent,
    int queuePairs,
    int depth,
    Set<Option> options,
    Optional<Mtu> mtu)
    implements Message {
  /** How many queue pairs a client can have. */
  public static final int MOST_QUEUE_PAIRS = 1024;

  /** Bytes on the wire. */
  static final int BYTES = 31;

  private static final Field VERSION = new Field("version", 1, 255);
  private static final Field QUEUE_PAIRS = new Field("queue_pairs", 1, MOST_QUEUE_PAIRS);
  private static final Field DEPTH = new Field("depth", 1, 16384);

  public Request {
    VERSION.check(version);
    QUEUE_PAIRS.check(queuePairs);
    DEPTH.check(depth);
    options = Set.copyOf(options);
    if (!operation.isPossibleOver(transport)) {
      throw new FieldException(
          "operation", operation + " over " + transport, "UD: SEND; UC: SEND and WRITE; RC: all");
    }
    if (operation.isAtomic() && (sizes.first() != 8 || sizes.last() != 8)) {
      throw new FieldException("last_size", "another size than 8", "8 with " + operation);
    }
    int mostOverUd =
        Mtu.MTU_4096.bytes() - (options.contains(Option.SEAL) ? Seal.OVERHEAD_BYTES : 0);
    if (transport == Transport.UD && sizes.last() > mostOverUd) {
      throw new FieldException(
          "last_size", Long.toString(sizes.last()), "1.." + mostOverUd + " over UD");
    }
    if (operation.isAtomic() && options.contains(Option.SEAL)) {
      throw new FieldException(
          "options", "SEAL", "not with " + operation + ", which cannot be sealed");
    }
  }

  /** Whether an option is wanted. */
  public boolean wants(Option option) {
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
  public MessageType type() {
    return MessageType.REQUEST;
  }

  @Override
  public void write(WireOutput out) {
    out.u8(version);
    out.coded(operation);
    out.coded(transport);
    out.coded(connection);
    out.coded(measure);
    out.u8(mtu.map(Mtu::code).orElse(0));
    out.u8(options.stream().mapToInt(Option::bit).sum());
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
    Set<Option> options = options(in.u8());
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

  private static Set<Option> options(int bits) {
    Set<Option> result = EnumSet.noneOf(Option.class);
    int known = 0;
    for (Option option : Option.values()) {
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
