// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.litmus.certify.Bounds;
import org.rdmamonitor.litmus.certify.Certificate;
import org.rdmamonitor.litmus.certify.Certificate.Counterexample;
import org.rdmamonitor.litmus.certify.Certificate.Proof;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.report.CertificateJson;
import org.rdmamonitor.litmus.report.CertificateText;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Proves what ships within bounds, and refutes what does not. */
@Command(
    name = "certify",
    description = {
      "Prove what the barrier or the table promises, up to so many members and rounds and for no",
      "more than these; show how variants fail that leave something out."
    },
    sortOptions = false)
final class CertifyCommand implements Callable<Integer> {
  private final LitmusTools tools;

  @Parameters(
      paramLabel = "WHAT",
      converter = LitmusValues.Subjects.class,
      completionCandidates = LitmusValues.Subjects.class,
      description = {
        "barrier: over rows that members push to each other.",
        "sst: the shared state table that these rows are of."
      })
  private LitmusValues.Subject subject = LitmusValues.Subject.BARRIER;

  @Option(
      names = "--members",
      paramLabel = "N",
      defaultValue = "3",
      converter = LitmusValues.Members.class,
      description = "The most members: 2 to 16 (default: 3).")
  private int members;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      converter = LitmusValues.Rounds.class,
      description = "The most barriers, or pushes of a row, in turn: 1 to 16 (default: 3).")
  private int rounds;

  @Option(
      names = "--tests",
      paramLabel = "DIR",
      description = "Write the tests of all variants up to the bounds, and end.")
  private @Nullable Path tests;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each proof and execution, then one for all.")
  private boolean json;

  @Mixin private SearchArguments search = new SearchArguments();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  CertifyCommand(LitmusTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    if (tests != null) {
      return write(tests);
    }
    SearchLimits limits = search.limits();
    try (Explorer explorer = new Explorer(limits, tools.nanoTime())) {
      return certify(limits, new Certificate<>(subject.protocol(), limits, explorer));
    } catch (LitmusLimitException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    }
  }

  private int write(Path directory) throws IOException {
    String done;
    try {
      TestDirectory target = new TestDirectory(directory);
      for (LitmusTest test : subject.protocol().tests(new Bounds(members, rounds))) {
        target.write(test);
      }
      done = target.finish();
    } catch (IOException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    }
    tools.out().write(done);
    return ExitCode.OK;
  }

  private int certify(SearchLimits limits, Certificate<?> certificate) throws IOException {
    Protocol<?> protocol = certificate.protocol();
    Bounds bounds = new Bounds(members, rounds);
    write(json ? "" : CertificateText.heading(protocol, bounds, limits.reduced()));
    List<Proof> proofs = new ArrayList<>();
    for (Proof proof : certificate.prove(bounds)) {
      proofs.add(proof);
      write(json ? CertificateJson.of(proof) : CertificateText.row(proof));
    }
    List<Counterexample> examples = certificate.counterexamples();
    write(json ? "" : CertificateText.table(protocol, examples));
    for (Counterexample example : examples) {
      write(json ? CertificateJson.of(example) : CertificateText.of(example));
    }
    boolean isProven = proofs.stream().allMatch(Proof::holds);
    boolean isKnown = certificate.agreesWithTable(examples);
    write(
        json
            ? CertificateJson.ending(
                protocol, bounds, limits.reduced(), proofs, examples, isProven, isKnown)
            : CertificateText.ending(protocol, bounds, proofs, isProven, isKnown));
    return isProven && isKnown ? ExitCode.OK : ExitCode.UNEXPECTED;
  }

  private void write(String text) throws IOException {
    tools.out().write(text);
    tools.out().flush();
  }
}
