// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.process.ProcessContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Stands for rdma-secure among the monitor's commands. The arguments after it belong to that
 * program; its commands are not loaded before it is called.
 */
@Command(
    name = "secure",
    description = "Use RDMA with keys that only the two ends know: rdma-secure(1).")
final class SecureCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Unmatched private List<String> words = new ArrayList<>();

  SecureCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    return Program.secure(context).run(words.toArray(String[]::new));
  }
}
