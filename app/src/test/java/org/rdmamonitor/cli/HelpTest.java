// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Explanation;
import org.rdmamonitor.model.call.RejectReason;
import org.rdmamonitor.model.call.StateExplanation;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.findings.FindingRule;
import org.rdmamonitor.policy.join.JoinRule;

/** What the program tells about itself. */
class HelpTest extends ProgramTrial {
  @Test
  void helpFitsATerminal() throws IOException {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "program-help.txt");
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events",
        "connections",
        "join",
        "peers",
        "record",
        "replay",
        "dump",
        "diff",
        "check-config",
        "explain",
        "doctor",
        "export",
        "fleet",
        "quota",
        "completion",
        "help"
      })
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: rdma-monitor " + command);
    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void secureHasTheHelpOfTheProgramThatItStandsFor() {
    assertThat(run("secure", "--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: rdma-secure ");
  }

  @Test
  void aRuleIsExplained() throws IOException {
    assertThat(run("explain", "r2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "explain-rule.txt");
  }

  @Test
  void anErrorIsExplained() throws IOException {
    assertThat(run("explain", "ENOMEM")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "explain-error.txt");
  }

  @Test
  void allThatCanBeExplainedIsListedAndFitsATerminal() throws IOException {
    Map<String, Explanation> happenings = new TreeMap<>();
    EndCause.explained().forEach(cause -> happenings.put(cause.key(), cause.explanation()));
    for (AsyncEventType type : AsyncEventType.values()) {
      happenings.put(type.name(), type.explanation());
    }
    for (RejectReason reason : RejectReason.values()) {
      happenings.put(reason.name(), reason.explanation());
    }
    Map<String, Explanation> states = new TreeMap<>();
    for (QueuePairState state : QueuePairState.values()) {
      states.put(state.name(), StateExplanation.of(state));
    }
    assertThat(happenings).doesNotContainKeys(states.keySet().toArray(String[]::new));
    states.forEach((state, explanation) -> {
      assertThat(run("explain", state.toLowerCase(Locale.ROOT))).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .startsWith(state + "  " + explanation.brief() + "\n\nWhat it is\n  ")
          .contains("\n\nWhat to do\n  ");
      out.getBuffer().setLength(0);
    });
    assertThat(happenings)
        .as("each has a name of its own")
        .hasSize(
            EndCause.explained().size()
                + AsyncEventType.values().length
                + RejectReason.values().length);
    happenings.forEach((happened, explanation) -> {
      assertThat(run("explain", happened.toLowerCase(Locale.ROOT))).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .startsWith(happened + "  " + explanation.brief() + "\n\nWhat has happened\n  ")
          .contains("\n\nWhat to do\n  ");
      assertThat(out.toString().lines())
          .allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
      out.getBuffer().setLength(0);
    });
    assertThat(run("explain")).isEqualTo(ExitCode.OK);
    Golden.assertMatches(out.toString(), "explain-list.txt");
    for (FindingRule rule : FindingRule.values()) {
      assertThat(run("explain", rule.name())).isEqualTo(ExitCode.OK);
    }
    for (JoinRule rule : JoinRule.values()) {
      assertThat(run("explain", rule.name().toLowerCase(Locale.ROOT))).isEqualTo(ExitCode.OK);
      assertThat(out.toString()).contains(rule.name() + "  " + rule.title() + "\n");
    }

    assertThat(out.toString().lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void whatCannotBeExplainedIsAWrongCommandLine() {
    assertThat(run("explain", "R99")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("rdma-monitor: 'R99' cannot be explained; ");
  }

  @Test
  void versionTellsWhatTheProgramRunsOn() {
    assertThat(run("--version")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .matches("rdma-monitor \\S+ \\(commit \\S+, \\S+\\)\nJDK 25\\S* \\(.+\\)\nlibbpf 1.7\n");
  }

  @Test
  void theCompletionScriptKnowsOptionsAndCommands() {
    assertThat(run("completion")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("--interval", "--ring-size", "check-config")
        .contains("(\"auto\" \"kprobe\" \"both\")");
  }

  @Test
  void theCompletionScriptForFishKnowsThemByTheirCommand() {
    assertThat(run("completion", "fish")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines())
        .contains(
            "complete -c rdma-monitor -n '__rdma_monitor_at \\'\\'' -s n -l iterations -x"
                + " -d 'End after N readings'",
            "complete -c rdma-monitor -n '__rdma_monitor_at \\' completion\\'' -f",
            "complete -c rdma-monitor -n '__rdma_monitor_at \\' completion\\'' -a 'bash zsh fish'");
  }

  @Test
  void theCompletionFileOfZshCompletesAtItsFirstCall() {
    assertThat(run("completion", "zsh")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .startsWith("#compdef rdma-monitor\n")
        .contains("_complete_rdma-monitor()")
        .endsWith("\n_bash_complete -o default -F _complete_rdma-monitor\n");
  }
}
