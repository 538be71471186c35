// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * What the maker of a {@link Shape} asks for the fields of a record, one after the other in the
 * order in which they are written. Each answers with the field's value: when a record is read, with
 * the one that was read; when it is written, with the one that it has, which has been written by
 * then. So the maker is the one list of the fields. It is asked once before all that for the names
 * of the fields, by values that stand for what is absent.
 *
 * @param <R> the record
 */
abstract class Fields<R> {
  private boolean passedOver;

  abstract int integer(String key, ToIntFunction<R> getter);

  abstract long number(String key, ToLongFunction<R> getter);

  abstract <T> T value(String key, Codec<T> codec, Function<R, T> getter);

  /**
   * A value that is left out where it is the same as another one. In an array it has to be the
   * last.
   */
  abstract <T> T sometimes(String key, Codec<T> codec, T absent, Function<R, T> getter);

  /** Those of a part of the record that are beside its own. */
  abstract <T> Fields<T> of(Function<R, T> part);

  final boolean flag(String key, Function<R, Boolean> getter) {
    return value(key, Codec.FLAG, getter);
  }

  final String text(String key, Function<R, String> getter) {
    return value(key, Codec.TEXT, getter);
  }

  final Duration nanos(String key, Function<R, Duration> getter) {
    return value(key, Codec.NANOS, getter);
  }

  /** A constant; without one, or of a later version, another one. */
  final <E extends Enum<E>> E constant(
      String key, Names<E> names, E otherwise, Function<R, E> getter) {
    return name(key, names, record -> getter.apply(record).name()).orElse(otherwise);
  }

  /** A constant that may be missing, or of a later version. */
  final <E extends Enum<E>> Optional<E> optional(
      String key, Names<E> names, Function<R, Optional<E>> getter) {
    return name(key, names, record -> getter.apply(record).map(Enum::name).orElse(""));
  }

  /** A constant without which the record means nothing: one of a later version is passed over. */
  final <E extends Enum<E>> E known(String key, Names<E> names, Function<R, E> getter) {
    Optional<E> known = name(key, names, record -> getter.apply(record).name());
    passedOver |= known.isEmpty();
    return known.orElse(names.any());
  }

  /** A constant that no version adds any to. */
  final <E extends Enum<E>> E certain(String key, Names<E> names, Function<R, E> getter) {
    return name(key, names, record -> getter.apply(record).name()).orElseThrow();
  }

  <E extends Enum<E>> Optional<E> name(String key, Names<E> names, Function<R, String> getter) {
    return names.find(text(key, getter));
  }

  /** A record of one of several kinds, which the key tells apart; nothing is written of none. */
  <V> V variant(String key, Variants<V> variants, Function<R, V> getter) {
    String kind = sometimes(key, Codec.TEXT, "", record -> variants.kindOf(getter.apply(record)));
    return variants.make(kind, of(getter));
  }

  /** Whether it says something that only a later version knows. */
  final boolean isPassedOver() {
    return passedOver;
  }
}
