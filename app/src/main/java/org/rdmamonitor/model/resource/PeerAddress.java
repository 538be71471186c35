// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;

/**
 * Where a peer is.
 *
 * @param gid empty where it is addressed by its LID alone
 * @param lid empty where the link has none, or it is not known
 */
public record PeerAddress(Optional<Gid> gid, OptionalInt lid) {
  /** What a LID has before its number in text. */
  public static final String LID_PREFIX = "lid:";

  /** {@code lid:7}. */
  public static String lidText(int lid) {
    return LID_PREFIX + Integer.toUnsignedString(lid);
  }

  /** That of an address vector. */
  public static PeerAddress of(Address address) {
    return new PeerAddress(
        address.route().map(Route::peerGid).map(gid -> Gid.parse(gid).orElse(Gid.NONE)),
        address.lid());
  }

  /** One that is known by its GID alone. */
  public static PeerAddress of(Gid gid) {
    return new PeerAddress(Optional.of(gid), OptionalInt.empty());
  }

  /** Whether nothing is known of it. */
  public boolean isUnknown() {
    return gid.isEmpty() && lid.isEmpty();
  }

  /** As entries of {@code PEERS} have it: {@code 10.1.0.7}, {@code lid:7 fe80::1}. */
  public String text() {
    return Stream.concat(
            lid.stream().mapToObj(PeerAddress::lidText), gid.stream().map(Gid::addressText))
        .collect(Collectors.joining(" "));
  }
}
