// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.secure.wire.BarrierKind;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.measure.BarrierPlan;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BarrierOptionsTest {
  @Command(name = "test")
  private static final class Holder {
    @Mixin private BarrierOptions options = new BarrierOptions();
  }

  private static BarrierOptions parse(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options;
  }

  @Test
  void theDefaultIsTwoMembersAndTheBarrierThatIsProved() {
    assertThat(parse().plan())
        .isEqualTo(new BarrierPlan(2, 1000, BarrierVariant.GFENCE, Duration.ofSeconds(10), false));
    assertThat(parse().isCompared()).isTrue();
  }

  @Test
  void theServerTellsWhatItWasAskedFor() {
    BarrierOptions options =
        parse("-m", "5", "-n", "7", "--variant", "pollmid", "--verify", "--alone", "--timeout=3");

    assertThat(BarrierMember.role(options.plan(), options.isCompared()))
        .isEqualTo(new Role(1, 5, BarrierKind.POLLMID, true, false, 7, 3_000));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsToldIsUnderstood(BarrierVariant variant) {
    BarrierPlan plan = new BarrierPlan(64, Integer.MAX_VALUE, variant, Duration.ofDays(1), true);

    assertThat(BarrierMember.plan(BarrierMember.role(plan, true))).isEqualTo(plan);
  }
}
