// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.cli.common.Choice;
import org.rdmamonitor.cli.process.ProcessContext;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

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

  /** Of a command that is made alone nothing is missing that its help says. */
  @ParameterizedTest
  @MethodSource("programs")
  void aCommandThatIsMadeAloneSaysTheSame(Program program) {
    CommandLine all = program.commandLine();
    for (String name : all.getSubcommands().keySet()) {
      CommandLine alone = program.commandLine(name, "--help").getSubcommands().get(name);
      assertThat(alone.getUsageMessage())
          .isEqualTo(all.getSubcommands().get(name).getUsageMessage());
    }
  }

  /** What a shell completes a word to is let in. */
  @ParameterizedTest
  @MethodSource("programs")
  void whatIsCompletedIsOneOfTheChoices(Program program) {
    List<CommandLine> all = new ArrayList<>(List.of(program.commandLine()));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).getSubcommands().values());
    }
    List<ArgSpec> choices =
        all.stream()
            .flatMap(command -> command.getCommandSpec().args().stream())
            .filter(arg -> arg.converters().length > 0 && arg.converters()[0] instanceof Choice<?>)
            .toList();
    assertThat(choices)
        .hasSizeGreaterThan(3)
        .allSatisfy(arg ->
            assertThat(arg.completionCandidates())
                .as(arg.paramLabel())
                .containsExactlyElementsOf((Choice<?>) arg.converters()[0]));
  }

  /** The commands without their options are told as those with them. */
  @ParameterizedTest
  @MethodSource("programs")
  void helpIsThatOfTheWholeProgram(Program program) {
    String whole = program.commandLine().getUsageMessage();
    assertThat(program.commandLine("--help").getUsageMessage()).isEqualTo(whole);
    assertThat(program.commandLine("-h").getUsageMessage()).isEqualTo(whole);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void allAreMadeForHelpAndForWhatIsNotUnderstood(Program program) {
    int all = program.commandLine().getSubcommands().size();
    for (String word : new String[] {"help", "-jh", "check-confg", ""}) {
      assertThat(program.commandLine(word).getSubcommands()).as(word).hasSize(all);
    }
    assertThat(program.commandLine("--version", "--help").getSubcommands()).hasSize(all);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void versionsNeedNone(Program program) {
    assertThat(program.commandLine("--version").getSubcommands()).isEmpty();
    assertThat(program.commandLine("-V").getSubcommands()).isEmpty();
    assertThat(program.commandLine("-V").parseArgs("-V").isVersionHelpRequested()).isTrue();
  }

  /** picocli has no converters of such types here, see {@code Commands}. */
  @Test
  void whatIsATimeHasAConverterOfItsOwn() {
    assertThat(programs().flatMap(program -> arguments(program.commandLine()).stream()))
        .filteredOn(
            argument -> argument.auxiliaryTypes()[0].getName().matches("java[.](time|sql)[.].*"))
        .isNotEmpty()
        .allSatisfy(argument -> assertThat(argument.converters()).isNotEmpty());
  }

  private static List<ArgSpec> arguments(CommandLine program) {
    List<ArgSpec> arguments = new ArrayList<>(program.getCommandSpec().args());
    program.getSubcommands().values().forEach(command -> arguments.addAll(arguments(command)));
    return arguments;
  }
}
