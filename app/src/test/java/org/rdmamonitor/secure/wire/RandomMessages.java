// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.rdmamonitor.secure.wire.GroupMessage.Join;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.GroupMessage.Roster;
import org.rdmamonitor.secure.wire.Message.Answer;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Ready;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Message.Result;
import org.rdmamonitor.secure.wire.Message.Start;
import org.rdmamonitor.secure.wire.Message.Tunneled;
import org.rdmamonitor.secure.wire.Message.Welcome;

/** Valid messages of all kinds, at random. */
public final class RandomMessages {
  private final Random random;

  public RandomMessages(long seed) {
    this.random = new Random(seed);
  }

  public Message next() {
    return switch (one(MessageType.values())) {
      case WELCOME -> welcome();
      case REQUEST -> request();
      case OFFER -> offer();
      case ANSWER -> new Answer(endpoints(random.nextBoolean()));
      case READY -> new Ready();
      case START -> new Start(number(1, Sizes.LARGEST));
      case RESULT -> result();
      case BYE -> new Bye();
      case REFUSAL -> refusal();
      case JOIN -> new Join((int) number(1, 65_535));
      case ROLE -> role();
      case ROSTER -> roster();
      case TUNNELED -> tunneled();
    };
  }

  private Tunneled tunneled() {
    byte[] bytes = new byte[(int) number(1, Tunneled.MOST_BYTES)];
    random.nextBytes(bytes);
    return new Tunneled(bytes);
  }

  private Welcome welcome() {
    int lowest = (int) number(1, 255);
    return new Welcome(lowest, (int) number(lowest, 255));
  }

  private Request request() {
    Operation operation = one(Operation.values());
    Transport transport = one(Transport.values());
    while (!operation.isPossibleOver(transport)) {
      transport = one(Transport.values());
    }
    Measure measure = one(Measure.values());
    Set<TransferOption> options = EnumSet.noneOf(TransferOption.class);
    for (TransferOption option : TransferOption.values()) {
      boolean isPossible =
          switch (option) {
            case BIDIRECTIONAL -> !operation.isAtomic() && measure == Measure.BANDWIDTH;
            case SEAL -> !operation.isAtomic();
            case VERIFY -> true;
          };
      if (isPossible && random.nextBoolean()) {
        options.add(option);
      }
    }
    return new Request(
        (int) number(1, 255),
        operation,
        transport,
        transport == Transport.RC ? one(ConnectionMode.values()) : ConnectionMode.BY_HAND,
        measure,
        sizes(operation, transport, options),
        random.nextBoolean()
            ? Extent.ofIterations(number(1, 1_000_000_000_000L))
            : Extent.ofMillis(number(1, 86_400_000)),
        measure == Measure.LATENCY ? 1 : (int) number(1, Request.MOST_QUEUE_PAIRS),
        (int) number(1, Request.MOST_DEPTH),
        options,
        random.nextBoolean() ? Optional.of(one(Mtu.values())) : Optional.empty());
  }

  private Sizes sizes(Operation operation, Transport transport, Set<TransferOption> options) {
    if (operation.isAtomic()) {
      return Sizes.of(8);
    }
    long most =
        transport == Transport.UD
            ? (options.contains(TransferOption.SEAL) ? 4064 : 4096)
            : Sizes.LARGEST;
    long first = number(1, most);
    return new Sizes(first, number(first, most));
  }

  private Offer offer() {
    return random.nextBoolean()
        ? new Offer(Optional.empty(), endpoints(true))
        : new Offer(
            Optional.of(
                new ConnectionService(
                    (int) number(1, 65535), random.nextLong() | 1, random.nextLong())),
            endpoints(false));
  }

  List<QueuePairEndpoint> endpoints(boolean areNumbered) {
    int count = random.nextInt(10) == 0 ? Request.MOST_QUEUE_PAIRS : (int) number(1, 4);
    Set<Integer> numbers = new LinkedHashSet<>();
    while (numbers.size() < count) {
      numbers.add((int) number(2, 0xfffffe));
    }
    List<QueuePairEndpoint> result = new ArrayList<>();
    for (int number : numbers) {
      result.add(
          new QueuePairEndpoint(
              areNumbered ? number : 0,
              areNumbered ? (int) number(1, 0xffffff) : 0,
              (int) number(0, Integer.MAX_VALUE),
              port(),
              (int) number(0, 255),
              region()));
    }
    return result;
  }

  private Port port() {
    GidType type = one(GidType.values());
    return new Port(
        new Gid((random.nextLong() & Long.MAX_VALUE) | 1, random.nextLong()),
        type,
        type == GidType.INFINIBAND ? (int) number(0, 0xbfff) : 0,
        one(Mtu.values()));
  }

  private Region region() {
    return random.nextInt(4) == 0
        ? Region.NONE
        : new Region(
            (random.nextLong() & ~(3L << 62)) | (random.nextBoolean() ? 1L << 63 : 0),
            number(0, 0xffff_ffffL),
            number(1, 1L << 40));
  }

  private Result result() {
    return new Result(
        number(1, Sizes.LARGEST),
        number(0, 1L << 62),
        number(0, 1L << 62),
        number(0, 1L << 62),
        number(0, 86_400_000_000_000L),
        random.nextBoolean() ? Optional.of(latency()) : Optional.empty());
  }

  private Latency latency() {
    long[] times = random.longs(5, 0, 86_400_000_000_000L).sorted().toArray();
    return new Latency(
        times[0], times[1], times[2], times[3], times[4], number(times[0], times[4]));
  }

  private Role role() {
    int members = (int) number(2, Role.MOST_MEMBERS);
    return new Role(
        (int) number(1, members - 1),
        members,
        one(BarrierKind.values()),
        random.nextBoolean(),
        random.nextBoolean(),
        number(1, Integer.MAX_VALUE),
        number(1, 86_400_000));
  }

  private Roster roster() {
    return new Roster(
        random.nextLong(),
        endpoints(true).stream()
            .limit(Role.MOST_MEMBERS - 1)
            .map(endpoint ->
                new Roster.Peer(
                    random.nextBoolean() ? Optional.of(port().gid()) : Optional.empty(),
                    (int) number(1, 65_535),
                    endpoint))
            .toList());
  }

  private Refusal refusal() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(600); i > 0; i--) {
      text.appendCodePoint(random.nextInt(0x11000));
    }
    return Refusal.of(one(RefusalCode.values()), text.toString());
  }

  /** Small ones and the ends of the range as often as all others. */
  private long number(long least, long most) {
    return switch (random.nextInt(6)) {
      case 0 -> least;
      case 1 -> most;
      case 2 -> Math.min(most, least + random.nextInt(16));
      default -> random.nextLong(least, most + 1);
    };
  }

  private <T> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
