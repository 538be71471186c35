// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The unfinished handshakes, by how far they have come. Those that have come as far share a number
 * of slots; where there are too many, the oldest one gives way of the address that has most. So
 * those that get on are not pushed out by those that do not, nor an address by another. Safe for
 * any number of threads.
 */
final class Handshakes implements AutoCloseable {
  /** A connection costs little until its first bytes come. */
  private static final int SILENT_FOR_ONE = 8;

  /** How many bytes of an IPv6 address identify the site, which assigns the rest as it likes. */
  private static final int SITE_BYTES = 8;

  private final Map<Stage, HandshakeSlots> stages = new EnumMap<>(Stage.class);
  private boolean isClosed;

  /** How far a handshake has come. */
  enum Stage {
    /** Connected. */
    SILENT("too many connections that have sent nothing yet"),
    /** The client's first bytes have come. */
    BEGUN("too many handshakes just begun"),
    /** The server has answered, and waits for the client to show who it is. */
    ANSWERED("too many unfinished handshakes"),
    /** It has failed, and the client is being told so. */
    FAILED("");

    private final String tooMany;

    Stage(String tooMany) {
      this.tooMany = tooMany;
    }
  }

  /** An unfinished handshake; closing it means that it has finished, successfully or not. */
  final class Handshake implements HeldSocket.Progress, AutoCloseable {
    private final HeldSocket socket;
    private final String address;
    private Stage stage = Stage.SILENT;
    private boolean isOver;
    private boolean gaveWay;

    private Handshake(HeldSocket socket) {
      this.socket = socket;
      this.address = site(Optional.ofNullable(socket.getInetAddress()));
    }

    HeldSocket socket() {
      return socket;
    }

    /** Why it had to give way to another one; empty if it did not. */
    Optional<String> gaveWay() {
      synchronized (stages) {
        return gaveWay && stage != Stage.FAILED
            ? Optional.of(stage.tooMany + ", and this was the oldest of the address that has most")
            : Optional.empty();
      }
    }

    @Override
    public void begun() {
      enter(this, Stage.BEGUN);
    }

    @Override
    public void answered() {
      enter(this, Stage.ANSWERED);
    }

    @Override
    public void failed() {
      enter(this, Stage.FAILED);
    }

    @Override
    public void close() {
      synchronized (stages) {
        isOver = true;
        slots(stage).leave(this);
      }
    }
  }

  /**
   * Begins without handshakes.
   *
   * @param most handshakes that have begun, and as many again that were answered; {@link
   *     #SILENT_FOR_ONE} times as many connections may be silent so far
   */
  Handshakes(int most) {
    for (Stage stage : Stage.values()) {
      stages.put(stage, new HandshakeSlots(stage == Stage.SILENT ? SILENT_FOR_ONE * most : most));
    }
  }

  /** All addresses of one site count as one: having many of them gives nobody a larger share. */
  private static String site(Optional<InetAddress> address) {
    return address
        .map(one -> {
          byte[] bytes = one.getAddress();
          int length = one instanceof Inet6Address ? SITE_BYTES : bytes.length;
          return HexFormat.of().formatHex(bytes, 0, length);
        })
        .orElse("");
  }

  Handshake begin(HeldSocket socket) {
    Handshake result = new Handshake(socket);
    enter(result, Stage.SILENT);
    return result;
  }

  private void enter(Handshake handshake, Stage stage) {
    List<Handshake> leaving = new ArrayList<>();
    synchronized (stages) {
      if (handshake.isOver) {
        return;
      }
      slots(handshake.stage).leave(handshake);
      handshake.stage = stage;
      slots(stage).enter(handshake);
      while (slots(stage).isOverfull() || (isClosed && slots(stage).size() > 0)) {
        Handshake one = slots(stage).givingWay();
        one.gaveWay = true;
        one.isOver = true;
        slots(stage).leave(one);
        leaving.add(one);
      }
    }
    leaving.forEach(one -> close(one.socket));
  }

  private HandshakeSlots slots(Stage stage) {
    return Objects.requireNonNull(stages.get(stage));
  }

  int size() {
    synchronized (stages) {
      return stages.values().stream().mapToInt(HandshakeSlots::size).sum();
    }
  }

  int size(Stage stage) {
    synchronized (stages) {
      return slots(stage).size();
    }
  }

  /** Ends all. */
  @Override
  public void close() {
    List<Handshake> leaving = new ArrayList<>();
    synchronized (stages) {
      isClosed = true;
      stages.values().forEach(slots -> leaving.addAll(slots.all()));
    }
    leaving.forEach(handshake -> close(handshake.socket));
  }

  private static void close(HeldSocket socket) {
    try {
      socket.abort();
    } catch (IOException e) {
      // The connection is gone all the same.
    }
  }

  /** The handshakes of one stage, the oldest of each address first. Guarded by {@code stages}. */
  private static final class HandshakeSlots {
    private final int most;
    private final Map<String, LinkedHashSet<Handshake>> byAddress = new LinkedHashMap<>();
    private int size;

    HandshakeSlots(int most) {
      this.most = most;
    }

    void enter(Handshake handshake) {
      if (byAddress
          .computeIfAbsent(handshake.address, address -> new LinkedHashSet<>())
          .add(handshake)) {
        size++;
      }
    }

    void leave(Handshake handshake) {
      Set<Handshake> same = byAddress.get(handshake.address);
      if (same != null && same.remove(handshake)) {
        size--;
        if (same.isEmpty()) {
          byAddress.remove(handshake.address);
        }
      }
    }

    int size() {
      return size;
    }

    boolean isOverfull() {
      return size > most;
    }

    List<Handshake> all() {
      return byAddress.values().stream().flatMap(Set::stream).toList();
    }

    /**
     * The handshake that has to give way: the oldest of the address that has most, if possible one
     * for which no unread bytes are waiting.
     */
    Handshake givingWay() {
      LinkedHashSet<Handshake> largest = byAddress.values().iterator().next();
      for (LinkedHashSet<Handshake> one : byAddress.values()) {
        largest = one.size() > largest.size() ? one : largest;
      }
      return largest.stream()
          .filter(handshake -> !handshake.socket.hasUnread())
          .findFirst()
          .orElse(largest.getFirst());
    }
  }
}
