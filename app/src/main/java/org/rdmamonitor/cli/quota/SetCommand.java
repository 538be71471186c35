// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.client.CollectorClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes limits of a collector that runs. */
@Command(
    name = "set",
    description = {
      "Change limits at once; root only.",
      "A limit without a cgroup is the host's, one of '*' each cgroup's own, one of a",
      "path that cgroup's with all below it, and one of 'process' each process's.",
    },
    sortOptions = false)
final class SetCommand implements Callable<Integer> {
  private static final String SUCCESS = "Success: ";
  private static final String ERROR = "Error: ";

  private final QuotaTools tools;

  @Mixin private SocketOption socket = new SocketOption();

  @Option(names = "--save", description = "Keep all limits for later collectors.")
  private boolean save;

  @Parameters(
      paramLabel = "[CGROUP:]RESOURCE=LIMIT",
      arity = "1..*",
      converter = QuotaValues.LimitWord.class,
      description = {
        "RESOURCE is qp, cq, mr, mr-bytes, cq-entries or calls (a second); LIMIT a number, of bytes"
            + " with K, M, G or T, or unlimited."
      })
  private List<Limit> limits = new ArrayList<>();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  SetCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    try (CollectorClient collector = socket.connect(tools)) {
      for (Limit limit : limits) {
        tell(ask(collector, "SET " + limit.text()));
      }
      if (save) {
        tell(ask(collector, "SAVE"));
      }
    }
    return ExitCode.OK;
  }

  private void tell(String line) throws IOException {
    tools.out().write(line + "\n");
  }

  private static String ask(CollectorClient collector, String request) throws QuotaFailure {
    String answer;
    try {
      answer = collector.ask(request);
    } catch (IOException e) {
      throw QuotaFailure.of(e);
    }
    if (!answer.startsWith(SUCCESS)) {
      String why = answer.startsWith(ERROR) ? answer.substring(ERROR.length()) : answer;
      throw QuotaFailure.atRunTime("the collector says: " + why);
    }
    return answer.substring(SUCCESS.length());
  }
}
