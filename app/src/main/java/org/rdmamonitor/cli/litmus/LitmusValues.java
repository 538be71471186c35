// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.util.List;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.common.IntegerInRange;
import org.rdmamonitor.cli.common.Numbers;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.generate.Family;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.run.Widening;
import org.rdmamonitor.litmus.table.TableClaim;
import org.rdmamonitor.units.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options. */
final class LitmusValues {
  private LitmusValues() {}

  /** {@code qp} or {@code nic}. */
  static final class Flushes extends Choice<ModelOptions.Flush> {
    Flushes() {
      super(List.of(ModelOptions.Flush.values()), ModelOptions::word, "'%s' is not among %s");
    }
  }

  /** {@code unordered} or {@code ordered}. */
  static final class Reads extends Choice<ModelOptions.RemoteReads> {
    Reads() {
      super(List.of(ModelOptions.RemoteReads.values()), ModelOptions::word, "'%s' is not among %s");
    }
  }

  /** {@code all} or {@code reads}. */
  static final class Fences extends Choice<ModelOptions.RemoteFence> {
    Fences() {
      super(List.of(ModelOptions.RemoteFence.values()), ModelOptions::word, "'%s' is not among %s");
    }
  }

  /** {@code model} or {@code rxe}. */
  static final class Profiles extends Choice<ModelOptions.Profile> {
    Profiles() {
      super(
          List.of(ModelOptions.Profile.values()),
          ModelOptions::word,
          "'%s' is no profile; there are %s");
    }
  }

  /** Names of families. */
  static final class Families extends Choice<Family> {
    Families() {
      super(List.of(Family.values()), Family::title, "'%s' is no family; there are %s");
    }
  }

  /** What can be certified. */
  enum Subject {
    BARRIER,
    SST;

    Protocol<?> protocol() {
      return switch (this) {
        case BARRIER -> BarrierClaim.PROTOCOL;
        case SST -> TableClaim.PROTOCOL;
      };
    }
  }

  /** {@code barrier} or {@code sst}. */
  static final class Subjects extends Choice<Subject> {
    Subjects() {
      super(
          List.of(Subject.values()),
          subject -> subject.protocol().word(),
          "'%s' cannot be certified; there are %s");
    }
  }

  /** A number from 1. */
  static final class Count implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return Numbers.whole(value, 1, Long.MAX_VALUE)
          .orElseThrow(() -> new TypeConversionException("'" + value + "' is no number from 1"));
    }
  }

  /** Bytes: a number, and one of K, M, G or T for a power of 1024. */
  static final class ByteSize implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return Bytes.parse(value)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'" + value + "' is no size; it is a number of bytes, as 512M or 2G"));
    }
  }

  /** Threads. */
  static final class Threads extends IntegerInRange {
    Threads() {
      super(1, 64);
    }
  }

  /** Members of what is certified. */
  static final class Members extends IntegerInRange {
    Members() {
      super(2, 16);
    }
  }

  /** Rounds that a member goes through. */
  static final class Rounds extends IntegerInRange {
    Rounds() {
      super(1, 16);
    }
  }

  /** Threads of a generated test. */
  static final class Size extends IntegerInRange {
    Size() {
      super(1, 4);
    }
  }

  /** Which widenings are taken in turn. */
  enum Widen {
    NONE,
    FENCE,
    READS,
    MIXED;

    List<Widening> widenings() {
      return switch (this) {
        case NONE -> List.of(Widening.NONE);
        case FENCE -> List.of(Widening.FENCE);
        case READS -> List.of(Widening.READS);
        case MIXED -> List.of(Widening.values());
      };
    }
  }

  /** {@code none}, {@code fence}, {@code reads} or {@code mixed}. */
  static final class Widenings extends Choice<Widen> {
    Widenings() {
      super(List.of(Widen.values()), ModelOptions::word, "'%s' is not among %s");
    }
  }

  /** Iterations of a run. */
  static final class RunSize extends IntegerInRange {
    RunSize() {
      super(1, 1_000_000);
    }
  }

  /** How long a thread waits. */
  static final class Seconds extends IntegerInRange {
    Seconds() {
      super(1, 3600);
    }
  }

  /** A number from 0. */
  static final class Seed implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      return Numbers.whole(value, 0, Long.MAX_VALUE)
          .orElseThrow(() -> new TypeConversionException("'" + value + "' is no number from 0"));
    }
  }
}
