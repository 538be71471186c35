// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.nativelib.verbs.MemoryKind;
import org.rdmamonitor.secure.session.DeviceChoice;
import org.rdmamonitor.secure.session.Placement;
import org.rdmamonitor.secure.transfer.Tuning;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class DeviceOptionsTest {
  @Command(name = "test")
  private static final class Holder {
    @Mixin private DeviceOptions options = new DeviceOptions();
  }

  private static DeviceOptions parse(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }

  @Test
  void whatIsLeftOutIsLeftOpen() {
    DeviceOptions options = parse();

    assertThat(options.choice()).isEqualTo(DeviceChoice.ANY);
    assertThat(options.tuning()).isEqualTo(Tuning.DEFAULT);
    assertThat(options.placement()).isEqualTo(new Placement(MemoryKind.PLAIN, OptionalInt.empty()));
  }

  @Test
  void theDeviceIsTheOneAskedFor() {
    assertThat(parse("-d", "mlx5_0", "-i", "2", "-x", "0").choice())
        .isEqualTo(new DeviceChoice(Optional.of("mlx5_0"), OptionalInt.of(2), OptionalInt.of(0)));
  }

  @ParameterizedTest
  @CsvSource({"plain, PLAIN", "huge, HUGE_PAGES", "dmabuf, DMA_BUF"})
  void memoryIsOfTheKindAskedFor(String word, MemoryKind kind) {
    assertThat(parse("--memory", word).placement())
        .isEqualTo(new Placement(kind, OptionalInt.empty()));
  }

  /** Every host has a first processor. */
  @Test
  void theProcessorIsTheOneAskedFor() {
    assertThat(parse("--cpu", "0").placement())
        .isEqualTo(new Placement(MemoryKind.PLAIN, OptionalInt.of(0)));
  }
}
