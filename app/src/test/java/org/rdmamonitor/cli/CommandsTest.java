// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandsTest {
  static Stream<Program> programs() {
    ProcessContext context = ProcessContext.ofThisProcess();
    return Stream.of(new Program(context), Program.secure(context));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aCommandIsMadeAloneIfItIsNamed(Program program) {
    assertThat(program.commandLine().getSubcommands().keySet())
        .hasSizeGreaterThan(8)
        .contains("help")
        .filteredOn(name -> !name.equals("help"))
        .allSatisfy(name ->
            assertThat(program.commandLine(name, "--help").getSubcommands())
                .containsOnlyKeys(name));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void allAreMadeForHelpAndForWhatIsNotUnderstood(Program program) {
    int all = program.commandLine().getSubcommands().size();
    for (String word : new String[] {"help", "--help", "-jh", "check-confg", ""}) {
      assertThat(program.commandLine(word).getSubcommands()).as(word).hasSize(all);
    }
    assertThat(program.commandLine("--version", "--help").getSubcommands()).hasSize(all);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void versionsNeedNone(Program program) {
    assertThat(program.commandLine("--version").getSubcommands()).isEmpty();
    assertThat(program.commandLine("-V").getSubcommands()).isEmpty();
  }
}
