// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.AsyncEventType.Source;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.ErrnoExplanation;
import org.rdmamonitor.model.call.Explanation;
import org.rdmamonitor.model.call.RejectReason;
import org.rdmamonitor.model.call.StateExplanation;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.RuleWords;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimit.ValueKind;
import org.rdmamonitor.policy.findings.FindingRule;
import org.rdmamonitor.policy.join.JoinRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Explains a rule of findings, the error of a call, the cause of a queue pair's end, an
 * asynchronous event, the status of a bad completion, or the reason of a rejected connection: what
 * it means and what to do.
 */
@Command(
    name = "explain",
    description =
        "Explain a rule of findings, an error, why a queue pair ended or an event, or list them"
            + " all.",
    footer = {
      "",
      "  rdma-monitor explain R1",
      "  rdma-monitor explain ENOMEM",
      "  rdma-monitor explain REJECTED"
    },
    sortOptions = false)
final class ExplainCommand implements Callable<Integer> {
  private static final int WIDTH = 80;
  private static final String INDENT = "  ";

  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "RULE|ERROR|END|STATE|EVENT|REASON",
      arity = "0..1",
      description =
          "The id of a rule (R1), the name of an error (ENOMEM), of an end (killed), of a state"
              + " (RTR), of an asynchronous event (QP_FATAL) or bad completion (RETRY_EXC_ERR), or"
              + " why a connection was rejected (NO_RESOURCES).")
  private @Nullable String name;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ExplainCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    context.out().write(name == null ? list() : explanation(name));
    return ExitCode.OK;
  }

  private static String list() {
    StringBuilder text = new StringBuilder("Rules of findings:\n");
    for (RuleWords rule : FindingRule.values()) {
      text.append("  %-8s %s%n".formatted(rule.name(), rule.title()));
    }
    text.append("\nRules over the recordings of several hosts (rdma-monitor join):\n");
    for (RuleWords rule : JoinRule.values()) {
      text.append("  %-8s %s%n".formatted(rule.name(), rule.title()));
    }
    text.append("\nErrors of calls:\n");
    for (int errno : ErrnoExplanation.explained()) {
      String brief = ErrnoExplanation.of(errno).getLast().brief();
      text.append("  %-12s %s%n".formatted(Errno.name(errno), brief));
    }
    text.append("\nEnds of queue pairs:\n");
    for (EndCause cause : EndCause.explained()) {
      text.append("  %-15s %s%n".formatted(cause.key(), cause.explanation().brief()));
    }
    text.append("\nStates of queue pairs:\n");
    for (QueuePairState state : QueuePairState.values()) {
      text.append("  %-15s %s%n".formatted(state.name(), StateExplanation.of(state).brief()));
    }
    for (Source source : Source.values()) {
      text.append("\n%s:%n".formatted(heading(source)));
      Arrays.stream(AsyncEventType.values())
          .filter(type -> type.source() == source)
          .forEach(type -> event(text, type.name(), type.explanation()));
    }
    text.append("\nReasons of REJECTED:\n");
    for (RejectReason reason : RejectReason.values()) {
      event(text, reason.name(), reason.explanation());
    }
    return text.append("\nMore of each: rdma-monitor explain R1\n").toString();
  }

  private static void event(StringBuilder text, String eventName, Explanation explanation) {
    text.append("  %-27s %s%n".formatted(eventName, explanation.brief()));
  }

  private static String heading(Source source) {
    return switch (source) {
      case DEVICE -> "Asynchronous events of devices";
      case CONNECTION_MANAGER -> "Asynchronous events of the RDMA connection manager";
      case COMPLETION -> "Bad completions (librdma_intercept)";
      case LIST -> "States that devices bring queue pairs to";
    };
  }

  private String explanation(String asked) {
    Optional<RuleWords> rule =
        RuleWords.named(FindingRule.values(), asked)
            .<RuleWords>map(found -> found)
            .or(() -> RuleWords.named(JoinRule.values(), asked));
    if (rule.isPresent()) {
      return ofRule(rule.get());
    }
    Optional<String> happening = ofHappening(asked);
    if (happening.isPresent()) {
      return happening.get();
    }
    String upper = asked.toUpperCase(Locale.ROOT);
    return ErrnoExplanation.explained().stream()
        .filter(errno -> Errno.name(errno).equals(upper))
        .findFirst()
        .map(ExplainCommand::ofError)
        .orElseThrow(() ->
            new ParameterException(
                Objects.requireNonNull(spec).commandLine(),
                "'%s' cannot be explained; without a name, all that can be is listed"
                    .formatted(asked)));
  }

  private static String ofRule(RuleWords rule) {
    RuleWords.Words words = rule.words();
    StringBuilder text = new StringBuilder(rule.name() + "  " + rule.title() + "\n");
    paragraph(text, "Threat", words.threat());
    paragraph(text, "Found when", words.condition());
    if (!rule.limits().isEmpty()) {
      text.append("\nSettings, with their defaults\n");
    }
    for (FindingLimit limit : rule.limits()) {
      String standard =
          limit.kind() == ValueKind.PATHS ? "(none)" : Long.toString(limit.standard());
      text.append("  %-23s %-11s".formatted(limit.name(), standard).stripTrailing()).append('\n');
      wrap(text, limit.meaning(), "      ");
    }
    paragraph(text, "What to do", words.advice());
    paragraph(text, "When nothing is wrong", words.falsePositives());
    return text.toString();
  }

  private static String ofError(int errno) {
    StringBuilder text = new StringBuilder("%s  error %d%n".formatted(Errno.name(errno), errno));
    for (ErrnoExplanation explanation : ErrnoExplanation.of(errno)) {
      List<String> verbs = new ArrayList<>();
      explanation.verbs().stream()
          .sorted(Comparator.comparing(Verb::name))
          .forEach(verb -> verbs.add(verb.name()));
      String of = verbs.isEmpty() ? "Any call" : String.join(", ", verbs);
      paragraph(text, of, explanation.meaning());
      wrap(text, "Next: " + explanation.nextStep(), INDENT);
    }
    return text.toString();
  }

  /** Explains the end of a queue pair, an asynchronous event, or a reason of REJECTED. */
  private static Optional<String> ofHappening(String asked) {
    return EndCause.named(asked)
        .filter(EndCause.explained()::contains)
        .map(cause -> ofHappening(cause.key(), cause.explanation()))
        .or(() ->
            AsyncEventType.named(asked).map(type -> ofHappening(type.name(), type.explanation())))
        .or(() ->
            RejectReason.named(asked)
                .map(reason -> ofHappening(reason.name(), reason.explanation())))
        .or(() ->
            StateExplanation.named(asked)
                .map(state -> of(state.name(), StateExplanation.of(state), "What it is")));
  }

  private static String ofHappening(String happened, Explanation explanation) {
    return of(happened, explanation, "What has happened");
  }

  private static String of(String named, Explanation explanation, String heading) {
    StringBuilder text = new StringBuilder(named + "  " + explanation.brief() + "\n");
    paragraph(text, heading, explanation.meaning());
    paragraph(text, "What to do", explanation.nextStep());
    return text.toString();
  }

  private static void paragraph(StringBuilder text, String heading, String body) {
    text.append('\n').append(heading).append('\n');
    wrap(text, body, INDENT);
  }

  private static void wrap(StringBuilder text, String body, String indent) {
    StringBuilder line = new StringBuilder(indent);
    for (String word : body.split(" ", -1)) {
      if (line.length() > indent.length() && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(line.length() > indent.length() ? " " : "").append(word);
    }
    text.append(line).append('\n');
  }
}
