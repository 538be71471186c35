// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;

/**
 * The address of a peer.
 *
 * @param gid empty if it is addressed by its LID only
 * @param lid empty if the link has none, or it is not known
 */
public record PeerAddress(Optional<Gid> gid, OptionalInt lid) {
  /** The prefix of a LID in text. */
  public static final String LID_PREFIX = "lid:";

  private static final Pattern LID = Pattern.compile(LID_PREFIX + "[0-9]{1,10}");

  /** {@code lid:7}. */
  public static String lidText(int lid) {
    return LID_PREFIX + Integer.toUnsignedString(lid);
  }

  /** The LID of such a text; empty if it is none. */
  public static OptionalInt lidOf(String text) {
    if (!LID.matcher(text).matches()) {
      return OptionalInt.empty();
    }
    long lid = Long.parseLong(text.substring(LID_PREFIX.length()));
    return lid <= 0xffff_ffffL ? OptionalInt.of((int) lid) : OptionalInt.empty();
  }

  /** The address in an address vector. */
  public static PeerAddress of(Address address) {
    return new PeerAddress(
        address.route().map(Route::peerGid).map(gid -> Gid.parse(gid).orElse(Gid.NONE)),
        address.lid());
  }

  /** An address of which only the GID is known. */
  public static PeerAddress of(Gid gid) {
    return new PeerAddress(Optional.of(gid), OptionalInt.empty());
  }

  /** Whether neither is known. */
  public boolean isUnknown() {
    return gid.isEmpty() && lid.isEmpty();
  }

  /** As in entries of {@code PEERS}: {@code 10.1.0.7}, {@code lid:7 fe80::1}. */
  public String text() {
    return Stream.concat(
            lid.stream().mapToObj(PeerAddress::lidText), gid.stream().map(Gid::addressText))
        .collect(Collectors.joining(" "));
  }
}
