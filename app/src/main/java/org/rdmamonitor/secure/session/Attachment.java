// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.Gid;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;

/**
 * An open device with the port and the address that are used of it.
 *
 * @param attributes what the device can do
 * @param gid the address; on InfiniBand without a global route, the first one
 */
public record Attachment(
    VerbsContext context, DeviceAttributes attributes, PortInfo port, GidEntry gid)
    implements AutoCloseable {
  /** What an address should be like, and whom it should be able to reach. */
  record Wish(Optional<Gid> local, Optional<GidEntry> like) {
    /** The less, the better. */
    int distance(GidEntry gid) {
      int distance = gid.gid().isLinkLocal() ? 2 : 0;
      distance += gid.gid().isIpv4() ? 0 : 1;
      distance +=
          switch (gid.type()) {
            case ROCE_V2, INFINIBAND -> 0;
            case ROCE_V1 -> 4;
          };
      if (like.isPresent()) {
        distance += gid.type() == like.get().type() ? 0 : 64;
        distance += gid.gid().isIpv4() == like.get().gid().isIpv4() ? 0 : 32;
      }
      if (local.isPresent()) {
        distance += gid.gid().equals(local.get()) ? 0 : 16;
      }
      return distance;
    }
  }

  private record Candidate(PortInfo port, GidEntry gid) {}

  /**
   * Opens a device: the one that is named, or the first that has an active port; of several, the
   * one with this host's address of the TLS connection.
   *
   * @param local this host's address of the connection
   * @param like the other end's address, where it is known already
   * @throws VerbsUnavailableException if no device can be used
   * @throws VerbsException if one cannot be opened
   */
  public static Attachment open(
      Verbs verbs, DeviceChoice choice, InetAddress local, Optional<GidEntry> like) {
    Wish wish = new Wish(Optional.of(gidOf(local)), like);
    List<String> names = choice.device().map(List::of).orElseGet(verbs::devices);
    Optional<Attachment> best = Optional.empty();
    for (String name : names) {
      Optional<Attachment> found = attach(verbs.open(name), choice, wish);
      if (found.isPresent()
          && (best.isEmpty() || wish.distance(found.get().gid) < wish.distance(best.get().gid))) {
        best.ifPresent(Attachment::close);
        best = found;
      } else {
        found.ifPresent(Attachment::close);
      }
    }
    return best.orElseThrow(verbs::unusable);
  }

  private static Optional<Attachment> attach(VerbsContext context, DeviceChoice choice, Wish wish) {
    try {
      DeviceAttributes attributes = context.attributes();
      Optional<Candidate> found =
          candidates(context, attributes, choice).stream()
              .min(Comparator.comparingInt(candidate -> wish.distance(candidate.gid)));
      if (found.isEmpty()) {
        context.close();
      }
      return found.map(one -> new Attachment(context, attributes, one.port, one.gid));
    } catch (VerbsException e) {
      context.close();
      throw e;
    }
  }

  private static List<Candidate> candidates(
      VerbsContext context, DeviceAttributes attributes, DeviceChoice choice) {
    List<Candidate> result = new ArrayList<>();
    List<GidEntry> gids = context.gids();
    for (int number = 1; number <= attributes.ports(); number++) {
      PortInfo port = context.port(number);
      if (!port.isActive() || choice.port().orElse(number) != number) {
        continue;
      }
      for (GidEntry gid : gids) {
        if (gid.port() == number && choice.gidIndex().orElse(gid.index()) == gid.index()) {
          result.add(new Candidate(port, gid));
        }
      }
    }
    return result;
  }

  /** An IP address as RoCE v2 has it among its GIDs. */
  static Gid gidOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (bytes.length == Gid.BYTES) {
      return Gid.of(bytes);
    }
    byte[] mapped = new byte[Gid.BYTES];
    mapped[10] = -1;
    mapped[11] = -1;
    System.arraycopy(bytes, 0, mapped, 12, bytes.length);
    return Gid.of(mapped);
  }

  @Override
  public void close() {
    context.close();
  }

  /** {@code rxe0, port 1, ::ffff:10.77.0.1}. */
  @Override
  public String toString() {
    return "%s, port %d, %s".formatted(context.device(), port.number(), gid.gid());
  }
}
