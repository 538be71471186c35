// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.source.kernel.host.Gids;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the filters of connections take. */
final class ConnectionValues {
  private static final int LARGEST_LID = 0xffffff; // Omni-Path's; InfiniBand's have 16 bits
  private static final int LARGEST_QPN = 0xffffff;

  private ConnectionValues() {}

  /** A peer's address, in the form that it is shown in. */
  static final class Peer implements ITypeConverter<String> {
    @Override
    public String convert(String word) {
      if (word.startsWith("lid:")) {
        return "lid:"
            + Numbers.whole(word.substring("lid:".length()), 1, LARGEST_LID)
                .orElseThrow(() -> wrong(word));
      }
      // Java also takes 10.1 for 10.0.0.1.
      if (!word.contains(":") && !word.matches("[0-9]+(\\.[0-9]+){3}")) {
        throw wrong(word);
      }
      try {
        return gid(InetAddress.ofLiteral(word));
      } catch (IllegalArgumentException e) {
        throw wrong(word);
      }
    }

    private static String gid(InetAddress address) {
      ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
      if (address instanceof Inet4Address) {
        return Gids.text(0, 0xffff_0000_0000L | Integer.toUnsignedLong(bytes.getInt()));
      }
      return Gids.text(bytes.getLong(), bytes.getLong());
    }

    private static TypeConversionException wrong(String word) {
      return new TypeConversionException(
          "'%s' is no address such as 10.1.0.7, fe80::1 or lid:7".formatted(word));
    }
  }

  /** A number of 24 bits. */
  static final class QueuePairNumber implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
      return Numbers.whole(word, 0, LARGEST_QPN).stream()
          .mapToInt(Math::toIntExact)
          .boxed()
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is not a whole number from 0 to %d".formatted(word, LARGEST_QPN)));
    }
  }
}
