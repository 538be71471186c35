// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.util.List;
import java.util.Locale;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the filters of connections take. */
final class ConnectionValues {
  private static final int LARGEST_QPN = 0xffffff;

  private ConnectionValues() {}

  /** A peer's address, in the form that it is shown in. */
  static final class Peer implements ITypeConverter<String> {
    @Override
    public String convert(String word) {
      if (word.startsWith(PeerAddress.LID_PREFIX)) {
        return Numbers.whole(
                word.substring(PeerAddress.LID_PREFIX.length()), 1, PeerPolicy.LARGEST_LID)
            .stream()
            .mapToInt(Math::toIntExact)
            .mapToObj(PeerAddress::lidText)
            .findFirst()
            .orElseThrow(() -> wrong(word));
      }
      return Gid.parse(word).orElseThrow(() -> wrong(word)).text();
    }

    private static TypeConversionException wrong(String word) {
      return new TypeConversionException(
          "'%s' is no address such as 10.1.0.7, fe80::1 or lid:7".formatted(word));
    }
  }

  /** The name of a type, in any case. */
  static final class Type extends ConstantOf<QueuePairType> {
    Type() {
      super(QueuePairType.values());
    }
  }

  /** The name of a state, in any case. */
  static final class State extends ConstantOf<QueuePairState> {
    State() {
      super(QueuePairState.values());
    }
  }

  abstract static class ConstantOf<E extends Enum<E>> extends Choice<E> {
    ConstantOf(E[] constants) {
      super(List.of(constants), Enum::name, "'%s' is none of %s");
    }

    @Override
    public E convert(String word) {
      String upper = word.toUpperCase(Locale.ROOT);
      return super.convert(isKnown(upper) ? upper : word);
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
