// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.rdmamonitor.nativelib.verbs.Addresses;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.GidEntry;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.Preference;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;
import org.rdmamonitor.secure.wire.Port;

/**
 * An open device, with the port and the address that are used.
 *
 * @param attributes what the device can do
 * @param gid the address; on InfiniBand without a global route, the first one
 */
public record Attachment(
    VerbsContext context, DeviceAttributes attributes, PortInfo port, GidEntry gid)
    implements AutoCloseable {
  /**
   * Opens a device: the one that is named, or the first one with an active port; if there are
   * several, the one that has this host's address of the TLS connection.
   *
   * @param local this host's address of the connection
   * @param like the other end's address, if it is known already
   * @throws VerbsUnavailableException if no device can be used
   * @throws VerbsException if one cannot be opened
   */
  public static Attachment open(
      Verbs verbs, DeviceChoice choice, InetAddress local, Optional<GidEntry> like) {
    Preference preference = Preference.of(local, like);
    List<String> names = verbs.connectable(choice.device().stream().toList());
    Optional<Attachment> best = Optional.empty();
    for (String name : names) {
      Optional<Attachment> found = attach(verbs.open(name), choice, preference);
      if (found.isPresent()
          && (best.isEmpty()
              || preference.distance(found.get().gid) < preference.distance(best.get().gid))) {
        best.ifPresent(Attachment::close);
        best = found;
      } else {
        found.ifPresent(Attachment::close);
      }
    }
    return best.orElseThrow(verbs::unusable);
  }

  private static Optional<Attachment> attach(
      VerbsContext context, DeviceChoice choice, Preference preference) {
    try {
      DeviceAttributes attributes = context.attributes();
      Optional<Address> found = address(context, attributes, choice, preference);
      if (found.isEmpty()) {
        context.close();
      }
      return found.map(one -> new Attachment(context, attributes, one.port(), one.gid()));
    } catch (VerbsException e) {
      context.close();
      throw e;
    }
  }

  private static Optional<Address> address(
      VerbsContext context,
      DeviceAttributes attributes,
      DeviceChoice choice,
      Preference preference) {
    List<PortInfo> ports =
        IntStream.rangeClosed(1, attributes.ports())
            .filter(number -> choice.port().orElse(number) == number)
            .mapToObj(context::port)
            .toList();
    List<GidEntry> gids =
        context.gids().stream()
            .filter(gid -> choice.gidIndex().orElse(gid.index()) == gid.index())
            .toList();
    return Addresses.choose(ports, gids, preference);
  }

  /** The device's name. */
  public String device() {
    return context.device();
  }

  /** Its port and address, as the protocol has them. */
  public Port toWire() {
    return Translation.port(this);
  }

  @Override
  public void close() {
    context.close();
  }

  /** {@code rxe0, port 1, ::ffff:10.77.0.1}. */
  @Override
  public String toString() {
    return "%s, port %d, %s".formatted(device(), port.number(), gid.gid());
  }
}
