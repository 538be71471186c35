// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.secure.wire.ConnectionMode;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.TransferOption;
import org.rdmamonitor.secure.wire.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class MeasureOptionsTest {
  @Command(name = "test")
  private static final class Holder {
    @Mixin private MeasureOptions options = new MeasureOptions();
  }

  private static MeasureOptions parse(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }

  private static Request request(String arguments) {
    return parse(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1))
        .request(Mtu.MTU_1024);
  }

  @Test
  void theDefaultsArePerftests() {
    Request request = request("");

    assertThat(request.operation()).isEqualTo(Operation.SEND);
    assertThat(request.transport()).isEqualTo(Transport.RC);
    assertThat(request.connection()).isEqualTo(ConnectionMode.BY_HAND);
    assertThat(request.measure()).isEqualTo(Measure.BANDWIDTH);
    assertThat(request.sizes()).isEqualTo(Sizes.of(65_536));
    assertThat(request.extent()).isEqualTo(Extent.ofIterations(5_000));
    assertThat(request.queuePairs()).isEqualTo(1);
    assertThat(request.depth()).isEqualTo(128);
    assertThat(request.options()).isEmpty();
    assertThat(request.mtu()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "-L, 2, 2",
    "-o cas, 8, 8",
    "-L -o fadd, 8, 8",
    "-s 64K, 65536, 65536",
    "-c UD, 1024, 1024",
    "-c UD --seal, 992, 992",
    "-a, 2, 8388608",
    "-a -c UD, 2, 1024",
    "-a -c UD -m 4096, 2, 4096",
    "-a -c UD --seal, 2, 992",
  })
  void sizesFollowWhatIsMeasured(String arguments, long first, long last) {
    assertThat(request(arguments).sizes()).isEqualTo(new Sizes(first, last));
  }

  @ParameterizedTest
  @CsvSource({"-L, 1000, 0", "-n 7, 7, 0", "-D 2, 0, 2000", "-L -n 7, 7, 0"})
  void theExtentIsANumberOrATime(String arguments, long iterations, long millis) {
    assertThat(request(arguments).extent()).isEqualTo(new Extent(iterations, millis));
  }

  @Test
  void theRestIsAsAskedFor() {
    Request request = request("-o write_imm -c uc -q 4 -t 16 -b -m 512 --verify --seal");

    assertThat(request.operation()).isEqualTo(Operation.WRITE_WITH_IMMEDIATE);
    assertThat(request.transport()).isEqualTo(Transport.UC);
    assertThat(request.queuePairs()).isEqualTo(4);
    assertThat(request.depth()).isEqualTo(16);
    assertThat(request.options())
        .containsExactlyInAnyOrder(
            TransferOption.BIDIRECTIONAL, TransferOption.VERIFY, TransferOption.SEAL);
    assertThat(request.mtu()).isEqualTo(Optional.of(Mtu.MTU_512));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-R", "--rdma-cm", "-R -c RC -q 3 -o read"})
  void theConnectionManagerConnectsWhereItIsAskedFor(String arguments) {
    assertThat(request(arguments).connection()).isEqualTo(ConnectionMode.CONNECTION_MANAGER);
  }

  @Test
  void theMtuMattersToDatagramsOfAllSizesOnly() {
    assertThat(parse("-a", "-c", "UD").isUpToMtu()).isTrue();
    assertThat(parse("-a", "-c", "UD", "-m", "1024").isUpToMtu()).isFalse();
    assertThat(parse("-a").isUpToMtu()).isFalse();
    assertThat(parse("-c", "UD").isUpToMtu()).isFalse();
  }
}
